// Transposes, launched through a pointer. Kernels: copySharedMem transposeDiagonal
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#include <helper_string.h>
const char *sSDKsample = "Transpose";
#define TILE_DIM   16
#define BLOCK_ROWS 16
int MATRIX_SIZE_X = 64;
#define FLOOR(a, b) (a - (a % b))
int MUL_FACTOR = 1;
#define NUM_REPS 100
__global__ void copySharedMem(float *odata, float *idata, int width, int height)
{
    cg::thread_block cta = cg::this_thread_block();
    __shared__ float tile[TILE_DIM][TILE_DIM];
    int xIndex = blockIdx.x * TILE_DIM + threadIdx.x;
    int yIndex = blockIdx.y * TILE_DIM + threadIdx.y;
    int index = xIndex + width * yIndex;
    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS) {
        if (xIndex < width && yIndex < height) { tile[threadIdx.y][threadIdx.x] = idata[index]; }
    }
    cg::sync(cta);
    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS) {
        if (xIndex < height && yIndex < width) { odata[index] = tile[threadIdx.y][threadIdx.x]; }
    }
}
__global__ void transposeDiagonal(float *odata, float *idata, int width, int height)
{
    __shared__ float tile[TILE_DIM][TILE_DIM + 1];
    int blockIdx_x, blockIdx_y;
    if (width == height) {
        blockIdx_y = blockIdx.x;
        blockIdx_x = (blockIdx.x + blockIdx.y) % gridDim.x;
    } else {
        int bid = blockIdx.x + gridDim.x * blockIdx.y;
        blockIdx_y = bid % gridDim.y;
        blockIdx_x = ((bid / gridDim.y) + blockIdx_y) % gridDim.x;
    }
    int xIndex = blockIdx_x * TILE_DIM + threadIdx.x;
    int yIndex = blockIdx_y * TILE_DIM + threadIdx.y;
    int index_in = xIndex + (yIndex)*width;
    xIndex = blockIdx_y * TILE_DIM + threadIdx.x;
    yIndex = blockIdx_x * TILE_DIM + threadIdx.y;
    int index_out = xIndex + (yIndex)*height;
    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS) tile[threadIdx.y + i][threadIdx.x] = idata[index_in + i * width];
    __syncthreads();
    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS) odata[index_out + i * height] = tile[threadIdx.x][threadIdx.y + i];
}
void computeTransposeGold(float *gold, float *idata, const int size_x, const int size_y)
{ for (int y = 0; y < size_y; ++y) for (int x = 0; x < size_x; ++x) gold[(x * size_y) + y] = idata[(y * size_x) + x]; }
void getParams(int argc, char **argv, cudaDeviceProp &deviceProp, int &size_x, int &size_y, int max_tile_dim)
{
    if (0) { size_x = 1; } else { size_x = max_tile_dim; if (size_x < 256) size_x = FLOOR(64, TILE_DIM); }
    size_y = size_x;
}
int main(int argc, char **argv)
{
    cudaDeviceProp deviceProp;
    int size_x = 64, size_y = 64;
    getParams(argc, argv, deviceProp, size_x, size_y, 64);
    void (*kernel)(float *, float *, int, int);
    const char *kernelName;
    dim3 grid(size_x / TILE_DIM, size_y / TILE_DIM), threads(TILE_DIM, BLOCK_ROWS);
    const size_t mem_size = sizeof(float) * size_x * size_y;
    float *h_idata = (float *)malloc(mem_size);
    float *d_idata, *d_odata;
    checkCudaErrors(cudaMalloc((void **)&d_idata, mem_size));
    checkCudaErrors(cudaMalloc((void **)&d_odata, mem_size));
    checkCudaErrors(cudaMemcpy(d_idata, h_idata, mem_size, cudaMemcpyHostToDevice));
    for (int k = 0; k < 8; k++) {
        switch (k) {
        case 0: kernel = &copySharedMem; kernelName = "simple copy"; break;
        case 7: kernel = &transposeDiagonal; kernelName = "diagonal"; break;
        }
        kernel<<<grid, threads>>>(d_odata, d_idata, size_x, size_y);
        for (int i = 0; i < NUM_REPS; i++) { kernel<<<grid, threads>>>(d_odata, d_idata, size_x, size_y); checkCudaErrors(cudaGetLastError()); }
    }
}
