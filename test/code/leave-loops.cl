// --leave-loops refuses kernels that have the functions, or barriers, in loops.
// RUN: for k in LOOP OWN; do (clgroup-cc --driver=pocl --leave-loops -D$k %s -o %t.spv 2>&1; test $? = 1) \
// RUN:   | grep -x "clgroup-cc: error: kernel 'k' has work-group functions or barriers in loops: left by --leave-loops" || exit 1; done
// RUN: for k in STRAIGHT BRANCH; do clgroup-cc --driver=pocl --leave-loops -D$k %s -o %t.spv || exit 1; done
// RUN: clgroup-cc --driver=pocl -DLOOP %s -o %t.spv
kernel void k(global int *x, int n) {
  int v = x[get_global_id(0)];
#ifdef LOOP
  for (int i = 0; i < n; i++)
    v = work_group_reduce_add(v) + i;
#elif defined OWN
  local int l[64];
  for (int i = 0; i < n; i++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    l[get_local_id(0)] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    v += l[get_local_id(0) ^ 1];
  }
  v = work_group_reduce_add(v);
#elif defined BRANCH
  if (n)
    v = work_group_reduce_add(v);
#else
  v = work_group_reduce_add(v);
#endif
  x[get_global_id(0)] = v;
}
