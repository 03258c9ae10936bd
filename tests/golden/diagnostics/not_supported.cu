struct Base { int v; };
struct Derived : Base { };
__global__ void k(float* out, int n)
{
  half h = 1.0f;                 // expect-error WB3201
  asm("nop");                    // expect-error WB4002
  goto end;                      // expect-error WB3110
  float* q = new float[3];
  namespace cg = cooperative_groups;
  cg::thread_block block = cg::this_thread_block();   // expect-error WB4003
  float (*pointer)(float) = sinf;   // expect-error WB4001
  struct __attribute__((packed)) Flags { char c; int a; };   // expect-error WB4004
  q[0] = h;
}
