# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# An application whose standard error nobody reads, one with a real-time priority and core files, and one without /dev/null.
mkfifo unread
: <unread &
exec 3>unread
wait
good 'messages that nobody reads' sh -c '"$@" 2>&3' sh env CLGROUP_LOG=all $app sum.cl
says '^values: 8 8 8 8 8 8 8 8$'
exec 3>&-

cat >cc <<END
#!/bin/sh
chrt -p \$\$ >>"$work/policies"
ulimit -c >>"$work/cores"
exec "$prefix/bin/clgroup-cc" "\$@"
END
chmod +x cc
if chrt -f 1 true 2>/dev/null; then
  # shellcheck disable=SC3045
  ulimit -S -c "$(ulimit -H -c)"
  good 'with a real-time priority' chrt -f 1 env CLGROUP_ROUTE=compile CLGROUP_CACHE=off CLGROUP_CC="$work/cc" $app sum.cl
  good 'the compiler has run' test -s policies
  bad 'it has that priority, too' grep SCHED_FIFO policies
  bad 'it writes core files' grep -vx 0 cores
fi

[ -n "${clgroup_trust_alone-}" ] || skip 'a file system of its own needs root and unshare'
mount -t tmpfs tmpfs /dev || skip 'cannot mount a file system here'
rm -rf "$cache" && mkdir -m 0700 "$cache"
good 'without /dev/null' $app sum.cl
says '^values: 8 8 8 8 8 8 8 8$'
umount /dev
