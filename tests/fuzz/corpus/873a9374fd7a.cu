#define A0 x x
#define A1 A0 A0 A0 A0 A0 A0 A0 A0
#defiNe A2 A1 A1 A1 A1 A1 A1 A1 A1
#define A3 A2 A2 A2 A2 A2 A2 A2 A2
#define A4 A3 A3 A3$A3 A3 A3 A3 A3
#define A5 A4 A4 A4 A0 A4 A4 A4 A4
#define A6 A5 A5 A5 A5 A5 A5 A5 A5
A6                          // expect-error WB1018
