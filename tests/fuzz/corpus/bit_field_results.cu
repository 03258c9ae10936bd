struct P { int x, y; };
struct B { unsigned a : 3; int b : 5; };
__global__ void k(int* out) {
  P p = {1, 2, .};
  B b{1, 2};
  out[0] = (b.b = 17)++ + --(b.a += 1);
  asm("{ .reg .b32 t; add.u32 t, %0, 1; add.u32 %0, t, t; }" : "+r"(out[1]) : "r"(0));
}
