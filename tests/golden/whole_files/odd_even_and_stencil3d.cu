// A stencil that keeps its column in registers. Kernels: FiniteDifferencesKernel
#include <stdio.h>
#include <sys/time.h>
#define RADIUS 4
#define k_blockDimX 32
#define k_blockSizeMin 128
__constant__ float stencil[RADIUS + 1];
__global__ void FiniteDifferencesKernel(float *output, const float *input, const int dimx, const int dimy, const int dimz)
{
    bool validr = true;
    bool validw = true;
    const int gtidx = blockIdx.x * blockDim.x + threadIdx.x;
    const int gtidy = blockIdx.y * blockDim.y + threadIdx.y;
    const int ltidx = threadIdx.x;
    const int ltidy = threadIdx.y;
    const int workx = blockDim.x;
    const int worky = blockDim.y;
    __shared__ float tile[8 + 2 * RADIUS][k_blockDimX + 2 * RADIUS];
    const int stride_y = dimx + 2 * RADIUS;
    const int stride_z = stride_y * (dimy + 2 * RADIUS);
    int inputIndex  = 0;
    int outputIndex = 0;
    inputIndex += RADIUS * stride_y + RADIUS;
    inputIndex += gtidy * stride_y + gtidx;
    float infront[RADIUS];
    float behind[RADIUS];
    float current;
    const int tx = ltidx + RADIUS;
    const int ty = ltidy + RADIUS;
    if ((gtidx >= dimx + RADIUS) || (gtidy >= dimy + RADIUS)) validr = false;
    if ((gtidx >= dimx) || (gtidy >= dimy)) validw = false;
    for (int i = RADIUS - 2 ; i >= 0 ; i--)
    {
        if (validr) behind[i] = input[inputIndex];
        inputIndex += stride_z;
    }
    if (validr) current = input[inputIndex];
    outputIndex = inputIndex;
    inputIndex += stride_z;
    for (int i = 0 ; i < RADIUS ; i++)
    {
        if (validr) infront[i] = input[inputIndex];
        inputIndex += stride_z;
    }
#pragma unroll 9
    for (int iz = 0 ; iz < dimz ; iz++)
    {
        for (int i = RADIUS - 1 ; i > 0 ; i--) behind[i] = behind[i - 1];
        behind[0] = current;
        current = infront[0];
#pragma unroll 4
        for (int i = 0 ; i < RADIUS - 1 ; i++) infront[i] = infront[i + 1];
        if (validr) infront[RADIUS - 1] = input[inputIndex];
        inputIndex  += stride_z;
        outputIndex += stride_z;
        __syncthreads();
        if (ltidy < RADIUS)
        {
            tile[ltidy][tx]                  = input[outputIndex - RADIUS * stride_y];
            tile[ltidy + worky + RADIUS][tx] = input[outputIndex + worky * stride_y];
        }
        if (ltidx < RADIUS)
        {
            tile[ty][ltidx]                  = input[outputIndex - RADIUS];
            tile[ty][ltidx + workx + RADIUS] = input[outputIndex + workx];
        }
        tile[ty][tx] = current;
        __syncthreads();
        float value = stencil[0] * current;
#pragma unroll 4
        for (int i = 1 ; i <= RADIUS ; i++)
        {
            value += stencil[i] * (infront[i-1] + behind[i-1] + tile[ty - i][tx] + tile[ty + i][tx] + tile[ty][tx - i] + tile[ty][tx + i]);
        }
        if (validw) output[outputIndex] = value;
    }
}
bool fdtdGPU(float *output, const float *input, const float *coeff, const int dimx, const int dimy, const int dimz, const int radius, const int timesteps, const int argc, const char **argv)
{
    const int         outerDimx  = dimx + 2 * radius;
    const int         outerDimy  = dimy + 2 * radius;
    const int         outerDimz  = dimz + 2 * radius;
    const size_t      volumeSize = outerDimx * outerDimy * outerDimz;
    float            *bufferOut  = 0;
    float            *bufferIn   = 0;
    dim3              dimBlock;
    dim3              dimGrid;
    const int padding = (128 / sizeof(float)) - radius;
    const size_t paddedVolumeSize = volumeSize + padding;
    cudaMalloc((void **)&bufferOut, paddedVolumeSize * sizeof(float));
    cudaMalloc((void **)&bufferIn, paddedVolumeSize * sizeof(float));
    dimBlock.x = k_blockDimX;
    dimBlock.y = 8;
    dimGrid.x  = (unsigned int)ceil((float)dimx / dimBlock.x);
    dimGrid.y  = (unsigned int)ceil((float)dimy / dimBlock.y);
    cudaMemcpy(bufferIn + padding, input, volumeSize * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(bufferOut + padding, input, volumeSize * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(stencil, (void *)coeff, (radius + 1) * sizeof(float));
    float *bufferSrc = bufferIn + padding;
    float *bufferDst = bufferOut + padding;
    for (int it = 0 ; it < timesteps ; it++)
    {
        FiniteDifferencesKernel<<<dimGrid, dimBlock>>>(bufferDst, bufferSrc, dimx, dimy, dimz);
    }
    return true;
}
int main() { fdtdGPU(0, 0, 0, 64, 16, 5, RADIUS, 5, 0, 0); }
