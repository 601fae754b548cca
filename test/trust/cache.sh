# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The cache: nobody can put a file in it or have others written through it, and it removes what is its own alone.
mine=$work/mine
in_cache() { env OPENCL_LAYERS="$layer" CLGROUP_CACHE_DIR="$1" CLGROUP_CACHE_SIZE=1 "$program" "$2"; }
entries() { ls "$mine" | grep -c '^[0-9a-f]\{32\}$'; }

mkdir -m 0700 "$mine"
echo photos >"$mine/new-year-photos.tar"
head -c 2000000 /dev/zero >"$mine/0123456789abcdef0123456789abcdef"
echo mine >"$mine/lock"
touch -d '2 days ago' "$mine"/*
good 'a folder with files of the user' in_cache "$mine" sum.cl
says '^values: 8 8 8 8 8 8 8 8$'
good 'they stay' test "$(entries)" -ge 2 -a -e "$mine/new-year-photos.tar" -a "$(wc -c <"$mine/0123456789abcdef0123456789abcdef")" = 2000000

# What is written through a link, or in a folder where others can exchange the files.
victim=$work/victim
mkdir -m 0700 "$victim"
for mode in 0777 1777 0770; do
  mkdir "$work/$mode" && chmod "$mode" "$work/$mode"
  ln -s "$victim/made" "$work/$mode/lock"
  good "a folder of mode $mode" in_cache "$work/$mode" sum.cl
  says '^values: 8 8 8 8 8 8 8 8$'
  says "^clgroup: the cache folder '$work/$mode' is another user's, or others can write to it: "
  good "nothing is made in a folder of mode $mode" test "$(ls "$work/$mode")" = lock -a ! -e "$victim/made"
done

[ "$(id -u)" = 0 ] || skip 'other users need root'
mkdir -m 1777 "$work/world"
as_other mkdir -m 0755 "$work/world/theirs"
good "another user's folder" in_cache "$work/world/theirs" sum.cl
says "is another user's"
as_other ln -s "$victim" "$work/world/link"
good "another user's link" in_cache "$work/world/link/" sum.cl
good 'nothing is made there' test -z "$(find "$work/world/theirs" "$victim" -mindepth 1)"

# Another user may hold what he can open: it does not keep the cache from its limit. (Not by as_other: behind & that is a shell of its own, whose end does not end sleep.)
chmod 0755 "$mine"
setpriv --reuid=65534 --regid=65534 --clear-groups flock --no-fork "$mine" sleep 3600 & holder=$!
i=0
while [ $i -lt 6 ]; do
  i=$((i + 1))
  head -c 200000 /dev/zero | tr '\0' ' ' >"$work/$i.cl"
  echo "/* $i */" | cat - "$work/sum.cl" >>"$work/$i.cl"
  good "program $i" in_cache "$mine" "$i.cl"
done
good 'the limit holds' test "$(find "$mine" -type f ! -name '0123*' -printf '%s\n' | awk '{ n += $1 } END { print n + 0 }')" -le 1048576
good "he has held it all the time" kill "$holder"
