// Old habits: a header named by a macro, C records, complex numbers, shared memory cut into parts. Kernels: walk spectrum nearest
#define HEADER_NAME <cstdio>
#include HEADER_NAME
#include <thrust/device_vector.h>
#include <thrust/sort.h>
#include <cuComplex.h>
#include <complex>
#include <stdbool.h>
#include <stdint.h>
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ < 200)
#error "too old"
#endif
#if __cplusplus < 201103L
#define CONSTEXPR const
#else
#define CONSTEXPR constexpr
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#else
static __inline__ __device__ double atomicAdd(double *address, double val) { return *address; }
#endif
#ifdef __cplusplus
extern "C" {
#endif
typedef struct _tagPoint { float x, y; int cluster; } Point, *PPoint;
struct cell_s;
typedef struct cell_s cell_t;
struct cell_s { int8_t kind; uint16_t w; cell_t *next; union { float f; int i; } u; };
#ifdef __cplusplus
}
#endif
typedef cuFloatComplex cplx;
struct Grid {
  static const int N = 4;
  enum { Wrap = 8, Half = Wrap / 2 };
};
__device__ __managed__ int d_hits = 0;
__device__ volatile int d_flag;
__constant__ int c_dirs[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}}, c_weights[] = {4, 3, 2, 1};
__device__ const float d_lut[3] = {1.f, 2.f, 3.f};
static __device__ __constant__ float c_w[Grid::N];
__device__ _Bool is_even(int i) { return !(i & 1); }
__device__ float dist2(const Point *p, PPoint q) { const float dx = p->x - q->x, dy = p->y - q->y; return dx*dx + dy*dy; }
__global__ void walk(int *out, int n) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n) return;
  int x = i % Grid::Wrap, y = i / Grid::Wrap, s = 0;
  for (int d = 0; d < Grid::N; ++d) {
    int nx = (x + c_dirs[d][0] + Grid::Wrap) % Grid::Wrap, ny = (y + c_dirs[d][1] + Grid::Wrap) % Grid::Wrap;
    s += c_weights[d] * (ny * Grid::Wrap + nx);
  }
  _Bool e = is_even(s);
  out[i] = e ? s : -s;
  if (e) atomicAdd(&d_hits, 1);
}
__global__ void spectrum(cplx *data, float *power, const int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    cuFloatComplex z = data[i], w = make_cuFloatComplex(0.5f, -0.25f);
    z = cuCmulf(z, w);
    z = cuCaddf(z, cuConjf(w));
    z = cuCsubf(z, cuCdivf(w, make_cuComplex(1.0f, 2.0f)));
    data[i] = z;
    power[i] = cuCabsf(z) + cuCrealf(z) * cuCimagf(z);
    cuDoubleComplex zz = cuComplexFloatToDouble(z);
    zz = cuCmul(zz, make_cuDoubleComplex(1.0, 0.0));
    zz = cuCfma(zz, zz, cuCadd(zz, zz));
    power[i] += (float)cuCabs(zz) + d_lut[i % 3];
  }
}
__global__ void nearest(PPoint points, const Point * __restrict__ centres, int n, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  extern __shared__ char raw[];
  Point *local = (Point *) raw;
  float *best = (float *) (raw + k * sizeof(Point));
  int *idx = (int*) &best[blockDim.x];
  for (int j = threadIdx.x; j < k; j += blockDim.x) local[j] = centres[j];
  __syncthreads();
  if (i < n) {
    best[threadIdx.x] = 3.4e38F; idx[threadIdx.x] = -1;
    for (int j = 0; j < k; j++) { float d = dist2(points + i, local + j); if (d < best[threadIdx.x]) best[threadIdx.x] = d, idx[threadIdx.x] = j; }
    points[i].cluster = idx[threadIdx.x];
  }
}
template <typename T> struct square { __host__ __device__ T operator()(const T& x) const { return x * x; } };
int main(int argc, char *argv[]) {
  thrust::device_vector<float> dv(100, 1.0f);
  thrust::sort(dv.begin(), dv.end());
  float sum = thrust::transform_reduce(dv.begin(), dv.end(), square<float>(), 0.0f, thrust::plus<float>());
  std::complex<float> hz(1, 2);
  int *out; cudaMalloc(&out, 64 * sizeof *out);
  walk<<<1, 64>>>(out, 64);
  cplx *data; float *power; int n = 100;
  cudaMalloc((void**)&data, n * sizeof(cplx)); cudaMalloc((void**)&power, n * sizeof(float));
  cudaMemcpy(data, 0, n * sizeof(cplx), cudaMemcpyHostToDevice);
  spectrum<<<(n + 63) / 64, 64>>>(data, power, n);
  Point *pts, *cen; cudaMalloc(&pts, 128 * sizeof(Point)); cudaMalloc(&cen, 4 * sizeof(Point));
  cudaMemcpy(pts, 0, 128 * sizeof(Point), cudaMemcpyHostToDevice); cudaMemcpy(cen, 0, 4 * sizeof(Point), cudaMemcpyHostToDevice);
  nearest<<<2, 64, 4 * sizeof(Point) + 64 * (sizeof(float) + sizeof(int))>>>(pts, cen, 128, 4);
  printf("%f\n", sum);
}
