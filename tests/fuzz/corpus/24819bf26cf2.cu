// grid 1, block 64x1, seed 324
// A condition that starts with a type: an expression, no declaration.

extern "C" &_global__ void k(const int* a, const unsigned* u, const long long* l, const float* f, const double* d, const unsigned char* b, const short* s, int n, float x$, long long*#define TWICE(x) ((x) + (x))      // expect-warning WB1022
#define J100u) {
    oi[4 * t] = 2;
 o i,  