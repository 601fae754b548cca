# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# An application ends while the compiler runs, in any way: the compiler, what it started and its temporary folder go too.
mkdir "$work/tmp"
TMPDIR=$work/tmp
export TMPDIR
# A compiler that is not clgroup-cc, and a child of its own, which hang. "started" names their processes.
cat >hang <<END
#!/bin/sh
[ "\$1" != --version ] || exec sh -c 'echo clang: /bin/true; echo libraries: /'
sleep 1000 &
echo \$\$ \$! >>"$work/started"
wait
END
chmod +x hang
# Waits up to 20 s for a condition.
in_time() {
  tries=200
  while ! "$@"; do
    [ $((tries -= 1)) -gt 0 ] || return 1
    sleep 0.1
  done
}
started() { [ -s started ] && [ "$(wc -w <started)" -ge "$1" ]; }
runs() { for process in $(cat started); do grep -qs '^State:.[^Z]' "/proc/$process/status" || return 1; done; }
ended() { [ -s started ] && for process in $(cat started); do ! grep -qs '^State:.[^Z]' "/proc/$process/status" || return 1; done; }
no_folder() { ! ls -A tmp | grep -q .; }

hanging="env CLGROUP_ROUTE=compile CLGROUP_CC=$work/hang CLGROUP_TRIAL=off CLGROUP_LOG=off $app"
# end_by WHAT CMD...: CMD is given the process id of an application whose compiler hangs.
end_by() {
  signal=$1
  shift
  : >started
  # In the background a shell ignores SIGINT for its commands.
  # shellcheck disable=SC2086
  env --default-signal=INT,HUP setsid $hanging sum.cl >app.out 2>&1 &
  application=$!
  good "$signal: the compiler starts" in_time started 2
  good "$signal: it runs" runs
  "$@" "$application"
  wait "$application"
  good "$signal: the compiler and its child end" in_time ended
  good "$signal: the folder is removed" in_time no_folder
  # shellcheck disable=SC2046
  kill -KILL $(cat started) 2>/dev/null
}
end_by SIGTERM kill -TERM
end_by SIGKILL kill -KILL
end_by SIGINT kill -INT
end_by SIGHUP kill -HUP

# Another thread calls exit().
: >started
$hanging --exit-when started sum.cl >app.out 2>&1
good 'exit: the compiler started' started 2
good 'exit: the compiler and its child end' in_time ended
good 'exit: the folder is removed' in_time no_folder

# The thread that compiles is cancelled: the call goes on, and the layer is whole afterwards.
: >started
good 'a cancelled thread' env CLGROUP_TIMEOUT=3 $hanging --cancel-when started sum.cl
good 'a cancelled thread: the compiler and its child end' in_time ended
good 'a cancelled thread: the folder is removed' in_time no_folder

# A compiler that works too slowly, at 6 % of a processor, meets the wall limit, ten times CLGROUP_TIMEOUT, before that of its processor's time.
cat >slow <<END
#!/bin/sh
[ "\$1" != --version ] || exec sh -c 'echo clang: /bin/true; echo libraries: /'
while :; do i=0; while [ \$((i += 1)) -lt 30000 ]; do :; done; sleep 0.3; done
END
chmod +x slow
slow="env CLGROUP_ROUTE=compile CLGROUP_CC=$work/slow CLGROUP_TRIAL=off CLGROUP_TIMEOUT=3 $app"
begin=$(date +%s)
$slow sum.cl >output 2>&1
took=$(($(date +%s) - begin))
good "a slow compiler runs and ends ($took s)" test "$took" -lt 40 -a "$took" -ge 3

# If all that could clean up is killed too, the next application removes the folder: it removes this user's folders whose file clgroup-mark no process holds.
: >started
setsid $hanging sum.cl >app.out 2>&1 &
application=$!
good 'all killed: the compiler starts' in_time started 2
stale=$(echo tmp/clgroup-*)
children=$(cat started)
watch=$(awk '/^PPid/ { print $2 }' "/proc/${children%% *}/status")
# Stopped first, so that neither of the two sees the other's end and cleans up.
kill -STOP "$watch" && kill -KILL "$application" $children "$watch"
wait "$application"
in_time ended
mkdir tmp/clgroup-abcdef tmp/clgroup-fedcba && echo mine >tmp/clgroup-abcdef/file && mkdir victim && echo mine >victim/file
ln -s ../victim tmp/clgroup-linked
: >victim/clgroup-mark
if [ "$(id -u)" = 0 ]; then
  chmod 1777 tmp
  mkdir tmp/clgroup-others && : >tmp/clgroup-others/clgroup-mark && chmod 0700 tmp/clgroup-others && chown -R 65534:65534 tmp/clgroup-others
fi
good 'all killed: the folder is there' test -d "$stale"
good 'the next application' env CLGROUP_ROUTE=compile CLGROUP_TRIAL=off CLGROUP_CACHE=off $app sum.cl
good 'a stale folder is removed' test ! -e "$stale"
good 'a folder without a mark stays' test -e tmp/clgroup-abcdef/file
good 'so does what a link leads to' test -e victim/file
[ "$(id -u)" != 0 ] || good "so does another user's" test -e tmp/clgroup-others/clgroup-mark

# clgroup-info's own children, too.
: >started
checks() { pgrep -P "$1" >started && pgrep -P "$(paste -s -d , started)" >>started; }
if command -v pgrep >/dev/null; then
  env "CLGROUP_CACHE_DIR=$cache" "$prefix/bin/clgroup-info" --check >app.out 2>&1 &
  application=$!
  good 'clgroup-info --check: it runs' in_time checks "$application"
  kill -KILL "$application"
  wait "$application"
  good 'clgroup-info --check: its children end' in_time ended
fi
