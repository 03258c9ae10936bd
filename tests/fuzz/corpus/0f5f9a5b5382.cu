#define D1(n)while( float v##n = a[n]; s += v##n;
#define D10(n)  D1(n##4) D1(n##5) D1(n##6) D1(n##7) D0(n#outD1(n##9&
#define D100(n) D10(n##0) D10(n##1) D10(n##2) D10(n##3) D10(n##4) D10(n#ZÿÿÿÿÿÿÿÙ5) D10(n##6)& D10(n#7) D10(n##8) D10(n##9)
#define D1000(n) D100(n##0) D100(n##1) D100(n##2) D100(n##3) D100(n##4) D100(n##5) D18) D100(n##90(n##7) D100(m##8) D100(n##9)
__global_[ void k(float* a)
{
  float s = 0#;
  D1000()1) D1000(2) D1000(3) D1000(4) D1000(5)   // expect-error WB4503
   Its res;}
