# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# clgroup-run --for-all: what it turns on is on for each user, and nobody else can change it; what it says is so.
as_other true 2>/dev/null || skip 'needs root and setpriv'
mkdir bin && printf '#!/bin/sh\necho "  libOpenCL.so.1 (libc6) => %s"\n' "$work/loader.so" >bin/ldconfig && chmod 0755 bin/ldconfig
echo /etc/OpenCL/layers >loader.so
mkdir layers # which nobody may remove
run() { env PATH="$work/bin:$PATH" OPENCL_LAYER_PATH="$work/layers/of-all" "$prefix/bin/clgroup-run" "$@"; }
lay=$work/layers/of-all/clgroup.lay

good 'on, with a umask of 077' sh -c 'umask 077 && env PATH="$1/bin:$PATH" OPENCL_LAYER_PATH="$1/layers/of-all" "$2" --for-all=on' sh "$work" "$prefix/bin/clgroup-run"
good 'others can read what it made' as_other sh -c 'test -e "$(cat "$1")"' sh "$lay"
good 'on again' run --for-all=on
bad 'off by another user' as_other env OPENCL_LAYER_PATH="$work/layers/of-all" "$prefix/bin/clgroup-run" --for-all=off
says "clgroup-run: error: cannot remove $lay: run this as root"
[ -e "$lay" ] && pass || fail 'it is off'
chmod 0700 layers
bad 'off by another user who cannot look' as_other env OPENCL_LAYER_PATH="$work/layers/of-all" "$prefix/bin/clgroup-run" --for-all=off
says "clgroup-run: error: cannot look into $work/layers: run this as root"
bad 'on in a folder that others cannot read' run --for-all=on
says "not all users can read $work/layers"
chmod 0755 layers
bad 'with an application' run --for-all=on "$work/bin/ldconfig"
says 'clgroup-run: error: --for-all=on runs no application: leave out'
bad 'off with an application' run --for-all=off "$work/bin/ldconfig"
[ -e "$lay" ] && pass || fail 'it is off'
good 'off' run --for-all=off
[ ! -e "$lay" ] && pass || fail 'it is on'
good 'off again' run --for-all=off

# What others cannot read, or can change, is not turned on: the layer, the folder, or one above them.
layer_folder=$(dirname "$layer")
for place in "$layer" "$layer_folder" "$prefix" "$work/layers"; do
  chmod go-rx "$place"
  bad "others cannot read $place" run --for-all=on
  says "not all users can read $place"
  chmod go+rX "$place"
  for mode in g+w o+w; do
    chmod $mode "$place"
    bad "others can write $place" run --for-all=on
    says "other users can change $place"
    chmod go-w "$place"
  done
  chown 65534 "$place"
  bad "another owner of $place" run --for-all=on
  says "other users can change $place"
  chown 0 "$place"
done
[ -z "$(ls layers)" ] && pass || fail "leaves $(ls layers)"
# In a folder with the sticky bit, where others may make links, nobody can make it write elsewhere.
mkdir -m 1777 layers/of-all && echo kept >victim
as_other ln -s "$work/victim" "$lay.new"
good 'a folder like /tmp' run --for-all=on
[ "$(cat "$lay")" = "$layer" ] && [ "$(cat victim)" = kept ] && pass || fail 'writes through a link'
# On a full disk nothing stays of it.
if [ -n "${clgroup_trust_alone-}" ] && mkdir layers/full && mount -t tmpfs -o size=4k,mode=0755 tmpfs layers/full; then
  head -c 4096 /dev/zero >layers/full/fill
  bad 'a full disk' env PATH="$work/bin:$PATH" OPENCL_LAYER_PATH="$work/layers/full" "$prefix/bin/clgroup-run" --for-all=on
  [ "$(ls layers/full)" = fill ] && pass || fail "leaves $(ls layers/full)"
  umount layers/full
fi
# A user's own folder, which nobody else needs to read.
as_other mkdir -m 0700 layers/of-all/theirs
good "a user's own" as_other env PATH="$work/bin:$PATH" OPENCL_LAYER_PATH="$work/layers/of-all/theirs" "$prefix/bin/clgroup-run" --for-all=on
