# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A service of root's that goes on as another effective user: the compiler and the trial have that user's rights, and none of root's.
as_other true 2>/dev/null || skip 'needs root and setpriv'
chown 65534:65534 "$cache" && mkdir -m 0777 pocl && chmod 0777 pocl
cat >cc <<END
#!/bin/sh
grep -h '^[UG]id:' /proc/\$PPID/status /proc/\$\$/status >>"$work/pocl/rights"
exec "$prefix/bin/clgroup-cc" "\$@"
END
chmod 0755 cc
good 'another effective user' env POCL_CACHE_DIR="$work/pocl" CLGROUP_ROUTE=compile CLGROUP_CC="$work/cc" $app --user 65534 sum.cl
says '^support: 1$'
says '^values: 8 8 8 8 8 8 8 8$'
never_says '^clgroup:'
good 'the compiler has run' test -s pocl/rights
bad "with root's rights" grep -wv '^[UG]id:.65534.65534.65534.65534' pocl/rights
