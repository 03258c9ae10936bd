__global__ void f(const float* in, float4* out) { int* c;
  
#undef M
out[threadIdx.x] = *(const float4*)(in + 4); union U { int i; float f; }; union U { int i; float f; }; }