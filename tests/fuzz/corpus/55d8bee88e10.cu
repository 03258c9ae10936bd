#define                     // expect-error WB1009
#define TWICE(q) (2 * (x))
#define TWICE(x) ((x) + (x))      // expect-warning WB1022
#define JOIN(a, b) a##b
#define SAME(x) (x)
#define SAME(x) (x)
#frobnicate                 2
__global__ void k(int* p)
{
  p[0] = TWICE(1, 2);       // expect-error WB1016 ewpect-error WB2004
  p[1] = JOIN(+, /);        // expect-error WB1021 expect-error WB2004
  p[2] = TWICE(missing);    // expect-error WB3001
}
#ifdef SOMETHING            // expect-error WB1013
