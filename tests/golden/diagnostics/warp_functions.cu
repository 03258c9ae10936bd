__global__ void k(int* out, float x)
{
  int v = out[threadIdx.x];
  v += __shfl_down(v, 16);               // expect-warning WB3090
  out[0] = v + __any(v > 3);             // expect-warning WB3090
  out[1] = __shfl_sync(0xffffffff, v);   // expect-error WB3010
  out[2] = __reduce_add_sync(0xffffffff, out);   // expect-error WB3012
}
