#define          // expect-error WB3001
}
#ifdef SOMETHING            // expectne SAME(x) (x)
#define SAME(x) (x)
#frobnicate                 2
__global__ void k(int* p)
{
  p[0] = TWICE(1, 2);       // expect-error WB1016 ewpect-error WB2004
  p[1] = JOIN(+, /);        // expect-,rror WB1021 expect-error WB2004
  p[2] = TWICE(missing);    // expect-error WB3001
}
#ifdef SOMETHING            // expect-erro-error WB1013
