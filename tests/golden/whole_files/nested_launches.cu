// Kernels that launch kernels, in the style of CUDA's samples and of two books. Kernels: print_kernel cdp_simple_quicksort nestedHelloWorld gpuRecursiveReduceNosync computeBezierLinesCDP computeBezierLine_child freeVertexMem mandelbrot_block_k<16> dwell_fill_k mandelbrot_pixel_k build_quadtree<64>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

// ---- who launched whom
__device__ int g_uids = 0;
__device__ void print_info(int depth, int thread, int uid, int parent_uid) {
  if (threadIdx.x == 0) {
    if (depth == 0) printf("BLOCK %d launched by the host\n", uid);
    else {
      char buffer[32];
      for (int i = 0; i < depth; ++i) {
        buffer[3 * i + 0] = '|';
        buffer[3 * i + 1] = ' ';
        buffer[3 * i + 2] = ' ';
      }
      buffer[3 * depth] = '\0';
      printf("%sBLOCK %d launched by thread %d of block %d\n", buffer, uid, thread, parent_uid);
    }
  }
  __syncthreads();
}
__global__ void print_kernel(int max_depth, int depth, int thread, int parent_uid) {
  __shared__ int s_uid;
  if (threadIdx.x == 0) s_uid = atomicAdd(&g_uids, 1);
  __syncthreads();
  print_info(depth, thread, s_uid, parent_uid);
  if (++depth >= max_depth) return;
  print_kernel<<<gridDim.x, blockDim.x>>>(max_depth, depth, threadIdx.x, s_uid);
}

__global__ void nestedHelloWorld(int const iSize, int iDepth) {
  int tid = threadIdx.x;
  printf("Recursion=%d: Hello World from thread %d block %d\n", iDepth, tid, blockIdx.x);
  if (iSize == 1) return;
  int nthreads = iSize >> 1;
  if (tid == 0 && nthreads > 0) {
    nestedHelloWorld<<<1, nthreads>>>(nthreads, ++iDepth);
    printf("-------> nested execution depth: %d\n", iDepth);
  }
}

// ---- a sort
#define MAX_DEPTH 16
#define INSERTION_SORT 32
__device__ void selection_sort(unsigned int* data, int left, int right) {
  for (int i = left; i <= right; ++i) {
    unsigned min_val = data[i];
    int min_idx = i;
    for (int j = i + 1; j <= right; ++j) {
      unsigned val_j = data[j];
      if (val_j < min_val) {
        min_idx = j;
        min_val = val_j;
      }
    }
    if (i != min_idx) {
      data[min_idx] = data[i];
      data[i] = min_val;
    }
  }
}
__global__ void cdp_simple_quicksort(unsigned int* data, int left, int right, int depth) {
  if (depth >= MAX_DEPTH || right - left <= INSERTION_SORT) {
    selection_sort(data, left, right);
    return;
  }
  unsigned int *lptr = data + left, *rptr = data + right, pivot = data[(left + right) / 2];
  while (lptr <= rptr) {
    unsigned int lval = *lptr, rval = *rptr;
    while (lval < pivot) lval = *++lptr;
    while (rval > pivot) rval = *--rptr;
    if (lptr <= rptr) {
      *lptr++ = rval;
      *rptr-- = lval;
    }
  }
  int nright = rptr - data, nleft = lptr - data;
  if (left < (rptr - data)) {
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cdp_simple_quicksort<<<1, 1, 0, s>>>(data, left, nright, depth + 1);
    cudaStreamDestroy(s);
  }
  if ((lptr - data) < right) {
    cudaStream_t s1;
    cudaStreamCreateWithFlags(&s1, cudaStreamNonBlocking);
    cdp_simple_quicksort<<<1, 1, 0, s1>>>(data, nleft, right, depth + 1);
    cudaStreamDestroy(s1);
  }
}

// ---- a sum
__global__ void gpuRecursiveReduceNosync(int* g_idata, int* g_odata, unsigned int isize) {
  unsigned int tid = threadIdx.x;
  int *idata = g_idata + blockIdx.x * blockDim.x, *odata = &g_odata[blockIdx.x];
  if (isize == 2 && tid == 0) {
    g_odata[blockIdx.x] = idata[0] + idata[1];
    return;
  }
  int istride = isize >> 1;
  if (istride > 1 && tid < istride) {
    idata[tid] += idata[tid + istride];
    if (tid == 0) gpuRecursiveReduceNosync<<<1, istride>>>(idata, odata, istride);
  }
}

// ---- curves: each thread takes memory and launches for one line
#define MAX_TESS_POINTS 32
struct BezierLine {
  float2 CP[3];
  float2* vertexPos;
  int nVertices;
};
__forceinline__ __device__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__forceinline__ __device__ float2 operator*(float a, float2 b) { return make_float2(a * b.x, a * b.y); }
__device__ float computeCurvature(BezierLine* line) { return fabsf(line->CP[0].x - line->CP[1].x) + fabsf(line->CP[2].y - line->CP[1].y); }
__global__ void computeBezierLine_child(int lidx, BezierLine* bLines, int nTessPoints) {
  int idx = threadIdx.x + blockDim.x * blockIdx.x;
  if (idx < nTessPoints) {
    float u = (float)idx / (float)(nTessPoints - 1);
    float omu = 1.0f - u;
    float B3u[3] = {omu * omu, 2.0f * u * omu, u * u};
    float2 position = {0, 0};
    for (int i = 0; i < 3; i++) position = position + B3u[i] * bLines[lidx].CP[i];
    bLines[lidx].vertexPos[idx] = position;
  }
}
__global__ void computeBezierLinesCDP(BezierLine* bLines, int nLines) {
  int lidx = threadIdx.x + blockDim.x * blockIdx.x;
  if (lidx < nLines) {
    float curvature = computeCurvature(&bLines[lidx]);
    bLines[lidx].nVertices = min(max((int)(curvature * 16.0f), 4), MAX_TESS_POINTS);
    bLines[lidx].vertexPos = (float2*)malloc(bLines[lidx].nVertices * sizeof(float2));
    computeBezierLine_child<<<ceil((float)bLines[lidx].nVertices / 32.0f), 32>>>(lidx, bLines, bLines[lidx].nVertices);
  }
}
__global__ void freeVertexMem(BezierLine* bLines, int nLines) {
  int lidx = threadIdx.x + blockDim.x * blockIdx.x;
  if (lidx < nLines) free(bLines[lidx].vertexPos);
}

// ---- a fractal by its borders
#define MAX_DWELL 64
#define BSX 8
#define BSY 4
#define SUBDIV 2
#define DIFF_DWELL (-1)
#define NEUT_DWELL (MAX_DWELL + 1)
struct complex {
  __host__ __device__ complex(float re, float im = 0) : re(re), im(im) {}
  float re, im;
};
inline __host__ __device__ complex operator+(const complex& a, const complex& b) { return complex(a.re + b.re, a.im + b.im); }
inline __host__ __device__ complex operator*(const complex& a, const complex& b) { return complex(a.re * b.re - a.im * b.im, a.im * b.re + a.re * b.im); }
inline __host__ __device__ float abs2(const complex& a) { return a.re * a.re + a.im * a.im; }
__host__ __device__ int divup(int x, int y) { return x / y + (x % y ? 1 : 0); }
__device__ int pixel_dwell(int w, int h, complex cmin, complex cmax, int x, int y) {
  complex c(cmin.re + (float)x / w * (cmax.re - cmin.re), cmin.im + (float)y / h * (cmax.im - cmin.im)), z = c;
  int dwell = 0;
  while (dwell < MAX_DWELL && abs2(z) < 4) {
    z = z * z + c;
    dwell++;
  }
  return dwell;
}
__device__ int same_dwell(int d1, int d2) {
  if (d1 == d2) return d1;
  else if (d1 == NEUT_DWELL || d2 == NEUT_DWELL) return min(d1, d2);
  else return DIFF_DWELL;
}
__device__ int border_dwell(int w, int h, complex cmin, complex cmax, int x0, int y0, int d) {
  int tid = threadIdx.y * blockDim.x + threadIdx.x, bs = blockDim.x * blockDim.y, comm_dwell = NEUT_DWELL;
  for (int r = tid; r < d; r += bs)
    for (int b = 0; b < 4; b++) {
      int x = b % 2 != 0 ? x0 + r : (b == 0 ? x0 + d - 1 : x0), y = b % 2 == 0 ? y0 + r : (b == 1 ? y0 + d - 1 : y0);
      comm_dwell = same_dwell(comm_dwell, pixel_dwell(w, h, cmin, cmax, x, y));
    }
  __shared__ int ldwells[BSX * BSY];
  int nt = min(d, BSX * BSY);
  if (tid < nt) ldwells[tid] = comm_dwell;
  __syncthreads();
  for (; nt > 1; nt /= 2) {
    if (tid < nt / 2) ldwells[tid] = same_dwell(ldwells[tid], ldwells[tid + nt / 2]);
    __syncthreads();
  }
  return ldwells[0];
}
__global__ void dwell_fill_k(int* dwells, int w, int x0, int y0, int d, int dwell) {
  int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x < d && y < d) dwells[(y + y0) * w + x + x0] = dwell;
}
__global__ void mandelbrot_pixel_k(int* dwells, int w, int h, complex cmin, complex cmax, int x0, int y0, int d) {
  int x = threadIdx.x + blockDim.x * blockIdx.x, y = threadIdx.y + blockDim.y * blockIdx.y;
  if (x < d && y < d) dwells[(y + y0) * w + x + x0] = pixel_dwell(w, h, cmin, cmax, x + x0, y + y0);
}
template <int MIN_SIZE> __global__ void mandelbrot_block_k(int* dwells, int w, int h, complex cmin, complex cmax, int x0, int y0, int d, int depth) {
  x0 += d * blockIdx.x, y0 += d * blockIdx.y;
  int comm_dwell = border_dwell(w, h, cmin, cmax, x0, y0, d);
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    dim3 bs(BSX, BSY);
    if (comm_dwell != DIFF_DWELL) {
      dim3 grid(divup(d, BSX), divup(d, BSY));
      dwell_fill_k<<<grid, bs>>>(dwells, w, x0, y0, d, comm_dwell);
    } else if (depth + 1 < 8 && d / SUBDIV > MIN_SIZE) {
      dim3 grid(SUBDIV, SUBDIV);
      mandelbrot_block_k<MIN_SIZE><<<grid, bs>>>(dwells, w, h, cmin, cmax, x0, y0, d / SUBDIV, depth + 1);
    } else {
      dim3 grid(divup(d, BSX), divup(d, BSY));
      mandelbrot_pixel_k<<<grid, bs>>>(dwells, w, h, cmin, cmax, x0, y0, d);
    }
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
  }
}

// ---- points into quarters
struct Node {
  int begin, end;
  float2 low, high;
};
struct Parameters {
  int point_selector, num_nodes_at_this_level, depth;
  const int max_depth, min_points_per_node;
  __host__ __device__ Parameters(int max_depth, int min_points) : point_selector(0), num_nodes_at_this_level(1), depth(0), max_depth(max_depth), min_points_per_node(min_points) {}
  __host__ __device__ Parameters(const Parameters& p, bool) : point_selector((p.point_selector + 1) % 2), num_nodes_at_this_level(4 * p.num_nodes_at_this_level), depth(p.depth + 1), max_depth(p.max_depth), min_points_per_node(p.min_points_per_node) {}
};
__device__ int node_count = 1;
template <int THREADS> __global__ void build_quadtree(Node* all, Node* nodes, float2* points, float2* other, Parameters params) {
  __shared__ int count[4], at[4];
  Node node = nodes[blockIdx.x];
  int n = node.end - node.begin;
  float2* in = params.point_selector ? other : points;
  float2* out = params.point_selector ? points : other;
  if (params.depth >= params.max_depth || n <= params.min_points_per_node) {
    if (params.point_selector)
      for (int i = node.begin + threadIdx.x; i < node.end; i += THREADS) points[i] = other[i];
    return;
  }
  float2 mid = make_float2(0.5f * (node.low.x + node.high.x), 0.5f * (node.low.y + node.high.y));
  if (threadIdx.x < 4) count[threadIdx.x] = 0;
  __syncthreads();
  for (int i = node.begin + threadIdx.x; i < node.end; i += THREADS) atomicAdd(&count[(in[i].x >= mid.x) + 2 * (in[i].y >= mid.y)], 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    at[0] = node.begin;
    for (int q = 1; q < 4; ++q) at[q] = at[q - 1] + count[q - 1];
  }
  __syncthreads();
  for (int i = node.begin + threadIdx.x; i < node.end; i += THREADS) out[atomicAdd(&at[(in[i].x >= mid.x) + 2 * (in[i].y >= mid.y)], 1)] = in[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    Node* children = all + atomicAdd(&node_count, 4);
    int begin = node.begin;
    for (int q = 0; q < 4; ++q) {
      children[q] = Node{begin, at[q], make_float2(q & 1 ? mid.x : node.low.x, q & 2 ? mid.y : node.low.y), make_float2(q & 1 ? node.high.x : mid.x, q & 2 ? node.high.y : mid.y)};
      begin = at[q];
    }
    build_quadtree<THREADS><<<4, THREADS>>>(all, children, points, other, Parameters(params, true));
  }
}

int main() {
  print_kernel<<<2, 2>>>(2, 0, 0, -1);
  nestedHelloWorld<<<1, 8>>>(8, 0);
  cudaDeviceSynchronize();

  const int n = 1000;
  unsigned int *h = (unsigned int*)malloc(n * sizeof(unsigned int)), *d;
  srand(2047);
  for (int i = 0; i < n; i++) h[i] = rand() % n;
  cudaMalloc(&d, n * sizeof(unsigned int));
  cudaMemcpy(d, h, n * sizeof(unsigned int), cudaMemcpyHostToDevice);
  cdp_simple_quicksort<<<1, 1>>>(d, 0, n - 1, 0);
  cudaMemcpy(h, d, n * sizeof(unsigned int), cudaMemcpyDeviceToHost);
  for (int i = 1; i < n; ++i)
    if (h[i - 1] > h[i]) printf("not sorted at %d\n", i);

  int *sums, *parts, numbers[1024];
  for (int i = 0; i < 1024; ++i) numbers[i] = i & 255;
  cudaMalloc(&sums, sizeof numbers);
  cudaMalloc(&parts, 8 * sizeof(int));
  cudaMemcpy(sums, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  gpuRecursiveReduceNosync<<<8, 128>>>(sums, parts, 128);

  BezierLine lines[8], *d_lines;
  for (int i = 0; i < 8; ++i)
    for (int k = 0; k < 3; ++k) lines[i].CP[k] = make_float2((float)rand() / RAND_MAX, (float)rand() / RAND_MAX);
  cudaMalloc(&d_lines, sizeof lines);
  cudaMemcpy(d_lines, lines, sizeof lines, cudaMemcpyHostToDevice);
  computeBezierLinesCDP<<<1, 8>>>(d_lines, 8);
  freeVertexMem<<<1, 8>>>(d_lines, 8);

  const int size = 64;
  int* dwells;
  cudaMalloc(&dwells, size * size * sizeof(int));
  mandelbrot_block_k<16><<<dim3(2, 2), dim3(BSX, BSY)>>>(dwells, size, size, complex(-1.5, -1), complex(0.5, 1), 0, 0, size / 2, 1);

  float2 points[256], *p, *q;
  for (int i = 0; i < 256; ++i) points[i] = make_float2((float)rand() / RAND_MAX, (float)rand() / RAND_MAX);
  Node root = {0, 256, make_float2(0, 0), make_float2(1, 1)}, *nodes;
  cudaMalloc(&p, sizeof points);
  cudaMalloc(&q, sizeof points);
  cudaMalloc(&nodes, 200 * sizeof(Node));
  cudaMemcpy(p, points, sizeof points, cudaMemcpyHostToDevice);
  cudaMemcpy(nodes, &root, sizeof root, cudaMemcpyHostToDevice);
  Parameters params(3, 16);
  build_quadtree<64><<<1, 64>>>(nodes, nodes, p, q, params);
  cudaDeviceSynchronize();
  printf("done\n");
  return 0;
}
