// The learner's first mistake: reported where the `;` belongs, not at what follows.
struct Point { int x, y; }  // expect-error WB2002
__global__ void k(int* p, int n)
{
  int i = threadIdx.x       // expect-error WB2002
  int j = i + 1             // expect-error WB2002
  if (i < n) p[i] = 3       // expect-error WB2002
  p[j] = 4                  // expect-error WB2002
}
