__global__ void f(const float* in, float4* out) { int* c;
  __half [threa int* c;
  __half [threadIdx.x] = *(const float4*)(in + ; int un\n", 1* "x", 2.0); }