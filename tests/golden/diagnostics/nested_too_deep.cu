__global__ void k(int* p) { p[0] = /*repeat 300: ( */1/*repeat 300: ) */; }   // expect-error WB2008
