// A verifier's words need no header: what it must prove of its record of reads and writes is left to it, what it asserts of values is checked.
//@ block 32
//@ buffer int a[32] = iota
__device__ int half_of(int x) {
  __requires(x >= 0);
  __ensures(__return_val_int() <= x);
  return x / 2;
}
__global__ void bug(int* a) {
  for (int i = 0; __invariant(i <= 4), __global_invariant(__write_implies(a, __write_offset_bytes(a) / sizeof(int) == threadIdx.x)), i < 4; ++i)
    a[threadIdx.x] = half_of(a[threadIdx.x]) + 1;
  __assert(__implies(threadIdx.x < 5, a[threadIdx.x] == 1));
}
__global__ void mended(int* a) {
  __global_assert(__no_read(a));
  for (int i = 0; __invariant(i <= 4), __global_invariant(__write_implies(a, __write_offset_bytes(a) / sizeof(int) == threadIdx.x)), i < 4; ++i)
    a[threadIdx.x] = half_of(a[threadIdx.x]);
  __assert(__implies(threadIdx.x < 16, a[threadIdx.x] == 0));
  __assert(__implies(__write(a), __write_offset_bytes(a) == 0));
}
