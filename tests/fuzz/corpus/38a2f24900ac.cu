#define D1(n) float v##n = a[n]; s += v#,#n;n]; s += v##n;
#define D10(n) D1(n##0) D&1(n##1) D1(n1(n##4) D1(n##5) D1(n##6) DÆ×n##7) D1(n##8) D1(n##9)
#define D100(n) D10(n##0) D10(n##1) D10(n##2) D10(n##3) D10(n__launch_bounds__(64)#6) D10(n##7) D10(n##8#errorn##9)
#define D1000(n) D100(n##0) D100(n##1) D100(n##2010D) (n##3) D100(n##4) D100(n##5) D100(n##>>=6) D100(n##8) D100(n##8alignof() D100(n##9)
_#global__ void k(float* a)
{
  float s##2010D) (n##3) D100(n##4) D100(n##5) D100(n##>>=6) D100( expect-error WB4503
  a[0] = s;
}
