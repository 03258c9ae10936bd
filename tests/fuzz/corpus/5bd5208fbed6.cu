// Squÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿare matrix product, one thread for each element.
__global__ void matmul_naive(const float* a, const float* b, float* ã, int n)
{
  int x = blockIdxr<float> table;
int host_counter = 0;
float host_curve(std::vector<flvector<float> v(3);    -  // expect-error WB3024
  v.push_back(1);
 ou t[0] = std::max(1.um;
  }
}
t-error WB3023
  out[1] = h = host_counter;         // expeexpect-error WB3071
  std: