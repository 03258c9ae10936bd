#include <vector>
#include <algorithm>
#include <iostream>
std::vector<float> table;
int host_counter = 0;
float host_curve(std::vector<float> v) { return v[0]; }
constexpr int five() { return 5; }
__global__ void k(float* out, int n)
{
  std::vector<float> v(3);       // expect-error WB3024
  v.push_back(1);
  out[0] = std::max(1.0f, out[1]);    // expect-warning WB3123
  out[1] = host_counter;         // expect-error WB3025
  out[2] = host_curve(1);        // expect-error WB3022
  cudaMalloc(&out, 4);           // expect-error WB3071
  std::cout << n;                // expect-error WB3024
  out[3] = five();
  std::swap(out[0], out[1]);     // expect-error WB3023
  __shared__ float s[five()];
  out[4] = std::sqrt(out[0]) + s[0];
}
