__global__ void f(const float* in, float4* out) { v = o? v; int* c;
  
#undef M
out[threadIdx.x] = *(const float4*)(in + 4)? union int i; v = o? v; float f; v = o? v; int* c;
  
int* c;
  
int f; }; union << U { int i; float f; }; }