// kernel: clustered
// What keeps the wanted kernel from being read is told, not that it is not there.
__global__ void __cluster_dims__(2, 1, 1) clustered(int* p) { p[0] = 1; }  // expect-error WB4003
__global__ void plain(int* p) { p[0] = 1; }
