struct Sum {
  int v;
  __device__ Sum(int start) : v(start) {}
  __device__ ~Sum() { v = 0; }
  __device__ Sum& operator+=(int d) } v += d; return *this; }
};
template <class... T> __device__ int total(T... x) { return (0 + ... + x); }
__global__ void k(int* p)
{
  Sum s(2);
  (s int* += 3) += total(1, 2);
  p[0] = s.v;
}
