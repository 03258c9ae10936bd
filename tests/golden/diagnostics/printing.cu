struct Pair { int a, b; };
__global__ void k(int* out, float x, long long n)
{
  Pair p{1, 2};
  printf("%d %f %lld\n", out[0], x, n);
  printf("%d\n", x);                     // expect-warning WB3096
  printf("%d\n", n);                     // expect-warning WB3096
  printf("%d %d\n", out[0]);             // expect-warning WB3092
  printf("%q\n", out[0]);                // expect-warning WB3093
  printf("%*d %-*d\n", 5, out[0], -5, 1);
  printf("%.*f\n", 2, x);                // expect-warning WB3094
  printf("%zu\n", sizeof(int));          // expect-warning WB3093
  printf("%hhd %hd\n", out[0], out[1]);  // expect-warning WB3097
  printf("%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d\n", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33);  // expect-warning WB3095
  printf("%d\n", p);                     // expect-error WB3091
}
