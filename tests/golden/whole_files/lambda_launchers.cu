// Launchers that take function objects, in the style of portability layers. Kernels: forall_kernel<[0 in Solver, double* next, double* now, double dt]> forall_kernel<[1 float* p, float value]> reduce<128, int, Plus> forall_kernel<Saxpy> wrapped<[2 int* d, [4 int scale] f]> apply<[3], float>
#include <cstdio>
#include <vector>

namespace pool {
template <typename Body> __global__ void forall_kernel(int begin, int end, Body body) {
  int i = begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < end) body(i);
}
template <typename Body> void forall(int begin, int end, Body&& body) {
  const int block = 256;
  forall_kernel<<<(end - begin + block - 1) / block, block>>>(begin, end, body);
  cudaDeviceSynchronize();
}
}  // namespace pool

class Solver {
  double *u, *v;
  int n;

 public:
  Solver(int cells) : n(cells) {
    cudaMallocManaged(&u, n * sizeof(double));
    cudaMallocManaged(&v, n * sizeof(double));
    for (int i = 0; i < n; ++i) u[i] = v[i] = i;
  }
  ~Solver() {
    cudaFree(u);
    cudaFree(v);
  }
  void step(double dt) {
    double *now = u, *next = v;
    pool::forall(1, n - 1, [=] __device__(int i) { next[i] = now[i] + dt * (now[i - 1] - 2 * now[i] + now[i + 1]); });
    std::swap(u, v);
  }
};

template <class T> void fill(T* p, int n, T value) {
  pool::forall(0, n, [=] __device__(int i) { p[i] = value; });
}

struct Saxpy {
  float a;
  const float* x;
  float* y;
  Saxpy(float factor, const float* from, float* to) : a(factor), x(from), y(to) {}
  __device__ void operator()(int i) const { y[i] = a * x[i] + y[i]; }
};

struct Plus {
  template <class T> __host__ __device__ T operator()(const T& a, const T& b) const { return a + b; }
};
template <int Block, class T, class Op> __global__ void reduce(const T* in, T* out, int n, T init, Op op) {
  __shared__ T s[Block];
  const int i = blockIdx.x * Block + threadIdx.x;
  s[threadIdx.x] = i < n ? in[i] : init;
  __syncthreads();
  for (int k = Block / 2; k > 0; k /= 2) {
    if (threadIdx.x < k) s[threadIdx.x] = op(s[threadIdx.x], s[threadIdx.x + k]);
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
template <class T, class Op> T reduced(const std::vector<T>& v, T init, Op op) {
  constexpr int block = 128;
  const int n = v.size(), blocks = (n + block - 1) / block;
  T *in, *out;
  cudaMalloc(&in, n * sizeof(T));
  cudaMalloc(&out, blocks * sizeof(T));
  cudaMemcpy(in, v.data(), n * sizeof(T), cudaMemcpyHostToDevice);
  reduce<block><<<blocks, block>>>(in, out, n, init, op);
  std::vector<T> h(blocks);
  cudaMemcpy(h.data(), out, blocks * sizeof(T), cudaMemcpyDeviceToHost);
  T result = init;
  for (T x : h) result = op(result, x);
  cudaFree(in);
  cudaFree(out);
  return result;
}

template <class F, class T> __global__ void apply(T* p, int n, F f) {
  const int i = threadIdx.x;
  if (i < n) p[i] = f(p[i]);
}
template <class F> __global__ void wrapped(int n, F f) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}
template <class F> void map(int* d, int n, F f) {
  wrapped<<<(n + 31) / 32, 32>>>(n, [=] __device__(int i) { d[i] = f(d[i]); });
}

int main() {
  Solver solver(400);
  for (int i = 0; i < 3; ++i) solver.step(0.1);
  float *x, *y;
  cudaMalloc(&x, 1000 * sizeof(float));
  cudaMalloc(&y, 1000 * sizeof(float));
  fill(x, 1000, 1.0f);
  fill(y, 1000, 2.0f);
  pool::forall(0, 1000, Saxpy(2, x, y));
  apply<<<1, 32>>>(x, 32, [] __device__(auto v) { return v * v; });
  std::vector<int> v(1000);
  for (int i = 0; i < 1000; ++i) v[i] = i;
  printf("%d\n", reduced(v, 0, Plus()));
  int* d;
  cudaMalloc(&d, 100 * sizeof(int));
  cudaMemcpy(d, v.data(), 100 * sizeof(int), cudaMemcpyHostToDevice);
  const int scale = v[3];
  map(d, 100, [=] __device__(int i) { return i * scale; });
  return 0;
}
