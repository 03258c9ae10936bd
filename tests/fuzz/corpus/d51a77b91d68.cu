__global__ void f(const float* in, float4* out) { int* c;
  __half [threadIdx.x] = *(const float4*)(in + ; printf("%d %s %5.2f\n", 1, "x", 2.0); }