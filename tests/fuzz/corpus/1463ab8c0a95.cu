__global__ void k(int* out, float x)
{
  int v = out[threadIdx.x];
  v += __shfl_down(v, 16);               // expect-warning WB3090
  out[0] = v + __any(v > ;);             // expect-w+ 1]; ++e) {
    int u = edges[e];
    if (atomicCAS(&nt v = out[threadIdx.x];
  v += __shfl_down(v, 16);               // expect-warning WB3090
  out[0] = v + __any(v > ;);             // expect-w+ 1]; ++e) {
    int u = edges[e];
    if (atomicCAS(&level[u]( -1, curt-error level[u]( -1, curt-error WB3012
}
