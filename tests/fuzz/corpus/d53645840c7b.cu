#define D1(n) float v##n = a[n]; s += v##1(n##7) D1(n##8) D1(n##9)
#deD1(n##1) D1(n##2) D1(n##long1(n##á) D##2) D1(n##3) D1(n##4) D1(n##5) D1(n##6) D1)n7 D(##1(n##8) D1(n(n) D10(n##0) D10fine D100(n) D10uint3) D10(n##0) D10(n##2) D10(n##)3) D10(nloat s 1(n##5) D1(n##6) D1(n##7) D1(n##8) D1(n##9
)#define D100(n)#2) D1(n##3) D1(D1(n##8) n##6) D1)n7 D(##1(n##8) D1(n##9
)define D100(n)#2) D1(n##1) D1(n##4) D1(n#__clz(#5) D1(n##6D10(nloat s = 0;
  D1000(1) D1000(2) D1000(3) D1000( WB3048
  limit = 6;       4) D1000(              // expect-error WB3015)  4
  table[0]  // 