// A textbook's patterns: tiles with halos, scans, merging by co-rank, sparse formats passed as records. Kernels: convolution_tiled_2D_const_mem_kernel Kogge_Stone_scan_kernel merge_basic_kernel spmv_csr_kernel spmv_coo_kernel CoarsenedSumReductionKernel
// Patterns of a textbook: sparse formats as structs passed by value, tiling with coarsening, Kogge-Stone and Brent-Kung, merge with co-rank
#include <cstdio>
#include <cfloat>
#include <climits>
#define OUT_TILE_DIM 14
#define FILTER_RADIUS 1
#define IN_TILE_DIM ((OUT_TILE_DIM) + 2*(FILTER_RADIUS))
#define SECTION_SIZE 256
#define CFACTOR 4
#define COARSE_FACTOR 2
#define CEIL(A, B) ((A-1)/(B) + 1)
#define cdiv(x, y) (((x) + (y) - 1) / (y))
struct CSRMatrix { unsigned int numRows, numCols, numNonzeros; unsigned int *rowPtrs; unsigned int* colIdx; float* values; };
struct ELLMatrix { unsigned numRows; unsigned maxNNZ; unsigned *nnzPerRow, *colIdx; float *value; };
struct COOMatrix
{
	unsigned int numRows;
	unsigned int numNonzeros;
	unsigned int* rowIdx;
	unsigned int* colIdx;
	float* value;
};
__constant__ float F[2*FILTER_RADIUS+1][2*FILTER_RADIUS+1];
__global__ void convolution_tiled_2D_const_mem_kernel(float *N, float *P, int width, int height) {
    int col = blockIdx.x*OUT_TILE_DIM + threadIdx.x - FILTER_RADIUS;
    int row = blockIdx.y*OUT_TILE_DIM + threadIdx.y - FILTER_RADIUS;
    __shared__ float N_s[IN_TILE_DIM][IN_TILE_DIM];
    if(row>=0 && row<height && col>=0 && col<width) {
        N_s[threadIdx.y][threadIdx.x] = N[row*width + col];
    } else {
        N_s[threadIdx.y][threadIdx.x] = 0.0;
    }
    __syncthreads();
    int tileCol = threadIdx.x - FILTER_RADIUS;
    int tileRow = threadIdx.y - FILTER_RADIUS;
    if (col >= 0 && col < width && row >=0 && row < height) {
        if (tileCol>=0 && tileCol<OUT_TILE_DIM && tileRow>=0 && tileRow<OUT_TILE_DIM) {
            float Pvalue = 0.0f;
            for (int fRow = 0; fRow < 2*FILTER_RADIUS+1; fRow++)
                for (int fCol = 0; fCol < 2*FILTER_RADIUS+1; fCol++)
                    Pvalue += F[fRow][fCol]*N_s[tileRow+fRow][tileCol+fCol];
            P[row*width+col] = Pvalue;
        }
    }
}
__global__ void Kogge_Stone_scan_kernel(float *X, float *Y, unsigned int N) {
    __shared__ float XY[SECTION_SIZE];
    unsigned int i = blockIdx.x*blockDim.x + threadIdx.x;
    if(i < N) XY[threadIdx.x] = X[i]; else XY[threadIdx.x] = 0.0f;
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        float temp;
        if (threadIdx.x >= stride) temp = XY[threadIdx.x] + XY[threadIdx.x-stride];
        __syncthreads();
        if (threadIdx.x >= stride) XY[threadIdx.x] = temp;
    }
    if (i < N) Y[i] = XY[threadIdx.x];
}
__device__ void merge_sequential(int *A, int m, int *B, int n, int *C) {
    int i = 0, j = 0, k = 0;
    while ((i < m) && (j < n)) {
        if (A[i] <= B[j]) { C[k++] = A[i++]; } else { C[k++] = B[j++]; }
    }
    if (i == m) { while (j < n) C[k++] = B[j++]; }
    else { while (i < m) C[k++] = A[i++]; }
}
__host__ __device__ int co_rank(int k, int* A, int m, int* B, int n) {
    int i = k < m ? k : m;
    int j = k - i;
    int i_low = 0 > (k-n) ? 0 : k-n;
    int j_low = 0 > (k-m) ? 0 : k-m;
    int delta;
    bool active = true;
    while(active) {
        if (i > 0 && j < n && A[i-1] > B[j]) {
            delta = ((i - i_low +1) >> 1);
            j_low = j;
            j = j + delta;
            i = i - delta;
        } else if (j > 0 && i < m && B[j-1] >= A[i]) {
            delta = ((j - j_low +1) >> 1);
            i_low = i;
            i = i + delta;
            j = j - delta;
        } else { active = false; }
    }
    return i;
}
__global__ void merge_basic_kernel(int* A, int m, int* B, int n, int* C) {
    int tid = blockIdx.x*blockDim.x + threadIdx.x;
    int elementsPerThread = ceil((m+n)/(float)(blockDim.x*gridDim.x));
    int k_curr = min(tid*elementsPerThread, m+n);
    int k_next = min((tid+1)*elementsPerThread, m+n);
    int i_curr = co_rank(k_curr, A, m, B, n);
    int i_next = co_rank(k_next, A, m, B, n);
    int j_curr = k_curr - i_curr;
    int j_next = k_next - i_next;
    merge_sequential(&A[i_curr], i_next-i_curr, &B[j_curr], j_next-j_curr, &C[k_curr]);
}
__global__ void spmv_csr_kernel(CSRMatrix csrMatrix, float* x, float* y) {
    unsigned int row = blockIdx.x*blockDim.x + threadIdx.x;
    if(row < csrMatrix.numRows) {
        float sum = 0.0f;
        for(unsigned int i = csrMatrix.rowPtrs[row]; i < csrMatrix.rowPtrs[row + 1]; ++i) {
            unsigned int col = csrMatrix.colIdx[i];
            float value = csrMatrix.values[i];
            sum += x[col]*value;
        }
        y[row] += sum;
    }
}
__global__ void spmv_coo_kernel(COOMatrix const m, float const *__restrict__ x, float *y) {
	auto const i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < m.numNonzeros) atomicAdd(&y[m.rowIdx[i]], x[m.colIdx[i]] * m.value[i]);
}
__global__ void CoarsenedSumReductionKernel(float* input, float* output) {
    __shared__ float input_s[128];
    unsigned int segment = COARSE_FACTOR*2*blockDim.x*blockIdx.x;
    unsigned int i = segment + threadIdx.x;
    unsigned int t = threadIdx.x;
    float sum = input[i];
    for(unsigned int tile = 1; tile < COARSE_FACTOR*2; ++tile) { sum += input[i + tile*128]; }
    input_s[t] = sum;
    for(unsigned int stride = blockDim.x/2; stride >= 1; stride /= 2) {
        __syncthreads();
        if(t < stride) input_s[t] += input_s[t + stride];
    }
    if(t == 0) atomicAdd(output, input_s[0]);
}
void vecMul(CSRMatrix m) {
    float *x, *y; unsigned *rp, *ci; float *vals;
    cudaMalloc((void**)&x, 1024*sizeof(float)); cudaMalloc((void**)&y, 1024*sizeof(float));
    CSRMatrix d{1024, 1024, 4096, rp, ci, vals};
    spmv_csr_kernel<<<cdiv(1024, 256), 256>>>(d, x, y);
    dim3 dimGrid(ceil(100/float(OUT_TILE_DIM)), CEIL(60, OUT_TILE_DIM), 1), dimBlock(IN_TILE_DIM, IN_TILE_DIM, 1);
    float *P; cudaMalloc((void**)&P, 100*60*sizeof(float));
    float *N; cudaMalloc((void**)&N, 100*60*sizeof(float)); cudaMemcpy(N, P, 100*60*sizeof(float), cudaMemcpyHostToDevice);
    convolution_tiled_2D_const_mem_kernel<<<dimGrid, dimBlock>>>(N, P, 100, 60);
    cudaMemset(P, 0, 4);
    CoarsenedSumReductionKernel<<<2, 128>>>(N, P);
    Kogge_Stone_scan_kernel<<<cdiv(1000, SECTION_SIZE), SECTION_SIZE>>>(N, P, 1000);
}
