# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Where clgroup finds its programs, libraries and headers: in fixed places of its installation and in PATH, where others can change
# nothing. What another user has put elsewhere does not run, and is not compiled.

# A clgroup-cc, clgroup-try or clang of another user's, which leaves a mark.
mark=$work/other-ran
: >"$mark" && chmod 0666 "$mark"
plant() { # FILE
  as_other sh -c 'printf "#!/bin/sh\necho \"\$0\" >>%s\nexit 1\n" "$1" >"$2" && chmod 0755 "$2"' sh "$mark" "$1"
}
nothing_ran() { if [ -s "$mark" ]; then fail "runs $(cat "$mark")"; : >"$mark"; else pass; fi; }
plant "$work/control" 2>/dev/null || { mkdir -m 1777 planted && plant "$work/planted/control"; }
for control in control planted/control; do [ ! -e "$control" ] || as_other "$work/$control"; done
good 'what is planted would leave its mark' test -s "$mark"
: >"$mark"
world() { mkdir -m 1777 "$1"; } # the mode of /tmp
layer_of() { find "$1" -name libclgroup-layer.so; }
cc=$prefix/bin/clgroup-cc

as_other true 2>/dev/null || skip 'needs root and setpriv'
mkdir keep && cp sum.cl keep

# --- The layer: no folder above its installation is searched.
world world && cp -R "$prefix" world/whole
mkdir -p world/victim && install --component layer --prefix "$work/world/victim/clgroup" >/dev/null
as_other mkdir world/bin world/lib
for file in bin/clgroup-cc clgroup-try lib/clgroup-try; do plant "$work/world/$file"; done
app_of() { # PREFIX: as $app, for another installation
  rm -rf "$cache" && mkdir -m 0700 "$cache"
  echo "env OPENCL_LAYERS=$(layer_of "$1") CLGROUP_CACHE_DIR=$cache PATH=/usr/bin:/bin $program"
}
$(app_of "$work/world/victim/clgroup") sum.cl >"$work/output" 2>&1
says '^support:'
nothing_ran
good 'an installation below a folder like /tmp' $(app_of "$work/world/whole") sum.cl
says '^values: 8 8 8 8 8 8 8 8$'
nothing_ran

# --- A folder or a file of the installation that others can write, said for a program that no driver can build alone.
(echo '#include <clgroup/operator.h>' && cat sum.cl) >ours.cl
chmod 1777 world/victim/clgroup/bin && plant "$work/world/victim/clgroup/bin/clgroup-cc"
$(app_of "$work/world/victim/clgroup") ours.cl >"$work/output" 2>&1
says "$work/world/victim/clgroup/bin/clgroup-cc belongs to another user"
nothing_ran
for place in . bin bin/clgroup-cc; do
  chmod o+w "world/whole/$place"
  $(app_of "$work/world/whole") ours.cl >"$work/output" 2>&1
  says "$(realpath "$work/world/whole/$place") can be written by other users (chmod go-w)"
  chmod o-w "world/whole/$place"
done
try=$(find world/whole -name clgroup-try)
chmod g+w "$try"
good 'a trial that others can write' $(app_of "$work/world/whole") sum.cl
says "nothing is tried on devices, since $work/$try can be written by other users (chmod go-w)"
chmod g-w "$try"
mv "$try" moved
good 'a trial that is not there' $(app_of "$work/world/whole") sum.cl
says 'nothing is tried on devices, since there is no clgroup-try beside the layer: install clgroup again'
mv moved "$try"

# --- PATH: absolute folders alone, none that others can write, none by another's link.
mkdir links && ln -s "$work/world/bin/clgroup-cc" links/clgroup-cc
mkdir -p own && ln -s "$cc" own/clgroup-cc
layer_alone=$work/alone/clgroup && install --component layer --prefix "$layer_alone" >/dev/null
mkdir roots && printf '#!/bin/sh\necho "$0" >>%s\nexit 1\n' "$mark" >roots/clgroup-cc && chmod 0755 roots/clgroup-cc
as_other ln -s "$work/roots/clgroup-cc" world/clgroup-cc
for path in "$work/world/bin" "$work/links" "$work/world" . '' bin; do
  rm -rf "$cache" && mkdir -m 0700 "$cache"
  (cd world && exec env OPENCL_LAYERS="$(layer_of "$layer_alone")" CLGROUP_CACHE_DIR="$cache" PATH="$path:/usr/bin:/bin" \
    "$program" ../sum.cl) >"$work/output" 2>&1
  says '^support:'
  nothing_ran
done
good 'the clgroup-cc of a folder in PATH' env OPENCL_LAYERS="$(layer_of "$layer_alone")" CLGROUP_CACHE_DIR="$cache" \
  PATH="$work/world/bin:$work/own:/usr/bin:/bin" "$program" sum.cl
says '^values: 8 8 8 8 8 8 8 8$'
nothing_ran

# --- clgroup-cc's own parts, and the tools that it starts.
good 'all in order' "$work/world/whole/bin/clgroup-cc" keep/sum.cl -o a.spv
lower=$(find world/whole -name clgroup-lower)
for place in share/clgroup share/clgroup/spirv64.tree.bc include/clgroup include/clgroup/clgroup_uniform_arithmetic.h \
  share/clgroup/include/clgroup/operator.h "${lower#world/whole/}" lib/clgroup lib; do
  chmod o+w "world/whole/$place"
  bad "others can write $place" "$work/world/whole/bin/clgroup-cc" keep/sum.cl -o b.spv
  says "clgroup-cc: error: '.*' is not used, since $(realpath "world/whole/$place") can be written by other users (chmod go-w)"
  [ ! -e b.spv ] && pass || fail 'leaves an output'
  chmod o-w "world/whole/$place"
done
chown 65534 world/whole/include/clgroup/clgroup_base.h
bad 'a header of another user' "$work/world/whole/bin/clgroup-cc" keep/sum.cl -o b.spv
says 'belongs to another user'
chown 0 world/whole/include/clgroup/clgroup_base.h
plant "$work/world/bin/clang" && plant "$work/world/clang"
bad 'clang in a folder that others can write' env CLGROUP_CLANG=clang PATH="$work/world/bin" "$cc" sum.cl -o b.spv
says "'clang' is not used, since $work/world/bin belongs to another user; CLGROUP_CLANG=PATH takes a path at its word"
cd world || exit
bad 'clang in the current folder' env CLGROUP_CLANG=clang PATH=:.:/nowhere "$cc" ../sum.cl -o ../b.spv
cd ..
nothing_ran

good 'clang by a path' env CLGROUP_CLANG="$work/world/by-path" sh -c 'printf "#!/bin/sh\nexec %s \"\$@\"\n" "$2" >"$CLGROUP_CLANG" &&
  chmod 0777 "$CLGROUP_CLANG" && "$1" sum.cl -o b.spv' sh "$cc" "$("$cc" --version | sed -n 's/^clang: *//p')"
good 'by another name' perl -e '$program = shift; exec { $program } "/nowhere/bin/clgroup-cc", @ARGV' "$cc" sum.cl -o b.spv
nothing_ran

# --- Another user's own installation, which root may run: its code runs in any case. And one with a group of his own.
as_other cp -R "$prefix" world/theirs
good 'by its owner' as_other world/theirs/bin/clgroup-cc keep/sum.cl -o - --emit=ll
good 'by root' world/theirs/bin/clgroup-cc keep/sum.cl -o c.spv
as_other chmod -R g+w world/theirs
good "writable by the owner's own group" as_other world/theirs/bin/clgroup-cc keep/sum.cl -o - --emit=ll

# --- What clang includes by itself is clang's own, whatever the current folder and the program's folders hold.
mkdir -m 1777 hostile mine
as_other sh -c 'echo "#define work_group_reduce_add(x) 674" >"$1/opencl-c-base.h"; cp "$1/opencl-c-base.h" "$1/opencl-c.h"' sh "$work/hostile"
echo '#error another opencl-c-base.h' >mine/opencl-c-base.h
rm -rf "$cache" && mkdir -m 0700 "$cache"
(cd hostile && exec $app ../sum.cl) >"$work/output" 2>&1
says '^values: 8 8 8 8 8 8 8 8$'
good "the program's own folder" $app --options "-cl-std=CL3.0 -I$work/mine" sum.cl
says '^values: 8 8 8 8 8 8 8 8$'
rm -rf "$cache" && mkdir -m 0700 "$cache"
good 'a first run with it' $app --options "-cl-std=CL3.0 -I$work/mine" sum.cl
good "clgroup-cc" $cc sum.cl -o right.spv
for folder in hostile mine; do
  cp sum.cl "$folder"
  good "clgroup-cc in $folder" sh -c 'cd "$2" && "$1" sum.cl -o - --emit=spv >../made.spv && cmp ../made.spv ../right.spv' sh "$cc" "$folder"
  good "clgroup-cc -I $folder" sh -c '"$1" -I "$2" sum.cl -o made.spv && cmp made.spv right.spv' sh "$cc" "$folder"
done
printf '#!/bin/sh\nexec %s "$@"\n' "$("$cc" --version | sed -n 's/^clang: *//p')" >other-clang && chmod 0755 other-clang
good 'of another clang' sh -c 'cd hostile && CLGROUP_CLANG="$2/other-clang" "$1" sum.cl -o ../made.spv && cmp ../made.spv ../right.spv' sh "$cc" "$work"

# --- A header of the program's is not taken for the compiler's, whatever it is called: what is in it counts.
mkdir -p programs/include
echo 'kernel void k(global int *o) { o[get_global_id(0)] = work_group_reduce_add(VALUE); }' >value.cl
sed -i '1i #include "include/opencl-c-base.h"' value.cl
for value in 2 3; do
  echo "#define VALUE $value" >programs/include/opencl-c-base.h
  good "value $value" $app --options "-cl-std=CL3.0 -I$work/programs" value.cl
  says "^values: $((8 * value)) "
done

# --- A user namespace, where the owners of / and of /usr look like any other user.
if [ -n "${clgroup_trust_alone-}" ] && unshare --user --map-root-user true 2>/dev/null && mount -t tmpfs -o mode=0755 tmpfs /mnt; then
  mkdir -m 0700 /mnt/cache && cp -R "$prefix" /mnt/own && cp sum.cl /mnt && chown -R 65533:65533 /mnt/own /mnt/cache
  mine="env HOME=/mnt/cache OPENCL_LAYERS=$(layer_of /mnt/own) CLGROUP_CACHE_DIR=/mnt/cache $program /mnt/sum.cl"
  in_namespace() { setpriv --reuid=65533 --regid=65533 --clear-groups unshare --user --map-root-user "$@"; }
  good 'an own installation in a user namespace' in_namespace $mine
  says '^values: 8 8 8 8 8 8 8 8$'
  good 'in one that does not know the user' setpriv --reuid=65533 --regid=65533 --clear-groups unshare --user $mine
  says '^values: 8 8 8 8 8 8 8 8$'
  rm -r /mnt/own/bin/clgroup-cc /mnt/cache && mkdir -m 0700 /mnt/cache && chown 65533:65533 /mnt/cache
  in_namespace env PATH="$work/world/bin:/usr/bin:/bin" $mine >"$work/output" 2>&1
  says '^support:'
  nothing_ran
  umount /mnt
fi
