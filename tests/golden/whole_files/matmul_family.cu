// Matrix products: naive, tiled with borders, register-blocked, with an element type. Kernels: gpu_mult tiled<16> gemm<float>
#define BLOCK_SIZE 16
typedef struct { int width; int height; int stride; float* elements; } Matrix;
__device__ float GetElement(const Matrix A, int row, int col) { return A.elements[row * A.stride + col]; }
__device__ void SetElement(Matrix A, int row, int col, float value) { A.elements[row * A.stride + col] = value; }
__global__ void gpu_mult(const float *A, const float *B, float *C, int rows, int inner, int cols) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows && col < cols) {
    double sum = 0.0;
    for (int k = 0; k < inner; ++k) sum += (double)A[row * inner + k] * B[k * cols + col];
    C[row * cols + col] = (float)sum;
  }
}
template <int TILE> __global__ void tiled(const float* A, const float* B, float* C, int n) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  const int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
  float acc = 0.0f;
  for (int t = 0; t < (n + TILE - 1) / TILE; ++t) {
    const int a = t * TILE + threadIdx.x, b = t * TILE + threadIdx.y;
    As[threadIdx.y][threadIdx.x] = row < n && a < n ? A[row * n + a] : 0.0f;
    Bs[threadIdx.y][threadIdx.x] = b < n && col < n ? B[b * n + col] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TILE; ++k) acc += As[threadIdx.y][k] * Bs[k][threadIdx.x];
    __syncthreads();
  }
  if (row < n && col < n) C[row * n + col] = acc;
}
template <typename T, int BM = 32, int BN = 32, int BK = 8, int TM = 4>
__global__ void gemm(const T* __restrict__ A, const T* __restrict__ B, T* __restrict__ C, int M, int N, int K, T alpha, T beta) {
  __shared__ T As[BM * BK];
  __shared__ T Bs[BK * BN];
  const int threadCol = threadIdx.x % BN, threadRow = threadIdx.x / BN;
  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;
  T results[TM] = {0};
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = threadIdx.x; i < BM * BK; i += blockDim.x) As[i] = A[i / BK * K + i % BK];
    for (int i = threadIdx.x; i < BK * BN; i += blockDim.x) Bs[i] = B[i / BN * N + i % BN];
    __syncthreads();
    A += BK;
    B += BK * N;
    for (int k = 0; k < BK; ++k) {
      T b = Bs[k * BN + threadCol];
      for (int m = 0; m < TM; ++m) results[m] += As[(threadRow * TM + m) * BK + k] * b;
    }
    __syncthreads();
  }
  for (int m = 0; m < TM; ++m) {
    T& c = C[(threadRow * TM + m) * N + threadCol];
    c = alpha * results[m] + beta * c;
  }
}
