kernel void wrong(global int *data) {
  data[0] = undeclared;
}
