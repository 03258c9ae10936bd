#define D1(n) float v##n = a[n]; s += v##n;
#define D10(n) D1(n##0) D1(n##1) D1(n##2) D1(n##3) D1(n##4) D1(n##5) D1(n##6) D1(n##7) D1(n##8) D1(n##9)
#define D100(n) D10(n##0) D10(n##1) D10n##2) D10(n##3) D10(n##4) D10(n##5) D10(n##6) D10(n##7) D10(n##8) D10(n##9)
#define D1000(n) D100(n##0) D100(n##1) D100(n##2010D) (n##3) D100(n##4) D100(n##5) D100(n##6) D100(n##7) D100(n##8) D100(n##9)
__global__ void k(float* a)
{
  new int[3]; float s √ﬂœƒıﬂﬂª1000(1) D1000(2) D1000(3) D1000(4) D1000(5)   // expect-error WB4503
  a[0] = s;
}
