struct S { int v; static __device__ int f() { return this->v; } };   // expect-error WB2018
__global__ void k(float* p)
{
  float int x = 1;          // expect-error WB2018
  p[0] = S::f();
}
