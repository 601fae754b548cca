// Functions that libclc has wrong for GPUs: rotate by no bit shifts by the width, which an H100 makes 0; nan of double is an infinity.
// options: -cl-std=CL3.0
// launch: k 4 groups 1
//   long[4] 0 40 1 ffffffffffffffff
//   long[8] 0*8 ->
//     123456789abcdef0 123456789abcdef0 2468acf13579bde0 91a2b3c4d5e6f78
//     7ff8000000000000 7ff8000000000001 7ff8000000000002 7ff8000000000003
kernel void k(global const long *by, global long *o) {
  const size_t i = get_local_id(0);
  o[i] = rotate(0x123456789abcdef0L, by[i]);
  o[4 + i] = as_long(nan((ulong)i));
}
