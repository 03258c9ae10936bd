__global__ void f(const float* in, float4* out) { int* c;
  
#undef M
out[threadIdx.x] = *float4*)(in + 4)? union int i; .f = 1.0ffloat f; int* c;
  
int* c;
  
(int f; static_assert(sizeof(int) == 4, ""); }; union << U { float f; }; }