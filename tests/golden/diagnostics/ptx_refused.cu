// Inline PTX that is not known: by the instruction's name and its place in the text, with what does it in C++.
__global__ void k(int* out, const float* in) {
  unsigned a, b, c, d;
  unsigned place = (unsigned)__cvta_generic_to_shared(out);
  asm volatile("ldmatrix.sync.aligned.m8n16.x4.shared.b8x16.b4x16_p64 {%0,%1,%2,%3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(place));  // expect-error WB4002
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0}, {%1}, {%1}, {%0};" : "+r"(a) : "r"(b));  // expect-error WB4002
  asm volatile("wgmma.fence.sync.aligned;");  // expect-error WB4002
  asm volatile("{ .reg .pred p;\n"
               "again:\n"
               "mbarrier.try_wait.parity.shared.b64 p, [%0], %1;\n"
               "@!p bra nowhere; }" ::"r"(place), "r"(0));  // expect-error WB4002
  asm volatile("same: same: bra same;");  // expect-error WB4002
  asm volatile("add.u32 %0, %1, 1;\n\t"
               "add.u32 %0, %0, other; }" : "+r"(a) : "r"(b));  // expect-error WB4002
  asm("add.u32 %0, %1, %1;" : "=r"(a) : "f"(in[0]));  // expect-error WB4002
  asm("frobnicate.u32 %0, %0;" : "+r"(a));  // expect-error WB4002
  asm("{ .reg .b128 wide; mov.u32 %0, 1; }" : "=r"(a));  // expect-error WB4002
  asm volatile("barrier.cta.sync.aligned 1, 64, 2;");  // expect-error WB4002
  asm volatile("bar.arrive 1;");                       // expect-error WB4002
  out[0] = a + b + c + d;
}
