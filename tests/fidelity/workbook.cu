// Kernels as textbooks, samples, suites and labs write them. No counter depends on the order of threads.
#include <cooperative_groups.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cfloat>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

struct Random {  // each array has its own: arguments are evaluated in any order
  unsigned long long seed;
  explicit Random(unsigned key) : seed(88172645463325252ull + key * 2654435761ull) {
    for (int i = 0; i < 8; ++i) (*this)();
  }
  unsigned operator()() {
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (unsigned)(seed >> 20);
  }
};
static Random rnd(1);
template <class T>
T* upload(const std::vector<T>& v) {
  T* p;
  cudaMalloc(&p, v.size() * sizeof(T));
  cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  return p;
}
template <class T>
T* zeros(int count) {
  T* p;
  cudaMalloc(&p, count * sizeof(T));
  cudaMemset(p, 0, count * sizeof(T));
  return p;
}
static float* floats(int count, float low = 0.0f, float high = 1.0f, int salt = 0) {
  Random rnd(count * 64 + salt);
  std::vector<float> v(count);
  for (float& x : v) x = low + (high - low) * (float)(rnd() % 65536) / 65536.0f;
  return upload(v);
}
static double* doubles(int count, int salt = 8) {
  Random rnd(count * 64 + salt);
  std::vector<double> v(count);
  for (double& x : v) x = (double)(1 + rnd() % 65535) / 65536.0;
  return upload(v);
}
static int* ints(int count, int below, int salt = 16) {
  Random rnd(count * 64 + salt);
  std::vector<int> v(count);
  for (int& x : v) x = (int)(rnd() % below);
  return upload(v);
}
static unsigned char* bytes(int count) {
  Random rnd(count * 64 + 24);
  std::vector<unsigned char> v(count);
  for (unsigned char& x : v) x = (unsigned char)(rnd() & 255);
  return upload(v);
}
static int ceil_div(int a, int b) { return (a + b - 1) / b; }

// ======== 1: first chapters, CUDA by Example, tiles and convolutions
__global__ void vecAddKernel(float* A, float* B, float* C, int n) {
  int i = threadIdx.x + blockDim.x * blockIdx.x;
  if (i < n) {
    C[i] = A[i] + B[i];
  }
}

__global__ void saxpyGridStride(int n, float a, const float* x, float* y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    y[i] = a * x[i] + y[i];
  }
}

#define CHANNELS 3
__global__ void colorToGrayscaleConversion(unsigned char* Pout, unsigned char* Pin, int width, int height) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col < width && row < height) {
    int grayOffset = row * width + col;
    int rgbOffset = grayOffset * CHANNELS;
    unsigned char r = Pin[rgbOffset];
    unsigned char g = Pin[rgbOffset + 1];
    unsigned char b = Pin[rgbOffset + 2];
    Pout[grayOffset] = 0.21f * r + 0.71f * g + 0.07f * b;
  }
}

#define BLUR_SIZE 2
__global__ void blurKernel(unsigned char* in, unsigned char* out, int w, int h) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col < w && row < h) {
    int pixVal = 0;
    int pixels = 0;
    for (int blurRow = -BLUR_SIZE; blurRow < BLUR_SIZE + 1; ++blurRow) {
      for (int blurCol = -BLUR_SIZE; blurCol < BLUR_SIZE + 1; ++blurCol) {
        int curRow = row + blurRow;
        int curCol = col + blurCol;
        if (curRow >= 0 && curRow < h && curCol >= 0 && curCol < w) {
          pixVal += in[curRow * w + curCol];
          ++pixels;
        }
      }
    }
    out[row * w + col] = (unsigned char)(pixVal / pixels);
  }
}

__global__ void matrixMulKernel(float* M, float* N, float* P, int Width) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if ((row < Width) && (col < Width)) {
    float Pvalue = 0;
    for (int k = 0; k < Width; ++k) {
      Pvalue += M[row * Width + k] * N[k * Width + col];
    }
    P[row * Width + col] = Pvalue;
  }
}

#define TILE_WIDTH 16
__global__ void matrixMultiplyShared(float* A, float* B, float* C, int numARows, int numAColumns, int numBRows, int numBColumns, int numCRows, int numCColumns) {
  __shared__ float ds_A[TILE_WIDTH][TILE_WIDTH];
  __shared__ float ds_B[TILE_WIDTH][TILE_WIDTH];
  int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  int Row = by * TILE_WIDTH + ty;
  int Col = bx * TILE_WIDTH + tx;
  float Pvalue = 0;
  for (int m = 0; m < (numAColumns - 1) / TILE_WIDTH + 1; ++m) {
    if (Row < numARows && m * TILE_WIDTH + tx < numAColumns)
      ds_A[ty][tx] = A[Row * numAColumns + m * TILE_WIDTH + tx];
    else
      ds_A[ty][tx] = 0;
    if (Col < numBColumns && m * TILE_WIDTH + ty < numBRows)
      ds_B[ty][tx] = B[(m * TILE_WIDTH + ty) * numBColumns + Col];
    else
      ds_B[ty][tx] = 0;
    __syncthreads();
    for (int k = 0; k < TILE_WIDTH; ++k) Pvalue += ds_A[ty][k] * ds_B[k][tx];
    __syncthreads();
  }
  if (Row < numCRows && Col < numCColumns) C[Row * numCColumns + Col] = Pvalue;
}

template <int BM, int BN, int BK, int TM, int TN>
__device__ void sgemm_vectorized_body(int M, int N, int K, float alpha, float* A, float* B, float beta, float* C) {
  const int cRow = blockIdx.y;
  const int cCol = blockIdx.x;
  const int threadCol = threadIdx.x % (BN / TN);
  const int threadRow = threadIdx.x / (BN / TN);
  __shared__ float As[BM * BK];
  __shared__ float Bs[BK * BN];
  A += cRow * BM * K;
  B += cCol * BN;
  C += cRow * BM * N + cCol * BN;
  const int innerRowA = threadIdx.x / (BK / 4);
  const int innerColA = threadIdx.x % (BK / 4);
  const int innerRowB = threadIdx.x / (BN / 4);
  const int innerColB = threadIdx.x % (BN / 4);
  float threadResults[TM * TN] = {0.0};
  float regM[TM] = {0.0};
  float regN[TN] = {0.0};
  for (int bkIdx = 0; bkIdx < K; bkIdx += BK) {
    float4 tmp = reinterpret_cast<float4*>(&A[innerRowA * K + innerColA * 4])[0];
    As[(innerColA * 4 + 0) * BM + innerRowA] = tmp.x;
    As[(innerColA * 4 + 1) * BM + innerRowA] = tmp.y;
    As[(innerColA * 4 + 2) * BM + innerRowA] = tmp.z;
    As[(innerColA * 4 + 3) * BM + innerRowA] = tmp.w;
    reinterpret_cast<float4*>(&Bs[innerRowB * BN + innerColB * 4])[0] = reinterpret_cast<float4*>(&B[innerRowB * N + innerColB * 4])[0];
    __syncthreads();
    A += BK;
    B += BK * N;
    for (int dotIdx = 0; dotIdx < BK; ++dotIdx) {
      for (int i = 0; i < TM; ++i) regM[i] = As[dotIdx * BM + threadRow * TM + i];
      for (int i = 0; i < TN; ++i) regN[i] = Bs[dotIdx * BN + threadCol * TN + i];
      for (int resIdxM = 0; resIdxM < TM; ++resIdxM)
        for (int resIdxN = 0; resIdxN < TN; ++resIdxN) threadResults[resIdxM * TN + resIdxN] += regM[resIdxM] * regN[resIdxN];
    }
    __syncthreads();
  }
  for (int resIdxM = 0; resIdxM < TM; resIdxM += 1) {
    for (int resIdxN = 0; resIdxN < TN; resIdxN += 4) {
      float4 tmp = reinterpret_cast<float4*>(&C[(threadRow * TM + resIdxM) * N + threadCol * TN + resIdxN])[0];
      tmp.x = alpha * threadResults[resIdxM * TN + resIdxN] + beta * tmp.x;
      tmp.y = alpha * threadResults[resIdxM * TN + resIdxN + 1] + beta * tmp.y;
      tmp.z = alpha * threadResults[resIdxM * TN + resIdxN + 2] + beta * tmp.z;
      tmp.w = alpha * threadResults[resIdxM * TN + resIdxN + 3] + beta * tmp.w;
      reinterpret_cast<float4*>(&C[(threadRow * TM + resIdxM) * N + threadCol * TN + resIdxN])[0] = tmp;
    }
  }
}
__global__ void sgemmVectorize(int M, int N, int K, float alpha, float* A, float* B, float beta, float* C) {
  sgemm_vectorized_body<128, 128, 8, 8, 8>(M, N, K, alpha, A, B, beta, C);
}

#define MAX_MASK_WIDTH 9
#define CONV_TILE 128
__constant__ float c_mask[MAX_MASK_WIDTH];
__global__ void convolution_1D_tiled_kernel(float* N, float* P, int Mask_Width, int Width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ float N_ds[CONV_TILE + MAX_MASK_WIDTH - 1];
  int n = Mask_Width / 2;
  int halo_index_left = (blockIdx.x - 1) * blockDim.x + threadIdx.x;
  if (threadIdx.x >= blockDim.x - n) {
    N_ds[threadIdx.x - (blockDim.x - n)] = (halo_index_left < 0) ? 0 : N[halo_index_left];
  }
  N_ds[n + threadIdx.x] = i < Width ? N[i] : 0;
  int halo_index_right = (blockIdx.x + 1) * blockDim.x + threadIdx.x;
  if (threadIdx.x < n) {
    N_ds[n + blockDim.x + threadIdx.x] = (halo_index_right >= Width) ? 0 : N[halo_index_right];
  }
  __syncthreads();
  float Pvalue = 0;
  for (int j = 0; j < Mask_Width; j++) {
    Pvalue += N_ds[threadIdx.x + j] * c_mask[j];
  }
  if (i < Width) P[i] = Pvalue;
}

#define FILTER_RADIUS 2
#define IN_TILE_DIM 32
#define OUT_TILE_DIM ((IN_TILE_DIM) - 2 * (FILTER_RADIUS))
__constant__ float F_c[2 * FILTER_RADIUS + 1][2 * FILTER_RADIUS + 1];
__global__ void convolution_tiled_2D_const_mem_kernel(float* N, float* P, int width, int height) {
  int col = blockIdx.x * OUT_TILE_DIM + threadIdx.x - FILTER_RADIUS;
  int row = blockIdx.y * OUT_TILE_DIM + threadIdx.y - FILTER_RADIUS;
  __shared__ float N_s[IN_TILE_DIM][IN_TILE_DIM];
  if (row >= 0 && row < height && col >= 0 && col < width) {
    N_s[threadIdx.y][threadIdx.x] = N[row * width + col];
  } else {
    N_s[threadIdx.y][threadIdx.x] = 0.0;
  }
  __syncthreads();
  int tileCol = threadIdx.x - FILTER_RADIUS;
  int tileRow = threadIdx.y - FILTER_RADIUS;
  if (col >= 0 && col < width && row >= 0 && row < height) {
    if (tileCol >= 0 && tileCol < OUT_TILE_DIM && tileRow >= 0 && tileRow < OUT_TILE_DIM) {
      float Pvalue = 0.0f;
      for (int fRow = 0; fRow < 2 * FILTER_RADIUS + 1; fRow++) {
        for (int fCol = 0; fCol < 2 * FILTER_RADIUS + 1; fCol++) {
          Pvalue += F_c[fRow][fCol] * N_s[tileRow + fRow][tileCol + fCol];
        }
      }
      P[row * width + col] = Pvalue;
    }
  }
}

#define CACHED_TILE 16
__global__ void convolution_cached_tiled_2D_kernel(float* N, float* P, int width, int height) {
  int col = blockIdx.x * CACHED_TILE + threadIdx.x;
  int row = blockIdx.y * CACHED_TILE + threadIdx.y;
  __shared__ float N_s[CACHED_TILE][CACHED_TILE];
  if (row < height && col < width) {
    N_s[threadIdx.y][threadIdx.x] = N[row * width + col];
  } else {
    N_s[threadIdx.y][threadIdx.x] = 0.0;
  }
  __syncthreads();
  if (col < width && row < height) {
    float Pvalue = 0.0f;
    for (int fRow = 0; fRow < 2 * FILTER_RADIUS + 1; fRow++) {
      for (int fCol = 0; fCol < 2 * FILTER_RADIUS + 1; fCol++) {
        int x = (int)threadIdx.x - FILTER_RADIUS + fCol, y = (int)threadIdx.y - FILTER_RADIUS + fRow;
        if (x >= 0 && x < CACHED_TILE && y >= 0 && y < CACHED_TILE) {
          Pvalue += F_c[fRow][fCol] * N_s[y][x];
        } else {
          int r = row - FILTER_RADIUS + fRow, c = col - FILTER_RADIUS + fCol;
          if (r >= 0 && r < height && c >= 0 && c < width) {
            Pvalue += F_c[fRow][fCol] * N[r * width + c];
          }
        }
      }
    }
    P[row * width + col] = Pvalue;
  }
}

#define ST_IN 8
#define ST_OUT 6
__global__ void stencil_sweep_tiled(float* in, float* out, unsigned int N, float c0, float c1) {
  int i = blockIdx.z * ST_OUT + threadIdx.z - 1;
  int j = blockIdx.y * ST_OUT + threadIdx.y - 1;
  int k = blockIdx.x * ST_OUT + threadIdx.x - 1;
  __shared__ float in_s[ST_IN][ST_IN][ST_IN];
  if (i >= 0 && i < (int)N && j >= 0 && j < (int)N && k >= 0 && k < (int)N) {
    in_s[threadIdx.z][threadIdx.y][threadIdx.x] = in[i * N * N + j * N + k];
  }
  __syncthreads();
  if (i >= 1 && i < (int)N - 1 && j >= 1 && j < (int)N - 1 && k >= 1 && k < (int)N - 1) {
    if (threadIdx.z >= 1 && threadIdx.z < ST_IN - 1 && threadIdx.y >= 1 && threadIdx.y < ST_IN - 1 && threadIdx.x >= 1 && threadIdx.x < ST_IN - 1) {
      out[i * N * N + j * N + k] = c0 * in_s[threadIdx.z][threadIdx.y][threadIdx.x] +
                                   c1 * (in_s[threadIdx.z][threadIdx.y][threadIdx.x - 1] + in_s[threadIdx.z][threadIdx.y][threadIdx.x + 1] +
                                         in_s[threadIdx.z][threadIdx.y - 1][threadIdx.x] + in_s[threadIdx.z][threadIdx.y + 1][threadIdx.x] +
                                         in_s[threadIdx.z - 1][threadIdx.y][threadIdx.x] + in_s[threadIdx.z + 1][threadIdx.y][threadIdx.x]);
    }
  }
}

__global__ void histo_kernel(unsigned char* buffer, long size, unsigned int* histo) {
  __shared__ unsigned int temp[256];
  temp[threadIdx.x] = 0;
  __syncthreads();
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  int offset = blockDim.x * gridDim.x;
  while (i < size) {
    atomicAdd(&temp[buffer[i]], 1);
    i += offset;
  }
  __syncthreads();
  atomicAdd(&(histo[threadIdx.x]), temp[threadIdx.x]);
}

const int threadsPerBlock = 256;
__global__ void dot(float* a, float* b, float* c, int N) {
  __shared__ float cache[threadsPerBlock];
  int tid = threadIdx.x + blockIdx.x * blockDim.x;
  int cacheIndex = threadIdx.x;
  float temp = 0;
  while (tid < N) {
    temp += a[tid] * b[tid];
    tid += blockDim.x * gridDim.x;
  }
  cache[cacheIndex] = temp;
  __syncthreads();
  int i = blockDim.x / 2;
  while (i != 0) {
    if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
    __syncthreads();
    i /= 2;
  }
  if (cacheIndex == 0) c[blockIdx.x] = cache[0];
}

struct cuComplexNumber {
  float r, i;
  __device__ cuComplexNumber(float a, float b) : r(a), i(b) {}
  __device__ float magnitude2() { return r * r + i * i; }
  __device__ cuComplexNumber operator*(const cuComplexNumber& a) { return cuComplexNumber(r * a.r - i * a.i, i * a.r + r * a.i); }
  __device__ cuComplexNumber operator+(const cuComplexNumber& a) { return cuComplexNumber(r + a.r, i + a.i); }
};
#define DIM 56
__device__ int julia(int x, int y) {
  const float scale = 1.5;
  float jx = scale * (float)(DIM / 2 - x) / (DIM / 2);
  float jy = scale * (float)(DIM / 2 - y) / (DIM / 2);
  cuComplexNumber c(-0.8, 0.156);
  cuComplexNumber a(jx, jy);
  for (int i = 0; i < 200; i++) {
    a = a * a + c;
    if (a.magnitude2() > 1000) return 0;
  }
  return 1;
}
__global__ void julia_kernel(unsigned char* ptr) {
  int x = blockIdx.x;
  int y = blockIdx.y;
  int offset = x + y * gridDim.x;
  int juliaValue = julia(x, y);
  ptr[offset * 4 + 0] = 255 * juliaValue;
  ptr[offset * 4 + 1] = 0;
  ptr[offset * 4 + 2] = 0;
  ptr[offset * 4 + 3] = 255;
}

static void chapter_1() {
  vecAddKernel<<<ceil_div(5000, 256), 256>>>(floats(5000), floats(5000), zeros<float>(5000), 5000);
  saxpyGridStride<<<8, 256>>>(10000, 2.5f, floats(10000), floats(10000));
  colorToGrayscaleConversion<<<dim3(ceil_div(75, 16), ceil_div(62, 16)), dim3(16, 16)>>>(zeros<unsigned char>(75 * 62), bytes(75 * 62 * 3), 75, 62);
  blurKernel<<<dim3(ceil_div(76, 16), ceil_div(50, 16)), dim3(16, 16)>>>(bytes(76 * 50), zeros<unsigned char>(76 * 50), 76, 50);
  matrixMulKernel<<<dim3(4, 4), dim3(16, 16)>>>(floats(60 * 60), floats(60 * 60), zeros<float>(60 * 60), 60);
  matrixMultiplyShared<<<dim3(ceil_div(45, 16), ceil_div(50, 16)), dim3(16, 16)>>>(floats(50 * 70), floats(70 * 45), zeros<float>(50 * 45), 50, 70, 70, 45, 50, 45);
  sgemmVectorize<<<dim3(2, 2), 256>>>(256, 256, 32, 1.5f, floats(256 * 32), floats(32 * 256), 0.5f, floats(256 * 256));
  float mask[25];
  for (int i = 0; i < 25; ++i) mask[i] = 0.04f * (i + 1);
  cudaMemcpyToSymbol(c_mask, mask, 7 * sizeof(float));
  cudaMemcpyToSymbol(F_c, mask, 25 * sizeof(float));
  convolution_1D_tiled_kernel<<<ceil_div(3000, CONV_TILE), CONV_TILE>>>(floats(3000), zeros<float>(3000), 7, 3000);
  convolution_tiled_2D_const_mem_kernel<<<dim3(ceil_div(70, OUT_TILE_DIM), ceil_div(50, OUT_TILE_DIM)), dim3(IN_TILE_DIM, IN_TILE_DIM)>>>(floats(70 * 50), zeros<float>(70 * 50), 70, 50);
  convolution_cached_tiled_2D_kernel<<<dim3(ceil_div(60, CACHED_TILE), ceil_div(44, CACHED_TILE)), dim3(CACHED_TILE, CACHED_TILE)>>>(floats(60 * 44), zeros<float>(60 * 44), 60, 44);
  stencil_sweep_tiled<<<dim3(3, 3, 3), dim3(ST_IN, ST_IN, ST_IN)>>>(floats(17 * 17 * 17), zeros<float>(17 * 17 * 17), 17, 0.5f, 0.1f);
  histo_kernel<<<6, 256>>>(bytes(9000), 9000, zeros<unsigned>(256));
  dot<<<8, threadsPerBlock>>>(floats(7000), floats(7000), zeros<float>(8), 7000);
  julia_kernel<<<dim3(DIM, DIM), 1>>>(zeros<unsigned char>(DIM * DIM * 4));
}

// ======== 2: reductions in seven steps, scans, transposes
__global__ void reduce0(int* g_idata, int* g_odata) {
  extern __shared__ int sdata[];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = g_idata[i];
  __syncthreads();
  for (unsigned int s = 1; s < blockDim.x; s *= 2) {
    if (tid % (2 * s) == 0) {
      sdata[tid] += sdata[tid + s];
    }
    __syncthreads();
  }
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

__global__ void reduce1(int* g_idata, int* g_odata) {
  extern __shared__ int sdata[];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = g_idata[i];
  __syncthreads();
  for (unsigned int s = 1; s < blockDim.x; s *= 2) {
    int index = 2 * s * tid;
    if (index < blockDim.x) {
      sdata[index] += sdata[index + s];
    }
    __syncthreads();
  }
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

__global__ void reduce2(int* g_idata, int* g_odata, unsigned int n) {
  extern __shared__ int sdata[];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = (i < n) ? g_idata[i] : 0;
  __syncthreads();
  for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) {
      sdata[tid] += sdata[tid + s];
    }
    __syncthreads();
  }
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

__global__ void reduce3(int* g_idata, int* g_odata, unsigned int n) {
  extern __shared__ int sdata[];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
  int mySum = (i < n) ? g_idata[i] : 0;
  if (i + blockDim.x < n) mySum += g_idata[i + blockDim.x];
  sdata[tid] = mySum;
  __syncthreads();
  for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) {
      sdata[tid] = mySum = mySum + sdata[tid + s];
    }
    __syncthreads();
  }
  if (tid == 0) g_odata[blockIdx.x] = mySum;
}

__device__ void warpReduceVolatile(volatile int* sdata, int tid) {
  sdata[tid] += sdata[tid + 32];
  sdata[tid] += sdata[tid + 16];
  sdata[tid] += sdata[tid + 8];
  sdata[tid] += sdata[tid + 4];
  sdata[tid] += sdata[tid + 2];
  sdata[tid] += sdata[tid + 1];
}
__global__ void reduce4(int* g_idata, int* g_odata) {
  extern __shared__ int sdata[];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
  sdata[tid] = g_idata[i] + g_idata[i + blockDim.x];
  __syncthreads();
  for (unsigned int s = blockDim.x / 2; s > 32; s >>= 1) {
    if (tid < s) sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid < 32) warpReduceVolatile(sdata, tid);
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

template <unsigned int blockSize>
__device__ void warpReduce(volatile int* sdata, unsigned int tid) {
  if (blockSize >= 64) sdata[tid] += sdata[tid + 32];
  if (blockSize >= 32) sdata[tid] += sdata[tid + 16];
  if (blockSize >= 16) sdata[tid] += sdata[tid + 8];
  if (blockSize >= 8) sdata[tid] += sdata[tid + 4];
  if (blockSize >= 4) sdata[tid] += sdata[tid + 2];
  if (blockSize >= 2) sdata[tid] += sdata[tid + 1];
}
template <unsigned int blockSize>
__device__ void unrolledTree(int* sdata, unsigned int tid) {
  if (blockSize >= 512) {
    if (tid < 256) sdata[tid] += sdata[tid + 256];
    __syncthreads();
  }
  if (blockSize >= 256) {
    if (tid < 128) sdata[tid] += sdata[tid + 128];
    __syncthreads();
  }
  if (blockSize >= 128) {
    if (tid < 64) sdata[tid] += sdata[tid + 64];
    __syncthreads();
  }
  if (tid < 32) warpReduce<blockSize>(sdata, tid);
}
__global__ void reduce5(int* g_idata, int* g_odata) {
  extern __shared__ int sdata[];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
  sdata[tid] = g_idata[i] + g_idata[i + blockDim.x];
  __syncthreads();
  unrolledTree<256>(sdata, tid);
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

__global__ void reduce6(int* g_idata, int* g_odata, unsigned int n) {
  extern __shared__ int sdata[];
  const unsigned int blockSize = 128;
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * (blockSize * 2) + tid;
  unsigned int gridSize = blockSize * 2 * gridDim.x;
  sdata[tid] = 0;
  while (i < n) {
    sdata[tid] += g_idata[i] + g_idata[i + blockSize];
    i += gridSize;
  }
  __syncthreads();
  unrolledTree<blockSize>(sdata, tid);
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

__global__ void scan_hillis_steele(float* g_odata, float* g_idata, int n) {
  extern __shared__ float temp[];
  int thid = threadIdx.x;
  int pout = 0, pin = 1;
  temp[pout * n + thid] = (thid > 0) ? g_idata[blockIdx.x * n + thid - 1] : 0;
  __syncthreads();
  for (int offset = 1; offset < n; offset *= 2) {
    pout = 1 - pout;
    pin = 1 - pout;
    if (thid >= offset)
      temp[pout * n + thid] = temp[pin * n + thid] + temp[pin * n + thid - offset];
    else
      temp[pout * n + thid] = temp[pin * n + thid];
    __syncthreads();
  }
  g_odata[blockIdx.x * n + thid] = temp[pout * n + thid];
}

__global__ void prescan(float* g_odata, float* g_idata, int n) {
  extern __shared__ float temp[];
  int thid = threadIdx.x;
  int offset = 1;
  temp[2 * thid] = g_idata[2 * thid];
  temp[2 * thid + 1] = g_idata[2 * thid + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (thid < d) {
      int ai = offset * (2 * thid + 1) - 1;
      int bi = offset * (2 * thid + 2) - 1;
      temp[bi] += temp[ai];
    }
    offset *= 2;
  }
  if (thid == 0) temp[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (thid < d) {
      int ai = offset * (2 * thid + 1) - 1;
      int bi = offset * (2 * thid + 2) - 1;
      float t = temp[ai];
      temp[ai] = temp[bi];
      temp[bi] += t;
    }
  }
  __syncthreads();
  g_odata[2 * thid] = temp[2 * thid];
  g_odata[2 * thid + 1] = temp[2 * thid + 1];
}

#define NUM_BANKS 32
#define LOG_NUM_BANKS 5
#define CONFLICT_FREE_OFFSET(n) ((n) >> LOG_NUM_BANKS)
__global__ void prescan_conflict_free(float* g_odata, float* g_idata, float* sums, int n) {
  extern __shared__ float temp[];
  int thid = threadIdx.x;
  int base = blockIdx.x * n;
  int offset = 1;
  int ai = thid;
  int bi = thid + (n / 2);
  int bankOffsetA = CONFLICT_FREE_OFFSET(ai);
  int bankOffsetB = CONFLICT_FREE_OFFSET(bi);
  temp[ai + bankOffsetA] = g_idata[base + ai];
  temp[bi + bankOffsetB] = g_idata[base + bi];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (thid < d) {
      int ai = offset * (2 * thid + 1) - 1;
      int bi = offset * (2 * thid + 2) - 1;
      ai += CONFLICT_FREE_OFFSET(ai);
      bi += CONFLICT_FREE_OFFSET(bi);
      temp[bi] += temp[ai];
    }
    offset *= 2;
  }
  if (thid == 0) {
    int last = n - 1 + CONFLICT_FREE_OFFSET(n - 1);
    if (sums) sums[blockIdx.x] = temp[last];
    temp[last] = 0;
  }
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (thid < d) {
      int ai = offset * (2 * thid + 1) - 1;
      int bi = offset * (2 * thid + 2) - 1;
      ai += CONFLICT_FREE_OFFSET(ai);
      bi += CONFLICT_FREE_OFFSET(bi);
      float t = temp[ai];
      temp[ai] = temp[bi];
      temp[bi] += t;
    }
  }
  __syncthreads();
  g_odata[base + ai] = temp[ai + bankOffsetA];
  g_odata[base + bi] = temp[bi + bankOffsetB];
}

const int TILE_DIM = 32;
const int BLOCK_ROWS = 8;
__global__ void transposeCoalesced(float* odata, const float* idata) {
  __shared__ float tile[TILE_DIM][TILE_DIM];
  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;
  int width = gridDim.x * TILE_DIM;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE_DIM + threadIdx.x;
  y = blockIdx.x * TILE_DIM + threadIdx.y;
  int height = gridDim.y * TILE_DIM;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void transposeDiagonal(double* odata, double* idata, int width, int height) {
  __shared__ double tile[16][16 + 1];
  int blockIdx_x, blockIdx_y;
  if (width == height) {
    blockIdx_y = blockIdx.x;
    blockIdx_x = (blockIdx.x + blockIdx.y) % gridDim.x;
  } else {
    int bid = blockIdx.x + gridDim.x * blockIdx.y;
    blockIdx_y = bid % gridDim.y;
    blockIdx_x = ((bid / gridDim.y) + blockIdx_y) % gridDim.x;
  }
  int xIndex = blockIdx_x * 16 + threadIdx.x;
  int yIndex = blockIdx_y * 16 + threadIdx.y;
  int index_in = xIndex + yIndex * width;
  xIndex = blockIdx_y * 16 + threadIdx.x;
  yIndex = blockIdx_x * 16 + threadIdx.y;
  int index_out = xIndex + yIndex * height;
  for (int i = 0; i < 16; i += 4) tile[threadIdx.y + i][threadIdx.x] = idata[index_in + i * width];
  __syncthreads();
  for (int i = 0; i < 16; i += 4) odata[index_out + i * height] = tile[threadIdx.x][threadIdx.y + i];
}

__global__ void transposeUnroll4Col(float* out, float* in, const int nx, const int ny) {
  unsigned int ix = blockDim.x * blockIdx.x * 4 + threadIdx.x;
  unsigned int iy = blockDim.y * blockIdx.y + threadIdx.y;
  unsigned int ti = iy * nx + ix;
  unsigned int to = ix * ny + iy;
  if (ix + 3 * blockDim.x < nx && iy < ny) {
    out[ti] = in[to];
    out[ti + blockDim.x] = in[to + blockDim.x * ny];
    out[ti + 2 * blockDim.x] = in[to + 2 * blockDim.x * ny];
    out[ti + 3 * blockDim.x] = in[to + 3 * blockDim.x * ny];
  }
}

static void chapter_2() {
  int* numbers = ints(8192, 100);
  int* sums = zeros<int>(64);
  reduce0<<<16, 128, 128 * sizeof(int)>>>(numbers, sums);
  reduce1<<<16, 128, 128 * sizeof(int)>>>(numbers, sums);
  reduce2<<<ceil_div(3900, 256), 256, 256 * sizeof(int)>>>(numbers, sums, 3900);
  reduce3<<<ceil_div(7000, 512), 256, 256 * sizeof(int)>>>(numbers, sums, 7000);
  reduce4<<<16, 256, 256 * sizeof(int)>>>(numbers, sums);
  reduce5<<<16, 256, 256 * sizeof(int)>>>(numbers, sums);
  reduce6<<<8, 128, 128 * sizeof(int)>>>(numbers, sums, 8192);
  scan_hillis_steele<<<8, 256, 2 * 256 * sizeof(float)>>>(zeros<float>(2048), floats(2048), 256);
  prescan<<<1, 512, 1024 * sizeof(float)>>>(zeros<float>(1024), floats(1024), 1024);
  prescan_conflict_free<<<4, 256, (512 + 16) * sizeof(float)>>>(zeros<float>(2048), floats(2048), zeros<float>(4), 512);
  transposeCoalesced<<<dim3(3, 4), dim3(TILE_DIM, BLOCK_ROWS)>>>(zeros<float>(96 * 128), floats(96 * 128));
  transposeDiagonal<<<dim3(4, 6), dim3(16, 4)>>>(zeros<double>(64 * 96), doubles(64 * 96), 64, 96);
  transposeUnroll4Col<<<dim3(2, 5), dim3(16, 16)>>>(zeros<float>(128 * 80), floats(128 * 80), 128, 80);
}

// ======== 3: sparse matrices, graphs, sorts, n-body, samples
__global__ void spmv_csr_scalar_kernel(const int num_rows, const int* ptr, const int* indices, const float* data, const float* x, float* y) {
  int row = blockDim.x * blockIdx.x + threadIdx.x;
  if (row < num_rows) {
    float dot = 0;
    int row_start = ptr[row];
    int row_end = ptr[row + 1];
    for (int jj = row_start; jj < row_end; jj++) dot += data[jj] * x[indices[jj]];
    y[row] += dot;
  }
}

__global__ void spmv_csr_vector_kernel(const double* __restrict__ val, const double* __restrict__ vec, const int* __restrict__ cols, const int* __restrict__ rowDelimiters, const int dim, double* __restrict__ out) {
  int t = threadIdx.x;
  int id = t & (32 - 1);
  int warpsPerBlock = blockDim.x / 32;
  int myRow = (blockIdx.x * warpsPerBlock) + (t / 32);
  __shared__ volatile double partialSums[128];
  if (myRow < dim) {
    int warpStart = rowDelimiters[myRow];
    int warpEnd = rowDelimiters[myRow + 1];
    double mySum = 0;
    for (int j = warpStart + id; j < warpEnd; j += 32) {
      int col = cols[j];
      mySum += val[j] * vec[col];
    }
    partialSums[t] = mySum;
    if (id < 16) partialSums[t] += partialSums[t + 16];
    if (id < 8) partialSums[t] += partialSums[t + 8];
    if (id < 4) partialSums[t] += partialSums[t + 4];
    if (id < 2) partialSums[t] += partialSums[t + 2];
    if (id < 1) partialSums[t] += partialSums[t + 1];
    if (id == 0) out[myRow] = partialSums[t];
  }
}

struct ELLMatrix {
  unsigned int numRows;
  unsigned int maxNnz;
  unsigned int* nnzPerRow;
  unsigned int* colIdx;
  float* value;
};
__global__ void spmv_ell_kernel(ELLMatrix ellMatrix, float* x, float* y) {
  unsigned int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < ellMatrix.numRows) {
    float sum = 0.0f;
    for (unsigned int t = 0; t < ellMatrix.nnzPerRow[row]; ++t) {
      unsigned int i = t * ellMatrix.numRows + row;
      unsigned int col = ellMatrix.colIdx[i];
      float value = ellMatrix.value[i];
      sum += x[col] * value;
    }
    y[row] = sum;
  }
}

struct COOMatrix {
  unsigned int numNonzeros;
  unsigned int* rowIdx;
  unsigned int* colIdx;
  float* value;
};
__global__ void spmv_coo_kernel(COOMatrix cooMatrix, float* x, float* y) {
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < cooMatrix.numNonzeros) {
    unsigned int row = cooMatrix.rowIdx[i];
    unsigned int col = cooMatrix.colIdx[i];
    float value = cooMatrix.value[i];
    atomicAdd(&y[row], x[col] * value);
  }
}

__global__ void spmvJDSKernel(float* out, int* matColStart, int* matCols, int* matRowPerm, int* matRows, float* matData, float* vec, int dim) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx < dim) {
    float accum = 0;
    for (int sec = 0; sec < matRows[idx]; sec++) {
      accum += matData[matColStart[sec] + idx] * vec[matCols[matColStart[sec] + idx]];
    }
    out[matRowPerm[idx]] = accum;
  }
}

__device__ int merge_path(const int* a, int a_count, const int* b, int b_count, int diag) {
  int begin = max(0, diag - b_count);
  int end = min(diag, a_count);
  while (begin < end) {
    int mid = (begin + end) >> 1;
    bool pred = a[mid] <= b[diag - 1 - mid];
    if (pred)
      begin = mid + 1;
    else
      end = mid;
  }
  return begin;
}
#define MERGE_VT 7
__global__ void merge_path_kernel(const int* __restrict__ a, int a_count, const int* __restrict__ b, int b_count, int* __restrict__ c) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  int diag = min(tid * MERGE_VT, a_count + b_count);
  int a_at = merge_path(a, a_count, b, b_count, diag);
  int b_at = diag - a_at;
  for (int i = 0; i < MERGE_VT && diag + i < a_count + b_count; ++i) {
    bool take_a;
    if (b_at >= b_count)
      take_a = true;
    else if (a_at >= a_count)
      take_a = false;
    else
      take_a = a[a_at] <= b[b_at];
    c[diag + i] = take_a ? a[a_at++] : b[b_at++];
  }
}

__global__ void radix_sort_iter(unsigned int* input, unsigned int* output, unsigned int N, unsigned int iter) {
  __shared__ unsigned int bits[256];
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned int key = 0xffffffffu, bit = 1;
  if (i < N) {
    key = input[i];
    bit = (key >> iter) & 1;
  }
  bits[threadIdx.x] = bit;
  __syncthreads();
  for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
    unsigned int temp = 0;
    if (threadIdx.x >= stride) temp = bits[threadIdx.x - stride];
    __syncthreads();
    bits[threadIdx.x] += temp;
    __syncthreads();
  }
  if (i < N) {
    unsigned int numOnesBefore = bits[threadIdx.x] - bit;
    unsigned int numOnesTotal = bits[blockDim.x - 1];
    unsigned int dst = (bit == 0) ? (threadIdx.x - numOnesBefore) : (blockDim.x - numOnesTotal + numOnesBefore);
    output[blockIdx.x * blockDim.x + dst] = key;
  }
}

struct Node {
  int starting;
  int no_of_edges;
};
__global__ void bfs_frontier_kernel(Node* g_graph_nodes, int* g_graph_edges, bool* g_graph_mask, bool* g_updating_graph_mask, bool* g_graph_visited, int* g_cost, int no_of_nodes) {
  int tid = blockIdx.x * 512 + threadIdx.x;
  if (tid < no_of_nodes && g_graph_mask[tid]) {
    g_graph_mask[tid] = false;
    for (int i = g_graph_nodes[tid].starting; i < (g_graph_nodes[tid].no_of_edges + g_graph_nodes[tid].starting); i++) {
      int id = g_graph_edges[i];
      if (!g_graph_visited[id]) {
        g_cost[id] = g_cost[tid] + 1;
        g_updating_graph_mask[id] = true;
      }
    }
  }
}

__global__ void bfs_edge_centric(const unsigned int* src, const unsigned int* dst, const unsigned int* level, unsigned int* next, unsigned int* newVertexVisited, unsigned int numEdges, unsigned int currLevel) {
  unsigned int edge = blockIdx.x * blockDim.x + threadIdx.x;
  if (edge < numEdges) {
    unsigned int vertex = src[edge];
    if (level[vertex] == currLevel - 1) {
      unsigned int neighbor = dst[edge];
      if (level[neighbor] == 0xffffffffu) {
        next[neighbor] = currLevel;
        *newVertexVisited = 1;
      }
    }
  }
}

__global__ void kmeansPoint(float* features, int nfeatures, int npoints, int nclusters, int* membership, float* clusters) {
  const unsigned int block_id = gridDim.x * blockIdx.y + blockIdx.x;
  const unsigned int point_id = block_id * blockDim.x * blockDim.y + threadIdx.x;
  int index = -1;
  if (point_id < npoints) {
    float min_dist = FLT_MAX;
    for (int i = 0; i < nclusters; i++) {
      int cluster_base_index = i * nfeatures;
      float ans = 0.0;
      for (int j = 0; j < nfeatures; j++) {
        int addr = point_id + j * npoints;
        float diff = (features[addr] - clusters[cluster_base_index + j]);
        ans += diff * diff;
      }
      if (ans < min_dist) {
        min_dist = ans;
        index = i;
      }
    }
    membership[point_id] = index;
  }
}

__device__ float3 bodyBodyInteraction(float4 bi, float4 bj, float3 ai) {
  float3 r;
  r.x = bj.x - bi.x;
  r.y = bj.y - bi.y;
  r.z = bj.z - bi.z;
  float distSqr = r.x * r.x + r.y * r.y + r.z * r.z + 0.01f;
  float distSixth = distSqr * distSqr * distSqr;
  float invDistCube = 1.0f / sqrtf(distSixth);
  float s = bj.w * invDistCube;
  ai.x += r.x * s;
  ai.y += r.y * s;
  ai.z += r.z * s;
  return ai;
}
__device__ float3 tile_calculation(float4 myPosition, float3 accel) {
  extern __shared__ float4 shPosition[];
  for (int i = 0; i < blockDim.x; i++) accel = bodyBodyInteraction(myPosition, shPosition[i], accel);
  return accel;
}
__global__ void calculate_forces(void* devX, void* devA, int N) {
  extern __shared__ float4 shPosition[];
  float4* globalX = (float4*)devX;
  float4* globalA = (float4*)devA;
  float3 acc = {0.0f, 0.0f, 0.0f};
  int gtid = blockIdx.x * blockDim.x + threadIdx.x;
  float4 myPosition = globalX[gtid];
  for (int i = 0, tile = 0; i < N; i += blockDim.x, tile++) {
    int idx = tile * blockDim.x + threadIdx.x;
    shPosition[threadIdx.x] = globalX[idx];
    __syncthreads();
    acc = tile_calculation(myPosition, acc);
    __syncthreads();
  }
  float4 acc4 = {acc.x, acc.y, acc.z, 0.0f};
  globalA[gtid] = acc4;
}

__device__ inline float cndGPU(float d) {
  const float A1 = 0.31938153f, A2 = -0.356563782f, A3 = 1.781477937f, A4 = -1.821255978f, A5 = 1.330274429f, RSQRT2PI = 0.39894228040143267793994605993438f;
  float K = __fdividef(1.0f, (1.0f + 0.2316419f * fabsf(d)));
  float cnd = RSQRT2PI * __expf(-0.5f * d * d) * (K * (A1 + K * (A2 + K * (A3 + K * (A4 + K * A5)))));
  if (d > 0) cnd = 1.0f - cnd;
  return cnd;
}
__device__ inline void BlackScholesBodyGPU(float& CallResult, float& PutResult, float S, float X, float T, float R, float V) {
  float sqrtT = __fdividef(1.0F, rsqrtf(T));
  float d1 = __fdividef(__logf(S / X) + (R + 0.5f * V * V) * T, V * sqrtT);
  float d2 = d1 - V * sqrtT;
  float CNDD1 = cndGPU(d1), CNDD2 = cndGPU(d2);
  float expRT = __expf(-R * T);
  CallResult = S * CNDD1 - X * expRT * CNDD2;
  PutResult = X * expRT * (1.0f - CNDD2) - S * (1.0f - CNDD1);
}
__launch_bounds__(128) __global__ void BlackScholesGPU(float2* __restrict d_CallResult, float2* __restrict d_PutResult, float2* __restrict d_StockPrice, float2* __restrict d_OptionStrike, float2* __restrict d_OptionYears, float Riskfree, float Volatility, int optN) {
  const int opt = blockDim.x * blockIdx.x + threadIdx.x;
  if (opt < (optN / 2)) {
    float callResult1, callResult2, putResult1, putResult2;
    BlackScholesBodyGPU(callResult1, putResult1, d_StockPrice[opt].x, d_OptionStrike[opt].x, d_OptionYears[opt].x, Riskfree, Volatility);
    BlackScholesBodyGPU(callResult2, putResult2, d_StockPrice[opt].y, d_OptionStrike[opt].y, d_OptionYears[opt].y, Riskfree, Volatility);
    d_CallResult[opt] = make_float2(callResult1, callResult2);
    d_PutResult[opt] = make_float2(putResult1, putResult2);
  }
}

__global__ void mandelbrot_ilp(unsigned width, unsigned height, int max_iters, unsigned* out) {
  unsigned px = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= width || py >= height) return;
  float cx = ((float)px / (float)width) * 2.5f - 2.0f;
  float cy = ((float)py / (float)height) * 2.5f - 1.25f;
  float x2 = 0.0f, y2 = 0.0f, w = 0.0f;
  int iters = 0;
  while (x2 + y2 <= 4.0f && iters < max_iters) {
    float x = x2 - y2 + cx;
    float y = w - (x2 + y2) + cy;
    x2 = x * x;
    y2 = y * y;
    float z = x + y;
    w = z * z;
    ++iters;
  }
  out[py * width + px] = iters;
}

__device__ inline void Comparator(unsigned& keyA, unsigned& valA, unsigned& keyB, unsigned& valB, unsigned dir) {
  unsigned t;
  if ((keyA > keyB) == dir) {
    t = keyA;
    keyA = keyB;
    keyB = t;
    t = valA;
    valA = valB;
    valB = t;
  }
}
#define SHARED_SIZE_LIMIT 256U
__global__ void bitonicSortShared(unsigned* d_DstKey, unsigned* d_DstVal, unsigned* d_SrcKey, unsigned* d_SrcVal, unsigned arrayLength, unsigned dir) {
  __shared__ unsigned s_key[SHARED_SIZE_LIMIT];
  __shared__ unsigned s_val[SHARED_SIZE_LIMIT];
  d_SrcKey += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
  d_SrcVal += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
  d_DstKey += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
  d_DstVal += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
  s_key[threadIdx.x + 0] = d_SrcKey[0];
  s_val[threadIdx.x + 0] = d_SrcVal[0];
  s_key[threadIdx.x + (SHARED_SIZE_LIMIT / 2)] = d_SrcKey[(SHARED_SIZE_LIMIT / 2)];
  s_val[threadIdx.x + (SHARED_SIZE_LIMIT / 2)] = d_SrcVal[(SHARED_SIZE_LIMIT / 2)];
  for (unsigned size = 2; size < arrayLength; size <<= 1) {
    unsigned ddd = dir ^ ((threadIdx.x & (size / 2)) != 0);
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      Comparator(s_key[pos + 0], s_val[pos + 0], s_key[pos + stride], s_val[pos + stride], ddd);
    }
  }
  for (unsigned stride = arrayLength / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
    Comparator(s_key[pos + 0], s_val[pos + 0], s_key[pos + stride], s_val[pos + stride], dir);
  }
  __syncthreads();
  d_DstKey[0] = s_key[threadIdx.x + 0];
  d_DstVal[0] = s_val[threadIdx.x + 0];
  d_DstKey[(SHARED_SIZE_LIMIT / 2)] = s_key[threadIdx.x + (SHARED_SIZE_LIMIT / 2)];
  d_DstVal[(SHARED_SIZE_LIMIT / 2)] = s_val[threadIdx.x + (SHARED_SIZE_LIMIT / 2)];
}

__global__ void bitonic_sort_step(float* dev_values, int j, int k) {
  unsigned int i, ixj;
  i = threadIdx.x + blockDim.x * blockIdx.x;
  ixj = i ^ j;
  if ((ixj) > i) {
    if ((i & k) == 0) {
      if (dev_values[i] > dev_values[ixj]) {
        float temp = dev_values[i];
        dev_values[i] = dev_values[ixj];
        dev_values[ixj] = temp;
      }
    }
    if ((i & k) != 0) {
      if (dev_values[i] < dev_values[ixj]) {
        float temp = dev_values[i];
        dev_values[i] = dev_values[ixj];
        dev_values[ixj] = temp;
      }
    }
  }
}

__global__ void floydWarshallPass(unsigned int* pathDistanceBuffer, unsigned int* pathBuffer, const unsigned int numNodes, const unsigned int pass) {
  int xValue = threadIdx.x + blockIdx.x * blockDim.x;
  int yValue = threadIdx.y + blockIdx.y * blockDim.y;
  int k = pass;
  int oldWeight = pathDistanceBuffer[yValue * numNodes + xValue];
  int tempWeight = pathDistanceBuffer[yValue * numNodes + k] + pathDistanceBuffer[k * numNodes + xValue];
  if (tempWeight < oldWeight) {
    pathDistanceBuffer[yValue * numNodes + xValue] = tempWeight;
    pathBuffer[yValue * numNodes + xValue] = k;
  }
}

static std::vector<int> row_starts(int rows, int most) {
  std::vector<int> v(rows + 1, 0);
  for (int i = 0; i < rows; ++i) v[i + 1] = v[i] + (int)(rnd() % (most + 1));
  return v;
}
static std::vector<int> sorted(int count) {
  Random rnd(count * 64 + 32);
  std::vector<int> v(count);
  int last = 0;
  for (int& x : v) x = last += (int)(rnd() % 5);
  return v;
}

static void chapter_3() {
  {
    std::vector<int> starts = row_starts(1500, 14);
    int nnz = starts.back();
    spmv_csr_scalar_kernel<<<ceil_div(1500, 256), 256>>>(1500, upload(starts), ints(nnz, 1500), floats(nnz), floats(1500), floats(1500));
  }
  {
    std::vector<int> starts = row_starts(150, 90);
    int nnz = starts.back();
    spmv_csr_vector_kernel<<<ceil_div(150, 4), 128>>>(doubles(nnz), doubles(700), ints(nnz, 700), upload(starts), 150, zeros<double>(150));
  }
  {
    ELLMatrix m{1000, 9, (unsigned*)ints(1000, 10), (unsigned*)ints(9000, 1000), floats(9000)};
    spmv_ell_kernel<<<ceil_div(1000, 128), 128>>>(m, floats(1000), zeros<float>(1000));
  }
  {
    std::vector<int> starts = row_starts(600, 12);
    std::vector<unsigned> rows;
    for (int r = 0; r < 600; ++r) rows.insert(rows.end(), starts[r + 1] - starts[r], (unsigned)r);
    int nnz = starts.back();
    COOMatrix m{(unsigned)nnz, upload(rows), (unsigned*)ints(nnz, 600), floats(nnz)};
    spmv_coo_kernel<<<ceil_div(nnz, 256), 256>>>(m, floats(600), zeros<float>(600));
  }
  {
    const int dim = 900, most = 20;
    std::vector<int> lengths(dim), perm(dim), columns(most + 1, 0);
    for (int i = 0; i < dim; ++i) lengths[i] = most - i * most / dim, perm[i] = (i * 7) % dim == 0 && i ? 0 : (int)((i * 7ll) % dim);
    for (int s = 0; s < most; ++s) {
      int count = 0;
      for (int i = 0; i < dim; ++i) count += lengths[i] > s;
      columns[s + 1] = columns[s] + count;
    }
    int nnz = columns[most];
    spmvJDSKernel<<<ceil_div(dim, 192), 192>>>(zeros<float>(dim), upload(columns), ints(nnz, dim), upload(perm), upload(lengths), floats(nnz), floats(dim), dim);
  }
  merge_path_kernel<<<ceil_div(3000 + 4100, 128 * MERGE_VT), 128>>>(upload(sorted(3000)), 3000, upload(sorted(4100)), 4100, zeros<int>(7100));
  radix_sort_iter<<<ceil_div(3000, 256), 256>>>((unsigned*)ints(3000, 1 << 20), zeros<unsigned>(3072), 3000, 3);
  {
    const int nodes = 2500;
    std::vector<Node> graph(nodes);
    int edges = 0;
    for (Node& v : graph) v.starting = edges, v.no_of_edges = 1 + (int)(rnd() % 9), edges += v.no_of_edges;
    std::vector<unsigned char> mask(nodes), visited(nodes);
    for (int i = 0; i < nodes; ++i) mask[i] = rnd() % 4 == 0, visited[i] = mask[i] || rnd() % 3 == 0;
    bfs_frontier_kernel<<<ceil_div(nodes, 512), 512>>>(upload(graph), ints(edges, nodes), (bool*)upload(mask), (bool*)zeros<unsigned char>(nodes), (bool*)upload(visited), zeros<int>(nodes), nodes);
    std::vector<unsigned> level(1200);
    for (unsigned& l : level) l = rnd() % 5 < 3 ? rnd() % 3 : 0xffffffffu;
    bfs_edge_centric<<<ceil_div(5000, 256), 256>>>((unsigned*)ints(5000, 1200), (unsigned*)ints(5000, 1200, 17), upload(level), zeros<unsigned>(1200), zeros<unsigned>(1), 5000, 3);
  }
  kmeansPoint<<<dim3(3, 3), 256>>>(floats(2000 * 10), 10, 2000, 5, zeros<int>(2000), floats(5 * 10));
  calculate_forces<<<8, 128, 128 * sizeof(float4)>>>(floats(1024 * 4), zeros<float4>(1024), 1024);
  BlackScholesGPU<<<ceil_div(5000 / 2, 128), 128>>>(zeros<float2>(2500), zeros<float2>(2500), (float2*)floats(5000, 5, 30), (float2*)floats(5000, 1, 100), (float2*)floats(5000, 0.25f, 10), 0.02f, 0.3f, 5000);
  mandelbrot_ilp<<<dim3(ceil_div(70, 32), ceil_div(50, 4)), dim3(32, 4)>>>(70, 50, 256, zeros<unsigned>(70 * 50));
  bitonicSortShared<<<8, SHARED_SIZE_LIMIT / 2>>>(zeros<unsigned>(2048), zeros<unsigned>(2048), (unsigned*)ints(2048, 65536), (unsigned*)ints(2048, 2048, 17), SHARED_SIZE_LIMIT, 1);
  bitonic_sort_step<<<8, 512>>>(floats(4096), 8, 64);
  {
    std::vector<unsigned> weights(64 * 64);
    for (unsigned& w : weights) w = 1 + rnd() % 200;
    for (int i = 0; i < 64; ++i) weights[i * 65] = 0;
    floydWarshallPass<<<dim3(4, 4), dim3(16, 16)>>>(upload(weights), zeros<unsigned>(64 * 64), 64, 20);
  }
}

// ======== 4: suites (Rodinia, Parboil) and image filters
__global__ void Fan2(float* m_cuda, float* a_cuda, float* b_cuda, int Size, int j1, int t) {
  if (threadIdx.x + blockIdx.x * blockDim.x >= Size - 1 - t) return;
  if (threadIdx.y + blockIdx.y * blockDim.y >= Size - t) return;
  int xidx = blockIdx.x * blockDim.x + threadIdx.x;
  int yidx = blockIdx.y * blockDim.y + threadIdx.y;
  a_cuda[Size * (xidx + 1 + t) + (yidx + t)] -= m_cuda[Size * (xidx + 1 + t) + t] * a_cuda[Size * t + (yidx + t)];
  if (yidx == 0) {
    b_cuda[xidx + 1 + t] -= m_cuda[Size * (xidx + 1 + t) + (yidx + t)] * b_cuda[t];
  }
}

#define LUD_BS 16
__global__ void lud_perimeter(float* m, int matrix_dim, int offset) {
  __shared__ float dia[LUD_BS][LUD_BS];
  __shared__ float peri_row[LUD_BS][LUD_BS];
  __shared__ float peri_col[LUD_BS][LUD_BS];
  int i, j, array_offset, idx;
  if (threadIdx.x < LUD_BS) {
    idx = threadIdx.x;
    array_offset = offset * matrix_dim + offset;
    for (i = 0; i < LUD_BS / 2; i++) {
      dia[i][idx] = m[array_offset + idx];
      array_offset += matrix_dim;
    }
    array_offset = offset * matrix_dim + offset;
    for (i = 0; i < LUD_BS; i++) {
      peri_row[i][idx] = m[array_offset + (blockIdx.x + 1) * LUD_BS + idx];
      array_offset += matrix_dim;
    }
  } else {
    idx = threadIdx.x - LUD_BS;
    array_offset = (offset + LUD_BS / 2) * matrix_dim + offset;
    for (i = LUD_BS / 2; i < LUD_BS; i++) {
      dia[i][idx] = m[array_offset + idx];
      array_offset += matrix_dim;
    }
    array_offset = (offset + (blockIdx.x + 1) * LUD_BS) * matrix_dim + offset;
    for (i = 0; i < LUD_BS; i++) {
      peri_col[i][idx] = m[array_offset + idx];
      array_offset += matrix_dim;
    }
  }
  __syncthreads();
  if (threadIdx.x < LUD_BS) {
    idx = threadIdx.x;
    for (i = 1; i < LUD_BS; i++) {
      for (j = 0; j < i; j++) peri_row[i][idx] -= dia[i][j] * peri_row[j][idx];
    }
  } else {
    idx = threadIdx.x - LUD_BS;
    for (i = 0; i < LUD_BS; i++) {
      for (j = 0; j < i; j++) peri_col[idx][i] -= peri_col[idx][j] * dia[j][i];
      peri_col[idx][i] /= dia[i][i];
    }
  }
  __syncthreads();
  if (threadIdx.x < LUD_BS) {
    idx = threadIdx.x;
    array_offset = (offset + 1) * matrix_dim + offset;
    for (i = 1; i < LUD_BS; i++) {
      m[array_offset + (blockIdx.x + 1) * LUD_BS + idx] = peri_row[i][idx];
      array_offset += matrix_dim;
    }
  } else {
    idx = threadIdx.x - LUD_BS;
    array_offset = (offset + (blockIdx.x + 1) * LUD_BS) * matrix_dim + offset;
    for (i = 0; i < LUD_BS; i++) {
      m[array_offset + idx] = peri_col[i][idx];
      array_offset += matrix_dim;
    }
  }
}

#define BLOCK_SIZE 16
#define IN_RANGE(x, min, max) ((x) >= (min) && (x) <= (max))
#define MIN(a, b) ((a) <= (b) ? (a) : (b))
__global__ void calculate_temp(int iteration, float* power, float* temp_src, float* temp_dst, int grid_cols, int grid_rows, int border_cols, int border_rows, float Cap, float Rx, float Ry, float Rz, float step) {
  __shared__ float temp_on_cuda[BLOCK_SIZE][BLOCK_SIZE];
  __shared__ float power_on_cuda[BLOCK_SIZE][BLOCK_SIZE];
  __shared__ float temp_t[BLOCK_SIZE][BLOCK_SIZE];
  float amb_temp = 80.0;
  float step_div_Cap, Rx_1, Ry_1, Rz_1;
  int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  step_div_Cap = step / Cap;
  Rx_1 = 1 / Rx;
  Ry_1 = 1 / Ry;
  Rz_1 = 1 / Rz;
  int small_block_rows = BLOCK_SIZE - iteration * 2;
  int small_block_cols = BLOCK_SIZE - iteration * 2;
  int blkY = small_block_rows * by - border_rows;
  int blkX = small_block_cols * bx - border_cols;
  int blkYmax = blkY + BLOCK_SIZE - 1;
  int blkXmax = blkX + BLOCK_SIZE - 1;
  int yidx = blkY + ty;
  int xidx = blkX + tx;
  int loadYidx = yidx, loadXidx = xidx;
  int index = grid_cols * loadYidx + loadXidx;
  if (IN_RANGE(loadYidx, 0, grid_rows - 1) && IN_RANGE(loadXidx, 0, grid_cols - 1)) {
    temp_on_cuda[ty][tx] = temp_src[index];
    power_on_cuda[ty][tx] = power[index];
  }
  __syncthreads();
  int validYmin = (blkY < 0) ? -blkY : 0;
  int validYmax = (blkYmax > grid_rows - 1) ? BLOCK_SIZE - 1 - (blkYmax - grid_rows + 1) : BLOCK_SIZE - 1;
  int validXmin = (blkX < 0) ? -blkX : 0;
  int validXmax = (blkXmax > grid_cols - 1) ? BLOCK_SIZE - 1 - (blkXmax - grid_cols + 1) : BLOCK_SIZE - 1;
  int N = ty - 1, S = ty + 1, W = tx - 1, E = tx + 1;
  N = (N < validYmin) ? validYmin : N;
  S = (S > validYmax) ? validYmax : S;
  W = (W < validXmin) ? validXmin : W;
  E = (E > validXmax) ? validXmax : E;
  bool computed;
  for (int i = 0; i < iteration; i++) {
    computed = false;
    if (IN_RANGE(tx, i + 1, BLOCK_SIZE - i - 2) && IN_RANGE(ty, i + 1, BLOCK_SIZE - i - 2) && IN_RANGE(tx, validXmin, validXmax) && IN_RANGE(ty, validYmin, validYmax)) {
      computed = true;
      temp_t[ty][tx] = temp_on_cuda[ty][tx] + step_div_Cap * (power_on_cuda[ty][tx] + (temp_on_cuda[S][tx] + temp_on_cuda[N][tx] - 2.0 * temp_on_cuda[ty][tx]) * Ry_1 +
                                                              (temp_on_cuda[ty][E] + temp_on_cuda[ty][W] - 2.0 * temp_on_cuda[ty][tx]) * Rx_1 + (amb_temp - temp_on_cuda[ty][tx]) * Rz_1);
    }
    __syncthreads();
    if (i == iteration - 1) break;
    if (computed) temp_on_cuda[ty][tx] = temp_t[ty][tx];
    __syncthreads();
  }
  if (computed) {
    temp_dst[index] = temp_t[ty][tx];
  }
}

#define PF_BLOCK 256
#define HALO 1
__global__ void dynproc_kernel(int iteration, int* gpuWall, int* gpuSrc, int* gpuResults, int cols, int rows, int startStep, int border) {
  __shared__ int prev[PF_BLOCK];
  __shared__ int result[PF_BLOCK];
  int bx = blockIdx.x;
  int tx = threadIdx.x;
  int small_block_cols = PF_BLOCK - iteration * HALO * 2;
  int blkX = small_block_cols * bx - border;
  int blkXmax = blkX + PF_BLOCK - 1;
  int xidx = blkX + tx;
  int validXmin = (blkX < 0) ? -blkX : 0;
  int validXmax = (blkXmax > cols - 1) ? PF_BLOCK - 1 - (blkXmax - cols + 1) : PF_BLOCK - 1;
  int W = tx - 1;
  int E = tx + 1;
  W = (W < validXmin) ? validXmin : W;
  E = (E > validXmax) ? validXmax : E;
  bool isValid = IN_RANGE(tx, validXmin, validXmax);
  if (IN_RANGE(xidx, 0, cols - 1)) {
    prev[tx] = gpuSrc[xidx];
  }
  __syncthreads();
  bool computed;
  for (int i = 0; i < iteration; i++) {
    computed = false;
    if (IN_RANGE(tx, i + 1, PF_BLOCK - i - 2) && isValid) {
      computed = true;
      int left = prev[W];
      int up = prev[tx];
      int right = prev[E];
      int shortest = MIN(left, up);
      shortest = MIN(shortest, right);
      int index = cols * (startStep + i) + xidx;
      result[tx] = shortest + gpuWall[index];
    }
    __syncthreads();
    if (i == iteration - 1) break;
    if (computed) prev[tx] = result[tx];
    __syncthreads();
  }
  if (computed) {
    gpuResults[xidx] = result[tx];
  }
}

__global__ void srad(float lambda, int Nr, int Nc, float* d_I, float* d_dN, float* d_dS, float* d_dE, float* d_dW, float q0sqr, float* d_c, const int* d_iN, const int* d_iS, const int* d_jE, const int* d_jW, long d_Ne) {
  int ei = blockIdx.x * blockDim.x + threadIdx.x;
  if (ei < d_Ne) {
    int row = (ei + 1) % Nr - 1;
    int col = (ei + 1) / Nr + 1 - 1;
    if ((ei + 1) % Nr == 0) {
      row = Nr - 1;
      col = col - 1;
    }
    float d_Jc = d_I[ei];
    float d_dN_loc = d_I[d_iN[row] + Nr * col] - d_Jc;
    float d_dS_loc = d_I[d_iS[row] + Nr * col] - d_Jc;
    float d_dW_loc = d_I[row + Nr * d_jW[col]] - d_Jc;
    float d_dE_loc = d_I[row + Nr * d_jE[col]] - d_Jc;
    float d_G2 = (d_dN_loc * d_dN_loc + d_dS_loc * d_dS_loc + d_dW_loc * d_dW_loc + d_dE_loc * d_dE_loc) / (d_Jc * d_Jc);
    float d_L = (d_dN_loc + d_dS_loc + d_dW_loc + d_dE_loc) / d_Jc;
    float d_num = (0.5f * d_G2) - ((1.0f / 16.0f) * (d_L * d_L));
    float d_den = 1 + (0.25f * d_L);
    float d_qsqr = d_num / (d_den * d_den);
    d_den = (d_qsqr - q0sqr) / (q0sqr * (1 + q0sqr));
    float d_c_loc = 1.0f / (1.0f + d_den);
    if (d_c_loc < 0) {
      d_c_loc = 0;
    } else if (d_c_loc > 1) {
      d_c_loc = 1;
    }
    d_dN[ei] = d_dN_loc;
    d_dS[ei] = d_dS_loc;
    d_dW[ei] = d_dW_loc;
    d_dE[ei] = d_dE_loc;
    d_c[ei] = d_c_loc;
  }
}

__device__ __host__ int maximum(int a, int b, int c) {
  int k;
  if (a <= b)
    k = b;
  else
    k = a;
  if (k <= c)
    return (c);
  else
    return (k);
}
__global__ void needle_cuda_shared_1(int* referrence, int* matrix_cuda, int cols, int penalty, int i, int block_width) {
  int bx = blockIdx.x;
  int tx = threadIdx.x;
  int b_index_x = bx;
  int b_index_y = i - 1 - bx;
  int index = cols * BLOCK_SIZE * b_index_y + BLOCK_SIZE * b_index_x + tx + (cols + 1);
  int index_n = cols * BLOCK_SIZE * b_index_y + BLOCK_SIZE * b_index_x + tx + (1);
  int index_w = cols * BLOCK_SIZE * b_index_y + BLOCK_SIZE * b_index_x + (cols);
  int index_nw = cols * BLOCK_SIZE * b_index_y + BLOCK_SIZE * b_index_x;
  __shared__ int temp[BLOCK_SIZE + 1][BLOCK_SIZE + 1];
  __shared__ int ref[BLOCK_SIZE][BLOCK_SIZE];
  if (tx == 0) temp[tx][0] = matrix_cuda[index_nw];
  for (int ty = 0; ty < BLOCK_SIZE; ty++) ref[ty][tx] = referrence[index + cols * ty];
  __syncthreads();
  temp[tx + 1][0] = matrix_cuda[index_w + cols * tx];
  __syncthreads();
  temp[0][tx + 1] = matrix_cuda[index_n];
  __syncthreads();
  for (int m = 0; m < BLOCK_SIZE; m++) {
    if (tx <= m) {
      int t_index_x = tx + 1;
      int t_index_y = m - tx + 1;
      temp[t_index_y][t_index_x] = maximum(temp[t_index_y - 1][t_index_x - 1] + ref[t_index_y - 1][t_index_x - 1], temp[t_index_y][t_index_x - 1] - penalty, temp[t_index_y - 1][t_index_x] - penalty);
    }
    __syncthreads();
  }
  for (int m = BLOCK_SIZE - 2; m >= 0; m--) {
    if (tx <= m) {
      int t_index_x = tx + BLOCK_SIZE - m;
      int t_index_y = BLOCK_SIZE - tx;
      temp[t_index_y][t_index_x] = maximum(temp[t_index_y - 1][t_index_x - 1] + ref[t_index_y - 1][t_index_x - 1], temp[t_index_y][t_index_x - 1] - penalty, temp[t_index_y - 1][t_index_x] - penalty);
    }
    __syncthreads();
  }
  for (int ty = 0; ty < BLOCK_SIZE; ty++) matrix_cuda[index + ty * cols] = temp[ty + 1][tx + 1];
}

#define NUMBER_PAR_PER_BOX 50
#define NUMBER_THREADS 64
typedef struct { double v, x, y, z; } FOUR_VECTOR;
typedef struct { int x, y, z, number; long offset; } nei_str;
typedef struct { int x, y, z, number; long offset; int nn; nei_str nei[26]; } box_str;
__global__ void kernel_gpu_cuda(double alpha, int number_boxes, box_str* d_box_gpu, FOUR_VECTOR* d_rv_gpu, double* d_qv_gpu, FOUR_VECTOR* d_fv_gpu) {
  int bx = blockIdx.x;
  int tx = threadIdx.x;
  int wtx = tx;
  if (bx < number_boxes) {
    double a2 = 2.0 * alpha * alpha;
    __shared__ FOUR_VECTOR rA_shared[NUMBER_PAR_PER_BOX];
    __shared__ FOUR_VECTOR rB_shared[NUMBER_PAR_PER_BOX];
    __shared__ double qB_shared[NUMBER_PAR_PER_BOX];
    int first_i = d_box_gpu[bx].offset;
    FOUR_VECTOR* rA = &d_rv_gpu[first_i];
    FOUR_VECTOR* fA = &d_fv_gpu[first_i];
    while (wtx < NUMBER_PAR_PER_BOX) {
      rA_shared[wtx] = rA[wtx];
      wtx = wtx + NUMBER_THREADS;
    }
    wtx = tx;
    __syncthreads();
    for (int k = 0; k < (1 + d_box_gpu[bx].nn); k++) {
      int pointer;
      if (k == 0)
        pointer = bx;
      else
        pointer = d_box_gpu[bx].nei[k - 1].number;
      int first_j = d_box_gpu[pointer].offset;
      FOUR_VECTOR* rB = &d_rv_gpu[first_j];
      double* qB = &d_qv_gpu[first_j];
      while (wtx < NUMBER_PAR_PER_BOX) {
        rB_shared[wtx] = rB[wtx];
        qB_shared[wtx] = qB[wtx];
        wtx = wtx + NUMBER_THREADS;
      }
      wtx = tx;
      __syncthreads();
      while (wtx < NUMBER_PAR_PER_BOX) {
        for (int j = 0; j < NUMBER_PAR_PER_BOX; j++) {
          double r2 = rA_shared[wtx].v + rB_shared[j].v - (rA_shared[wtx].x * rB_shared[j].x + rA_shared[wtx].y * rB_shared[j].y + rA_shared[wtx].z * rB_shared[j].z);
          double u2 = a2 * r2;
          double vij = exp(-u2);
          double fs = 2 * vij;
          double dx = rA_shared[wtx].x - rB_shared[j].x;
          double fxij = fs * dx;
          double dy = rA_shared[wtx].y - rB_shared[j].y;
          double fyij = fs * dy;
          double dz = rA_shared[wtx].z - rB_shared[j].z;
          double fzij = fs * dz;
          fA[wtx].v += qB_shared[j] * vij;
          fA[wtx].x += qB_shared[j] * fxij;
          fA[wtx].y += qB_shared[j] * fyij;
          fA[wtx].z += qB_shared[j] * fzij;
        }
        wtx = wtx + NUMBER_THREADS;
      }
      wtx = tx;
      __syncthreads();
    }
  }
}

__global__ void find_index_kernel(double* arrayX, double* arrayY, double* CDF, double* u, double* xj, double* yj, int Nparticles) {
  int block_id = blockIdx.x;
  int i = blockDim.x * block_id + threadIdx.x;
  if (i < Nparticles) {
    int index = -1;
    int x;
    for (x = 0; x < Nparticles; x++) {
      if (CDF[x] >= u[i]) {
        index = x;
        break;
      }
    }
    if (index == -1) {
      index = Nparticles - 1;
    }
    xj[i] = arrayX[index];
    yj[i] = arrayY[index];
  }
}

__global__ void sobel_uchar4(const uchar4* __restrict__ in, uchar4* __restrict__ out, int w, int h) {
  __shared__ uchar4 tile[10][34];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  for (int ty = threadIdx.y; ty < 10; ty += 8)
    for (int tx = threadIdx.x; tx < 34; tx += 32) {
      int gx = min(max((int)(blockIdx.x * 32) + tx - 1, 0), w - 1);
      int gy = min(max((int)(blockIdx.y * 8) + ty - 1, 0), h - 1);
      tile[ty][tx] = in[gy * w + gx];
    }
  __syncthreads();
  if (x >= w || y >= h) return;
  auto lum = [&](int dx, int dy) {
    uchar4 p = tile[threadIdx.y + 1 + dy][threadIdx.x + 1 + dx];
    return 0.299f * p.x + 0.587f * p.y + 0.114f * p.z;
  };
  float gx = lum(1, -1) + 2.0f * lum(1, 0) + lum(1, 1) - lum(-1, -1) - 2.0f * lum(-1, 0) - lum(-1, 1);
  float gy = lum(-1, 1) + 2.0f * lum(0, 1) + lum(1, 1) - lum(-1, -1) - 2.0f * lum(0, -1) - lum(1, -1);
  unsigned char v = (unsigned char)fminf(sqrtf(gx * gx + gy * gy), 255.0f);
  out[y * w + x] = make_uchar4(v, v, v, 255);
}

__global__ void median_filter_3x3(const unsigned char* input, unsigned char* output, int width, int height) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= height || col >= width) return;
  unsigned char window[9] = {0, 0, 0, 0, 0, 0, 0, 0, 0};
  if (row == 0 || col == 0 || row == height - 1 || col == width - 1) {
    output[row * width + col] = 0;
    return;
  }
  for (int x = 0; x < 3; x++)
    for (int y = 0; y < 3; y++) window[x * 3 + y] = input[(row + x - 1) * width + (col + y - 1)];
  for (int i = 0; i < 9; i++)
    for (int j = i + 1; j < 9; j++)
      if (window[i] > window[j]) {
        unsigned char tmp = window[i];
        window[i] = window[j];
        window[j] = tmp;
      }
  output[row * width + col] = window[4];
}

__constant__ float cGaussian[64];
__device__ float euclideanLen(uchar3 a, uchar3 b, float d) {
  float x = b.x - a.x, y = b.y - a.y, z = b.z - a.z;
  return __expf(-(x * x + y * y + z * z) / (2 * d * d));
}
__global__ void bilateral_filter_rgb(const uchar3* src, uchar3* dst, int w, int h, float e_d, int r) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float sum = 0.0f;
  float3 t = {0.f, 0.f, 0.f};
  uchar3 center = src[y * w + x];
  for (int i = -r; i <= r; i++) {
    for (int j = -r; j <= r; j++) {
      int yy = min(max(y + i, 0), h - 1), xx = min(max(x + j, 0), w - 1);
      uchar3 curPix = src[yy * w + xx];
      float factor = cGaussian[i + r] * cGaussian[j + r] * euclideanLen(curPix, center, e_d);
      t.x += factor * curPix.x;
      t.y += factor * curPix.y;
      t.z += factor * curPix.z;
      sum += factor;
    }
  }
  dst[y * w + x] = make_uchar3((unsigned char)(t.x / sum), (unsigned char)(t.y / sum), (unsigned char)(t.z / sum));
}

__global__ void box_filter_rows(const unsigned short* id, unsigned short* od, int w, int h, int r) {
  unsigned int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y >= h) return;
  id += y * w;
  od += y * w;
  float scale = 1.0f / (float)((r << 1) + 1);
  float t = id[0] * r;
  for (int x = 0; x < (r + 1); x++) t += id[x];
  od[0] = t * scale;
  for (int x = 1; x < (r + 1); x++) {
    t += id[x + r];
    t -= id[0];
    od[x] = t * scale;
  }
  for (int x = (r + 1); x < w - r; x++) {
    t += id[x + r];
    t -= id[x - r - 1];
    od[x] = t * scale;
  }
  for (int x = w - r; x < w; x++) {
    t += id[w - 1];
    t -= id[x - r - 1];
    od[x] = t * scale;
  }
}

static void chapter_4() {
  Fan2<<<dim3(ceil_div(70, 16), ceil_div(70, 16)), dim3(16, 16)>>>(floats(70 * 70), floats(70 * 70), floats(70), 70, 70 - 9, 9);
  lud_perimeter<<<6, LUD_BS * 2>>>(floats(128 * 128, 1, 2), 128, 16);
  calculate_temp<<<dim3(ceil_div(64, 12), ceil_div(50, 12)), dim3(BLOCK_SIZE, BLOCK_SIZE)>>>(2, floats(64 * 50), floats(64 * 50, 70, 90), zeros<float>(64 * 50), 64, 50, 2, 2, 0.5f, 1.2f, 1.1f, 40.0f, 0.01f);
  dynproc_kernel<<<ceil_div(3000, 256 - 10), PF_BLOCK>>>(5, ints(3000 * 12, 10), ints(3000, 10), zeros<int>(3000), 3000, 12, 3, 5);
  {
    const int nr = 50, nc = 66;
    std::vector<int> north(nr), south(nr), west(nc), east(nc);
    for (int i = 0; i < nr; ++i) north[i] = i ? i - 1 : 0, south[i] = i < nr - 1 ? i + 1 : nr - 1;
    for (int j = 0; j < nc; ++j) west[j] = j ? j - 1 : 0, east[j] = j < nc - 1 ? j + 1 : nc - 1;
    int ne = nr * nc;
    srad<<<ceil_div(ne, 512), 512>>>(0.5f, nr, nc, floats(ne, 1, 2), zeros<float>(ne), zeros<float>(ne), zeros<float>(ne), zeros<float>(ne), 0.05f, zeros<float>(ne), upload(north), upload(south), upload(east), upload(west), ne);
  }
  needle_cuda_shared_1<<<12, BLOCK_SIZE>>>(ints(257 * 257, 20), ints(257 * 257, 50, 17), 257, 10, 12, 16);
  {
    std::vector<box_str> boxes(8);
    for (int b = 0; b < 8; ++b) {
      box_str& box = boxes[b];
      box = box_str{};
      box.x = b & 1, box.y = b >> 1 & 1, box.z = b >> 2, box.number = b, box.offset = b * NUMBER_PAR_PER_BOX;
      for (int o = 0; o < 8; ++o)
        if (o != b) {
          nei_str& n = box.nei[box.nn++];
          n.x = o & 1, n.y = o >> 1 & 1, n.z = o >> 2, n.number = o, n.offset = o * NUMBER_PAR_PER_BOX;
        }
    }
    int all = 8 * NUMBER_PAR_PER_BOX;
    kernel_gpu_cuda<<<8, NUMBER_THREADS>>>(0.5, 8, upload(boxes), (FOUR_VECTOR*)doubles(all * 4), doubles(all), zeros<FOUR_VECTOR>(all));
  }
  {
    const int particles = 400;
    std::vector<double> cdf(particles), u(particles);
    for (int i = 0; i < particles; ++i) cdf[i] = (i + 1.0) / particles * 0.98, u[i] = (i + 0.5) / particles;
    find_index_kernel<<<ceil_div(particles, 128), 128>>>(doubles(particles), doubles(particles), upload(cdf), upload(u), zeros<double>(particles), zeros<double>(particles), particles);
  }
  sobel_uchar4<<<dim3(ceil_div(90, 32), ceil_div(45, 8)), dim3(32, 8)>>>((uchar4*)bytes(90 * 45 * 4), zeros<uchar4>(90 * 45), 90, 45);
  median_filter_3x3<<<dim3(ceil_div(61, 16), ceil_div(53, 16)), dim3(16, 16)>>>(bytes(61 * 53), zeros<unsigned char>(61 * 53), 61, 53);
  float gaussian[64];
  for (int i = 0; i < 64; ++i) gaussian[i] = 1.0f / (1 + (i - 2) * (i - 2));
  cudaMemcpyToSymbol(cGaussian, gaussian, sizeof gaussian);
  bilateral_filter_rgb<<<dim3(ceil_div(60, 16), ceil_div(40, 8)), dim3(16, 8)>>>((uchar3*)bytes(60 * 40 * 3), zeros<uchar3>(60 * 40), 60, 40, 20.0f, 2);
  box_filter_rows<<<ceil_div(200, 64), 64>>>((unsigned short*)bytes(200 * 48 * 2), zeros<unsigned short>(200 * 48), 48, 200, 5);
}

// ======== 5: warps, cooperative groups, networks
__inline__ __device__ int warpReduceSum(int val) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2) val += __shfl_down_sync(0xffffffff, val, offset);
  return val;
}
__inline__ __device__ int blockReduceSum(int val) {
  static __shared__ int shared[32];
  int lane = threadIdx.x % warpSize;
  int wid = threadIdx.x / warpSize;
  val = warpReduceSum(val);
  if (lane == 0) shared[wid] = val;
  __syncthreads();
  val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : 0;
  if (wid == 0) val = warpReduceSum(val);
  return val;
}
__global__ void deviceReduceVector4(int* in, int* out, int N) {
  int sum = 0;
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = idx; i < N / 4; i += blockDim.x * gridDim.x) {
    int4 val = reinterpret_cast<int4*>(in)[i];
    sum += (val.x + val.y) + (val.z + val.w);
  }
  int i = idx + N / 4 * 4;
  if (i < N) sum += in[i];
  sum = blockReduceSum(sum);
  if (threadIdx.x == 0) atomicAdd(out, sum);
}

__global__ void compact_ballot(const int* __restrict__ in, int* __restrict__ out, int* __restrict__ counts, int n, int threshold) {
  __shared__ int warp_offset[8];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const int v = i < n ? in[i] : 0;
  const bool keep = i < n && v >= threshold;
  const unsigned mask = __ballot_sync(0xffffffffu, keep);
  if (lane == 0) warp_offset[warp] = __popc(mask);
  __syncthreads();
  if (threadIdx.x == 0) {
    int total = 0;
    for (int w = 0; w < (int)blockDim.x / 32; ++w) {
      int c = warp_offset[w];
      warp_offset[w] = total;
      total += c;
    }
    counts[blockIdx.x] = total;
  }
  __syncthreads();
  if (keep) out[blockIdx.x * blockDim.x + warp_offset[warp] + __popc(mask & ((1u << lane) - 1))] = v;
}

template <int tile_sz>
__device__ int reduce_sum_tile_shfl(cg::thread_block_tile<tile_sz> g, int val) {
  for (int i = g.size() / 2; i > 0; i /= 2) val += g.shfl_down(val, i);
  return val;
}
__global__ void sum_kernel_tile_shfl(int* sum, int* input, int n) {
  int my_sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += blockDim.x * gridDim.x) {
    int4 in = ((int4*)input)[i];
    my_sum += in.x + in.y + in.z + in.w;
  }
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int tile_sum = reduce_sum_tile_shfl<16>(tile, my_sum);
  if (tile.thread_rank() == 0) atomicAdd(sum, tile_sum);
}

__global__ void softmax_forward_kernel4(float* out, const float* inp, int N, int C) {
  extern __shared__ float shared_soft[];
  int idx = blockIdx.x;
  int tid = threadIdx.x;
  int warpId = threadIdx.x / 32;
  int laneId = threadIdx.x % 32;
  int warpsPerBlock = blockDim.x / 32;
  float* maxvals = shared_soft;
  float* sumvals = &shared_soft[warpsPerBlock];
  const float* x = inp + idx * C;
  float maxval = -INFINITY;
  for (int i = tid; i < C; i += blockDim.x) maxval = fmaxf(maxval, x[i]);
  for (int offset = 16; offset > 0; offset /= 2) maxval = fmaxf(maxval, __shfl_xor_sync(0xFFFFFFFF, maxval, offset));
  if (laneId == 0) maxvals[warpId] = maxval;
  __syncthreads();
  if (tid == 0) {
    float val = maxvals[tid];
    for (int i = 1; i < warpsPerBlock; i++) val = fmaxf(val, maxvals[i]);
    maxvals[0] = val;
  }
  __syncthreads();
  float offset = maxvals[0];
  for (int i = tid; i < C; i += blockDim.x) out[idx * C + i] = expf(x[i] - offset);
  x = out + idx * C;
  float sumval = 0.0f;
  for (int i = tid; i < C; i += blockDim.x) sumval += x[i];
  for (int offset = 16; offset > 0; offset /= 2) sumval += __shfl_xor_sync(0xFFFFFFFF, sumval, offset);
  if (laneId == 0) sumvals[warpId] = sumval;
  __syncthreads();
  if (tid == 0) {
    float val = sumvals[tid];
    for (int i = 1; i < warpsPerBlock; ++i) val += sumvals[i];
    sumvals[0] = val;
  }
  __syncthreads();
  float sum = sumvals[0];
  for (int i = tid; i < C; i += blockDim.x) out[idx * C + i] = x[i] / sum;
}

__global__ void layernorm_forward_kernel3(float* __restrict__ out, float* __restrict__ mean, float* __restrict__ rstd, const float* __restrict__ inp, const float* __restrict__ weight, const float* __restrict__ bias, int N, int C) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  int idx = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
  if (idx >= N) return;
  const float* x = inp + idx * C;
  auto total = [&](float v) {
    for (int o = 16; o > 0; o /= 2) v += warp.shfl_xor(v, o);
    return v;
  };
  float sum = 0.0f;
  for (int i = warp.thread_rank(); i < C; i += warp.size()) sum += x[i];
  float m = total(sum) / C;
  if (warp.thread_rank() == 0 && mean != nullptr) __stcs(mean + idx, m);
  sum = 0.0f;
  for (int i = warp.thread_rank(); i < C; i += warp.size()) {
    float diff = x[i] - m;
    sum += diff * diff;
  }
  float s = rsqrtf(total(sum) / C + 1e-5f);
  if (warp.thread_rank() == 0 && rstd != nullptr) __stcs(rstd + idx, s);
  float* o = out + idx * C;
  for (int c = warp.thread_rank(); c < C; c += warp.size()) {
    float n = s * (__ldcs(x + c) - m);
    __stcs(o + c, n * weight[c] + bias[c]);
  }
}

__global__ void rmsnorm_half2(const __half* __restrict__ input, const __half* __restrict__ gamma, __half* __restrict__ output, int hidden, float eps) {
  const __half2* x = reinterpret_cast<const __half2*>(input + blockIdx.x * hidden);
  const __half2* g = reinterpret_cast<const __half2*>(gamma);
  __half2* y = reinterpret_cast<__half2*>(output + blockIdx.x * hidden);
  __shared__ float partial[4];
  float ss = 0.0f;
  for (int i = threadIdx.x; i < hidden / 2; i += blockDim.x) {
    float2 f = __half22float2(x[i]);
    ss += f.x * f.x + f.y * f.y;
  }
#pragma unroll
  for (int m = 16; m; m >>= 1) ss += __shfl_xor_sync(~0u, ss, m);
  if ((threadIdx.x & 31) == 0) partial[threadIdx.x >> 5] = ss;
  __syncthreads();
  ss = partial[0] + partial[1] + partial[2] + partial[3];
  const __half2 scale = __float2half2_rn(rsqrtf(ss / hidden + eps));
  for (int i = threadIdx.x; i < hidden / 2; i += blockDim.x) y[i] = __hmul2(__hmul2(x[i], scale), g[i]);
}

__global__ void flash_forward_kernel(const float* Q, const float* K, const float* V, const int N, const int d, const int Tc, const int Tr, const int Bc, const int Br, const float softmax_scale, float* l, float* m, float* O) {
  int tx = threadIdx.x;
  int bx = blockIdx.x, by = blockIdx.y;
  int qkv_offset = (bx * gridDim.y * N * d) + (by * N * d);
  int lm_offset = (bx * gridDim.y * N) + (by * N);
  extern __shared__ float sram[];
  int tile_size = Bc * d;
  float* Qi = sram;
  float* Kj = &sram[tile_size];
  float* Vj = &sram[tile_size * 2];
  float* S = &sram[tile_size * 3];
  for (int j = 0; j < Tc; j++) {
    for (int x = 0; x < d; x++) {
      Kj[(tx * d) + x] = K[qkv_offset + (tile_size * j) + (tx * d) + x];
      Vj[(tx * d) + x] = V[qkv_offset + (tile_size * j) + (tx * d) + x];
    }
    __syncthreads();
    for (int i = 0; i < Tr; i++) {
      for (int x = 0; x < d; x++) Qi[(tx * d) + x] = Q[qkv_offset + (tile_size * i) + (tx * d) + x];
      float row_m_prev = m[lm_offset + (Br * i) + tx];
      float row_l_prev = l[lm_offset + (Br * i) + tx];
      float row_m = -INFINITY;
      for (int y = 0; y < Bc; y++) {
        float sum = 0;
        for (int x = 0; x < d; x++) sum += Qi[(tx * d) + x] * Kj[(y * d) + x];
        sum *= softmax_scale;
        S[(Bc * tx) + y] = sum;
        if (sum > row_m) row_m = sum;
      }
      float row_l = 0;
      for (int y = 0; y < Bc; y++) {
        S[(Bc * tx) + y] = __expf(S[(Bc * tx) + y] - row_m);
        row_l += S[(Bc * tx) + y];
      }
      float row_m_new = max(row_m_prev, row_m);
      float row_l_new = (__expf(row_m_prev - row_m_new) * row_l_prev) + (__expf(row_m - row_m_new) * row_l);
      for (int x = 0; x < d; x++) {
        float pv = 0;
        for (int y = 0; y < Bc; y++) pv += S[(Bc * tx) + y] * Vj[(y * d) + x];
        O[qkv_offset + (tile_size * i) + (tx * d) + x] =
            (1 / row_l_new) * ((row_l_prev * __expf(row_m_prev - row_m_new) * O[qkv_offset + (tile_size * i) + (tx * d) + x]) + (__expf(row_m - row_m_new) * pv));
      }
      m[lm_offset + (Br * i) + tx] = row_m_new;
      l[lm_offset + (Br * i) + tx] = row_l_new;
    }
    __syncthreads();
  }
}

struct alignas(16) bf16x8 {
  __nv_bfloat16 v[8];
};
__global__ void gelu_forward_bf16(__nv_bfloat16* out, const __nv_bfloat16* inp, int N) {
  int idx = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
  if (idx >= N) return;
  bf16x8 packed_out;
  bf16x8 packed_inp = *reinterpret_cast<const bf16x8*>(inp + idx);
  for (int k = 0; k < 8; ++k) {
    float xi = __bfloat162float(packed_inp.v[k]);
    float cube = 0.044715f * xi * xi * xi;
    packed_out.v[k] = __float2bfloat16(0.5f * xi * (1.0f + tanhf(0.7978845608f * (xi + cube))));
  }
  *reinterpret_cast<bf16x8*>(out + idx) = packed_out;
}

__global__ void encoder_forward_kernel(float4* out, const int* inp, const float4* wte, const float4* wpe, int B, int T, int C) {
  int C4 = C / 4;
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  int N = B * T * C4;
  if (idx < N) {
    int bt = idx / C4;
    int b = bt / T;
    int t = bt % T;
    int c4 = idx % C4;
    int ix = inp[b * T + t];
    float4 a = wte[ix * C4 + c4], p = wpe[t * C4 + c4];
    out[b * T * C4 + t * C4 + c4] = make_float4(a.x + p.x, a.y + p.y, a.z + p.z, a.w + p.w);
  }
}

template <typename scalar_t>
__global__ void cross_entropy_kernel(const scalar_t* __restrict__ logits, const long long* __restrict__ targets, scalar_t* __restrict__ losses, int rows, int classes, long long ignore_index) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const long long target = targets[row];
  if (target == ignore_index) {
    losses[row] = 0;
    return;
  }
  const scalar_t* x = logits + (size_t)row * classes;
  scalar_t highest = x[0];
  for (int c = 1; c < classes; ++c) highest = x[c] > highest ? x[c] : highest;
  scalar_t sum = 0;
  for (int c = 0; c < classes; ++c) sum += exp(x[c] - highest);
  losses[row] = log(sum) + highest - x[target];
}

__global__ void quantize_rowwise_int8(const float* __restrict__ in, char4* __restrict__ out, float* __restrict__ scales, int cols) {
  __shared__ float amax_s[128];
  const float4* row = reinterpret_cast<const float4*>(in + (size_t)blockIdx.x * cols);
  float amax = 0.0f;
  for (int i = threadIdx.x; i < cols / 4; i += blockDim.x) {
    float4 v = __ldg(row + i);
    amax = fmaxf(amax, fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w))));
  }
  amax_s[threadIdx.x] = amax;
  __syncthreads();
  for (int s = blockDim.x >> 1; s > 0; s >>= 1) {
    if (threadIdx.x < s) amax_s[threadIdx.x] = fmaxf(amax_s[threadIdx.x], amax_s[threadIdx.x + s]);
    __syncthreads();
  }
  const float scale = fmaxf(amax_s[0], 1e-8f) / 127.0f;
  if (threadIdx.x == 0) scales[blockIdx.x] = scale;
  for (int i = threadIdx.x; i < cols / 4; i += blockDim.x) {
    float4 v = __ldg(row + i);
    out[(size_t)blockIdx.x * (cols / 4) + i] = make_char4((signed char)__float2int_rn(v.x / scale), (signed char)__float2int_rn(v.y / scale), (signed char)__float2int_rn(v.z / scale), (signed char)__float2int_rn(v.w / scale));
  }
}

struct ValueIndex {
  float value;
  int index;
};
__global__ void argmax_rows(const float* x, ValueIndex* best, int rows, int cols) {
  __shared__ ValueIndex s[256];
  int tid = threadIdx.x;
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    ValueIndex mine = {-FLT_MAX, -1};
    for (int c = tid; c < cols; c += blockDim.x) {
      float v = x[row * cols + c];
      if (v > mine.value) mine.value = v, mine.index = c;
    }
    s[tid] = mine;
    __syncthreads();
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
      if (tid < stride && s[tid + stride].value > s[tid].value) s[tid] = s[tid + stride];
      __syncthreads();
    }
    if (tid == 0) best[row] = s[0];
    __syncthreads();
  }
}

static void chapter_5() {
  deviceReduceVector4<<<8, 256>>>(ints(9003, 50), zeros<int>(1), 9003);
  compact_ballot<<<ceil_div(3500, 256), 256>>>(ints(3500, 100), zeros<int>(3584), zeros<int>(14), 3500, 40);
  sum_kernel_tile_shfl<<<6, 192>>>(zeros<int>(1), ints(10000, 30), 10000);
  softmax_forward_kernel4<<<20, 128, 2 * 4 * sizeof(float)>>>(zeros<float>(20 * 500), floats(20 * 500, -4, 4), 20, 500);
  layernorm_forward_kernel3<<<ceil_div(50, 8), 256>>>(zeros<float>(50 * 200), zeros<float>(50), zeros<float>(50), floats(50 * 200), floats(200), floats(200), 50, 200);
  rmsnorm_half2<<<24, 128>>>((__half*)zeros<__half>(24 * 600), (__half*)zeros<__half>(600), zeros<__half>(24 * 600), 600, 1e-5f);
  {
    const int N = 64, d = 20, Bc = 32, Br = 32, heads = 4;
    std::vector<float> lowest(2 * heads * N, -FLT_MAX);
    int all = 2 * heads * N * d;
    flash_forward_kernel<<<dim3(2, heads), Bc, (3 * Bc * d + Bc * Br) * sizeof(float)>>>(floats(all), floats(all), floats(all), N, d, N / Bc, N / Br, Bc, Br, 0.2236f, zeros<float>(2 * heads * N), upload(lowest), zeros<float>(all));
  }
  gelu_forward_bf16<<<ceil_div(16000 / 8, 128), 128>>>(zeros<__nv_bfloat16>(16000), zeros<__nv_bfloat16>(16000), 16000);
  encoder_forward_kernel<<<ceil_div(3 * 40 * 12, 256), 256>>>(zeros<float4>(3 * 40 * 12), ints(3 * 40, 300), (float4*)floats(300 * 48), (float4*)floats(40 * 48), 3, 40, 48);
  {
    std::vector<long long> targets(700);
    for (long long& t : targets) t = rnd() % 6 == 0 ? -100 : (long long)(rnd() % 33);
    cross_entropy_kernel<float><<<ceil_div(700, 64), 64>>>(floats(700 * 33, -3, 3), upload(targets), zeros<float>(700), 700, 33, -100);
  }
  quantize_rowwise_int8<<<30, 128>>>(floats(30 * 700, -2, 2), zeros<char4>(30 * 175), zeros<float>(30), 700);
  argmax_rows<<<10, 256>>>(floats(25 * 400), zeros<ValueIndex>(25), 25, 400);
}

// ======== 6: access tests, atomics, structs, doubles, chars, switches
__global__ void stride_copy(float* odata, const float* idata, int stride, int offset, int n) {
  int xid = (blockIdx.x * blockDim.x + threadIdx.x) * stride + offset;
  if (xid < n) odata[xid] = idata[xid] + 1.0f;
}

struct Particle {
  float3 position;
  float mass;
  float3 velocity;
  unsigned char alive;
  short kind;
};
__global__ void update_particles_aos(Particle* p, int n, float dt, float3 gravity) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (!p[i].alive) return;
  float3 v = p[i].velocity;
  float3 x = p[i].position;
  v.x += gravity.x * dt;
  v.y += gravity.y * dt;
  v.z += gravity.z * dt;
  x.x += v.x * dt;
  x.y += v.y * dt;
  x.z += v.z * dt;
  if (x.y < 0.0f) {
    x.y = -x.y;
    v.y = -0.8f * v.y;
    p[i].kind += 1;
  }
  p[i].velocity = v;
  p[i].position = x;
}

struct ParticlesSoA {
  double *x, *y, *z;
  float* charge;
  int* cell;
};
__global__ void deposit_charge_soa(ParticlesSoA p, float* __restrict__ grid, int nx, int ny, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    double px = p.x[i] * (nx - 1), py = p.y[i] * (ny - 1);
    int ix = (int)px, iy = (int)py;
    float fx = (float)(px - ix), fy = (float)(py - iy);
    float q = p.charge[i];
    atomicAdd(&grid[iy * nx + ix], q * (1 - fx) * (1 - fy));
    atomicAdd(&grid[iy * nx + ix + 1], q * fx * (1 - fy));
    atomicAdd(&grid[(iy + 1) * nx + ix], q * (1 - fx) * fy);
    atomicAdd(&grid[(iy + 1) * nx + ix + 1], q * fx * fy);
    p.cell[i] = iy * nx + ix;
  }
}

__global__ void bicg_kernel1(int nx, int ny, double* A, double* r, double* s) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < ny) {
    s[j] = 0.0;
    for (int i = 0; i < nx; i++) {
      s[j] += r[i] * A[i * ny + j];
    }
  }
}

__device__ double atomicAddDouble(double* address, double val) {
  unsigned long long int* address_as_ull = (unsigned long long int*)address;
  unsigned long long int old = *address_as_ull, assumed;
  do {
    assumed = old;
    old = atomicCAS(address_as_ull, assumed, __double_as_longlong(val + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}
__global__ void segment_sums_cas(const double* x, double* sums, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAddDouble(&sums[i / 8], x[i]);
}

__device__ unsigned floatFlip(float f) {
  union {
    float f;
    unsigned u;
  } bits;
  bits.f = f;
  unsigned mask = -(int)(bits.u >> 31) | 0x80000000u;
  return bits.u ^ mask;
}
__global__ void key_extremes(const float* values, const int* keys, unsigned* lows, unsigned* highs, unsigned* masks, int nkeys, int n) {
  extern __shared__ unsigned both[];
  unsigned* low = both;
  unsigned* high = both + nkeys;
  for (int k = threadIdx.x; k < nkeys; k += blockDim.x) {
    low[k] = 0xffffffffu;
    high[k] = 0;
  }
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned u = floatFlip(values[i]);
    int k = keys[i];
    atomicMin(&low[k], u);
    atomicMax(&high[k], u);
    atomicOr(&masks[k], 1u << (u >> 27));
  }
  __syncthreads();
  for (int k = threadIdx.x; k < nkeys; k += blockDim.x) {
    atomicMin(&lows[k], low[k]);
    atomicMax(&highs[k], high[k]);
  }
}

__global__ void warp_aggregated_buckets(const unsigned short* __restrict__ keys, unsigned* __restrict__ buckets, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned active = __activemask();
  int key = keys[i] >> 12;
  unsigned peers = __match_any_sync(active, key);
  int leader = __ffs(peers) - 1;
  if ((threadIdx.x & 31) == leader) atomicAdd(&buckets[key], __popc(peers));
}

__global__ void evaluate_ops(const char* ops, const float* left, const float* right, float* result, int* errors, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float r;
  switch (ops[i]) {
    case '+': r = left[i] + right[i]; break;
    case '-': r = left[i] - right[i]; break;
    case '*': r = left[i] * right[i]; break;
    case '/':
      if (right[i] == 0.0f) {
        atomicAdd(errors, 1);
        return;
      }
      r = left[i] / right[i];
      break;
    case 'n': r = -left[i]; break;
    case 's': r = sqrtf(fabsf(left[i])); break;
    default: atomicAdd(errors, 1); return;
  }
  result[i] = r;
}

__global__ void collatz_lengths_and_peaks(unsigned int* steps, unsigned long long* peaks, unsigned long long first, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned long long v = first + i, peak = v;
    unsigned int count = 0;
    while (v != 1) {
      v = (v & 1) ? 3 * v + 1 : v >> 1;
      if (v > peak) peak = v;
      ++count;
    }
    steps[i] = count;
    peaks[i] = peak;
  }
}

__device__ unsigned int retirementCount = 0;
__global__ void reduceSinglePass(const float* g_idata, float* g_odata, unsigned int n) {
  __shared__ float sdata[128];
  __shared__ bool amLast;
  const unsigned tid = threadIdx.x;
  float sum = 0.0f;
  for (unsigned i = blockIdx.x * blockDim.x + tid; i < n; i += blockDim.x * gridDim.x) sum += g_idata[i];
  sdata[tid] = sum;
  __syncthreads();
  for (unsigned s = 64; s > 0; s >>= 1) {
    if (tid < s) sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid == 0) {
    g_odata[blockIdx.x] = sdata[0];
    __threadfence();
    unsigned int ticket = atomicInc(&retirementCount, gridDim.x);
    amLast = (ticket == gridDim.x - 1);
  }
  __syncthreads();
  if (amLast) {
    float total = 0.0f;
    for (unsigned i = tid; i < gridDim.x; i += blockDim.x) total += ((volatile float*)g_odata)[i];
    sdata[tid] = total;
    __syncthreads();
    for (unsigned s = 64; s > 0; s >>= 1) {
      if (tid < s) sdata[tid] += sdata[tid + s];
      __syncthreads();
    }
    if (tid == 0) {
      g_odata[0] = sdata[0];
      retirementCount = 0;
    }
  }
}

__global__ void compute_lj_force(float4* __restrict__ force, const float4* __restrict__ position, const int neighCount, const int* __restrict__ neighList, const float cutsq, const float lj1, const float lj2, const int inum) {
  unsigned int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx >= inum) return;
  float4 ipos = position[idx];
  float4 f = {0.0f, 0.0f, 0.0f, 0.0f};
  int j = 0;
  while (j < neighCount) {
    int jidx = neighList[j * inum + idx];
    float4 jpos = position[jidx];
    float delx = ipos.x - jpos.x;
    float dely = ipos.y - jpos.y;
    float delz = ipos.z - jpos.z;
    float r2inv = delx * delx + dely * dely + delz * delz;
    if (r2inv < cutsq) {
      r2inv = 1.0f / r2inv;
      float r6inv = r2inv * r2inv * r2inv;
      float force = r2inv * r6inv * (lj1 * r6inv - lj2);
      f.x += delx * force;
      f.y += dely * force;
      f.z += delz * force;
    }
    j++;
  }
  force[idx] = f;
}

__global__ void conv3d_volume(const float* A, float* B, int ni, int nj, int nk) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int i = blockIdx.z * blockDim.z + threadIdx.z;
  float c11 = +2, c21 = +5, c31 = -8, c12 = -3, c22 = +6, c32 = -9, c13 = +4, c23 = +7, c33 = +10;
  if ((i < (ni - 1)) && (j < (nj - 1)) && (k < (nk - 1)) && (i > 0) && (j > 0) && (k > 0)) {
    B[i * (nk * nj) + j * nk + k] = c11 * A[(i - 1) * (nk * nj) + (j - 1) * nk + (k - 1)] + c13 * A[(i + 1) * (nk * nj) + (j - 1) * nk + (k - 1)] + c21 * A[(i - 1) * (nk * nj) + (j - 1) * nk + (k - 1)] +
                                    c23 * A[(i + 1) * (nk * nj) + (j - 1) * nk + (k - 1)] + c31 * A[(i - 1) * (nk * nj) + (j - 1) * nk + (k - 1)] + c33 * A[(i + 1) * (nk * nj) + (j - 1) * nk + (k - 1)] +
                                    c12 * A[(i + 0) * (nk * nj) + (j - 1) * nk + (k + 0)] + c22 * A[(i + 0) * (nk * nj) + (j + 0) * nk + (k + 0)] + c32 * A[(i + 0) * (nk * nj) + (j + 1) * nk + (k + 0)] +
                                    c11 * A[(i - 1) * (nk * nj) + (j - 1) * nk + (k + 1)] + c13 * A[(i + 1) * (nk * nj) + (j - 1) * nk + (k + 1)] + c21 * A[(i - 1) * (nk * nj) + (j + 0) * nk + (k + 1)] +
                                    c23 * A[(i + 1) * (nk * nj) + (j + 0) * nk + (k + 1)] + c31 * A[(i - 1) * (nk * nj) + (j + 1) * nk + (k + 1)] + c33 * A[(i + 1) * (nk * nj) + (j + 1) * nk + (k + 1)];
  }
}

__global__ void dynamic_three_arrays(const double* weights, const int* ids, const char* flags, double* out, int n) {
  extern __shared__ unsigned char raw[];
  double* w = (double*)raw;
  int* id = (int*)&w[blockDim.x];
  char* flag = (char*)&id[blockDim.x];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  w[t] = i < n ? weights[i] : 0.0;
  id[t] = i < n ? ids[i] : t;
  flag[t] = i < n ? flags[i] : 0;
  __syncthreads();
  double sum = w[t];
  int at = t;
#pragma unroll 4
  for (int hop = 0; hop < 8; ++hop) {
    at = id[at];
    if (flag[at] & 1) sum += 0.5 * w[at];
  }
  if (i < n) out[i] = sum;
}

static void chapter_6() {
  stride_copy<<<ceil_div(3000, 256), 256>>>(zeros<float>(10000), floats(10000), 3, 5, 9000);
  {
    std::vector<Particle> particles(2200);
    for (Particle& p : particles) {
      p = Particle{};
      p.position.x = rnd() % 100 * 0.01f;
      p.position.y = rnd() % 100 * 0.01f;
      p.position.z = rnd() % 100 * 0.01f;
      p.velocity = make_float3(0.1f, -(float)(rnd() % 9), 0.2f);
      p.mass = 1.0f, p.alive = rnd() % 5 > 0, p.kind = (short)(rnd() % 3);
    }
    update_particles_aos<<<ceil_div(2200, 128), 128>>>(upload(particles), 2200, 0.1f, make_float3(0.0f, -9.8f, 0.0f));
  }
  deposit_charge_soa<<<5, 160>>>(ParticlesSoA{doubles(2500), doubles(2500, 9), doubles(2500, 10), floats(2500), zeros<int>(2500)}, zeros<float>(48 * 40), 48, 40, 2500);
  bicg_kernel1<<<ceil_div(300, 256), 256>>>(60, 300, doubles(60 * 300), doubles(60), zeros<double>(300));
  segment_sums_cas<<<ceil_div(1500, 128), 128>>>(doubles(1500), zeros<double>(200), 1500);
  {
    std::vector<unsigned> lows(37, 0xffffffffu);
    key_extremes<<<ceil_div(3100, 256), 256, 2 * 37 * sizeof(unsigned)>>>(floats(3100, -10, 10), ints(3100, 37), upload(lows), zeros<unsigned>(37), zeros<unsigned>(37), 37, 3100);
  }
  warp_aggregated_buckets<<<ceil_div(4001, 256), 256>>>((unsigned short*)bytes(4001 * 2), zeros<unsigned>(16), 4001);
  {
    std::vector<char> ops(2600);
    for (char& op : ops) op = "+-*/ns?"[rnd() % 7];
    std::vector<float> right(2600);
    for (float& r : right) r = (float)(rnd() % 6);
    evaluate_ops<<<ceil_div(2600, 256), 256>>>(upload(ops), floats(2600), upload(right), zeros<float>(2600), zeros<int>(1), 2600);
  }
  collatz_lengths_and_peaks<<<ceil_div(2000, 192), 192>>>(zeros<unsigned>(2000), zeros<unsigned long long>(2000), 1, 2000);
  reduceSinglePass<<<20, 128>>>(floats(9500), zeros<float>(20), 9500);
  compute_lj_force<<<ceil_div(1300, 256), 256>>>(zeros<float4>(1300), (float4*)floats(1300 * 4, 0, 5), 24, ints(1300 * 24, 1300), 6.0f, 1.5f, 2.0f, 1300);
  conv3d_volume<<<dim3(2, 4, 10), dim3(32, 8)>>>(floats(10 * 30 * 50), zeros<float>(10 * 30 * 50), 10, 30, 50);
  dynamic_three_arrays<<<ceil_div(1900, 192), 192, 192 * (sizeof(double) + sizeof(int) + 1)>>>(doubles(1900), ints(1900, 192), (char*)bytes(1900), zeros<double>(1900), 1900);
}

int main() {
  chapter_1();
  chapter_2();
  chapter_3();
  chapter_4();
  chapter_5();
  chapter_6();
  cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
  return error != cudaSuccess;
}
