// Pointer arithmetic, differences, comparisons, pointers to pointers, arrays of arrays.
#include "../case.h"
__device__ void swap(int* x, int* y) { int old = *x; *x = *y; *y = old; }
KERNEL {
  int local[3][4];
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 4; c++) local[r][c] = 10 * r + c + t;
  int* p = &local[1][0];
  oi[8 * t + 0] = p[-1] + *(p + 2);
  oi[8 * t + 1] = &local[2][3] - p;
  int (*row)[4] = local + 1;
  oi[8 * t + 2] = (*row)[3] + row[1][0];
  swap(&local[0][0], p++);
  oi[8 * t + 3] = local[0][0] * 1000 + *p;
  const int* end = a + N;
  int n = 0;
  for (const int* q = a + t; q < end; q += 7) n++;
  oi[8 * t + 4] = n;
  int* choice = t % 2 ? &local[0][1] : &local[2][2];
  *choice += 5;
  oi[8 * t + 5] = local[0][1] * 1000 + local[2][2];
  int** pp = &choice;
  **pp = -1;
  oi[8 * t + 6] = *choice;
  oi[8 * t + 7] = p == &local[1][1] && p != 0;
}
