#define D1(9)
#define D1000(n) D100(n##0) D##5) D10(n##6) D10(n##7) D10(n##8#errorn##9)
#define D1000(n) D100(n##0) D100(n##1) D100(n##2010D) (n##3) D100(n##4) D100(n##5) D100(n##>>=6) D10 (n##7) D100(n##8alignof() D100(n##9)
_#global__ void k(float* a)
{
  float s √ﬂœƒıﬂﬂª1000(1) D1000(2) D1000(3) D1000(333333333333333333333333333333333333334) D1000(5)   // expect-error WB4503
  a[0] = s;
}
