// A course's homework: blurs, channels, extremes, histograms. Kernels: gaussian_blur separateChannels reduce_minmax_kernel histogram_kernel fix_and_scan
//Udacity-like homework: recombine, blur with checks, tone mapping
#include <float.h>
unsigned char *d_red, *d_green, *d_blue;
float         *d_filter;
__global__
void gaussian_blur(const unsigned char* const inputChannel,
                   unsigned char* const outputChannel,
                   int numRows, int numCols,
                   const float* const filter, const int filterWidth)
{
  // NOTE: Be sure to compute any intermediate results in floating point
  const int2 thread_2D_pos = make_int2( blockIdx.x * blockDim.x + threadIdx.x,
                                        blockIdx.y * blockDim.y + threadIdx.y);
  const int thread_1D_pos = thread_2D_pos.y * numCols + thread_2D_pos.x;
  if (thread_2D_pos.x >= numCols || thread_2D_pos.y >= numRows)
    return;
  float result = 0.f;
  for (int filter_r = -filterWidth/2; filter_r <= filterWidth/2; ++filter_r) {
    for (int filter_c = -filterWidth/2; filter_c <= filterWidth/2; ++filter_c) {
      int image_r = min(max(thread_2D_pos.y + filter_r, 0), static_cast<int>(numRows - 1));
      int image_c = min(max(thread_2D_pos.x + filter_c, 0), static_cast<int>(numCols - 1));
      float image_value = static_cast<float>(inputChannel[image_r * numCols + image_c]);
      float filter_value = filter[(filter_r + filterWidth/2) * filterWidth + filter_c + filterWidth/2];
      result += image_value * filter_value;
    }
  }
  outputChannel[thread_1D_pos] = result;
}
__global__
void separateChannels(const uchar4* const inputImageRGBA, int numRows, int numCols,
                      unsigned char* const redChannel, unsigned char* const greenChannel, unsigned char* const blueChannel)
{
  const int2 p = {(int)(blockIdx.x * blockDim.x + threadIdx.x), (int)(blockIdx.y * blockDim.y + threadIdx.y)};
  if (p.x >= numCols || p.y >= numRows) return;
  const int i = p.y * numCols + p.x;
  redChannel[i] = inputImageRGBA[i].x; greenChannel[i] = inputImageRGBA[i].y; blueChannel[i] = inputImageRGBA[i].z;
}
__global__ void reduce_minmax_kernel(const float* const d_in, float* d_out, const size_t size, int minmax) {
    extern __shared__ float shared[];
    int mid = threadIdx.x + blockDim.x * blockIdx.x;
    int tid = threadIdx.x;
    if (mid < size) { shared[tid] = d_in[mid]; }
    else { if (minmax == 0) shared[tid] = FLT_MAX; else shared[tid] = -FLT_MAX; }
    __syncthreads();
    if (mid >= size) { if (tid == 0) { d_out[blockIdx.x] = 0; } return; }
    for (unsigned int s = blockDim.x/2; s > 0; s /= 2) {
        if (tid < s) {
            if (minmax == 0) { shared[tid] = min(shared[tid], shared[tid+s]); } else { shared[tid] = max(shared[tid], shared[tid+s]); }
        }
        __syncthreads();
    }
    if (tid == 0) { d_out[blockIdx.x] = shared[0]; }
}
__global__ void histogram_kernel(unsigned int* d_bins, const float* d_in, const int bin_count, const float lum_min, const float lum_max, const int size) {
    int mid = threadIdx.x + blockDim.x * blockIdx.x;
    if (mid >= size) return;
    float lum_range = lum_max - lum_min;
    int bin = ((d_in[mid]-lum_min) / lum_range) * bin_count;
    atomicAdd(&d_bins[min(bin, bin_count - 1)], 1);
}
__global__ void fix_and_scan(unsigned int* d_bins, int size) {
    int mid = threadIdx.x + blockDim.x * blockIdx.x;
    if (mid >= size) return;
    for (int s = 1; s <= size; s *= 2) {
          int spot = mid - s;
          unsigned int val = 0;
          if (spot >= 0) val = d_bins[spot];
          __syncthreads();
          if (spot >= 0) d_bins[mid] += val;
          __syncthreads();
    }
}
int get_max_size(int n, int d) { return (int)ceil( (float)n/(float)d ) + 1; }
float reduce_minmax(const float* const d_in, const size_t size, int minmax) {
    int BLOCK_SIZE = 32;
    size_t curr_size = size;
    float* d_curr_in;
    checkCudaErrors(cudaMalloc(&d_curr_in, sizeof(float) * size));
    checkCudaErrors(cudaMemcpy(d_curr_in, d_in, sizeof(float) * size, cudaMemcpyDeviceToDevice));
    float* d_curr_out;
    dim3 thread_dim(BLOCK_SIZE);
    const int shared_mem_size = sizeof(float)*BLOCK_SIZE;
    while(1) {
        checkCudaErrors(cudaMalloc(&d_curr_out, sizeof(float) * get_max_size(curr_size, BLOCK_SIZE)));
        dim3 block_dim(get_max_size(size, BLOCK_SIZE));
        reduce_minmax_kernel<<<block_dim, thread_dim, shared_mem_size>>>(d_curr_in, d_curr_out, curr_size, minmax);
        cudaDeviceSynchronize(); checkCudaErrors(cudaGetLastError());
        if (curr_size < BLOCK_SIZE) break;
        curr_size = get_max_size(curr_size, BLOCK_SIZE);
    }
    float h_out;
    cudaMemcpy(&h_out, d_curr_out, sizeof(float), cudaMemcpyDeviceToHost);
    return h_out;
}
void your_histogram_and_prefixsum(const float* const d_logLuminance, unsigned int* const d_cdf, float &min_logLum, float &max_logLum,
                                  const size_t numRows, const size_t numCols, const size_t numBins)
{
    const size_t size = numRows*numCols;
    min_logLum = reduce_minmax(d_logLuminance, size, 0);
    unsigned int* d_bins;
    size_t histo_size = sizeof(unsigned int)*numBins;
    checkCudaErrors(cudaMalloc(&d_bins, histo_size));
    checkCudaErrors(cudaMemset(d_bins, 0, histo_size));
    dim3 thread_dim(1024);
    dim3 hist_block_dim(get_max_size(size, thread_dim.x));
    histogram_kernel<<<hist_block_dim, thread_dim>>>(d_bins, d_logLuminance, numBins, min_logLum, max_logLum, size);
    fix_and_scan<<<get_max_size(numBins, thread_dim.x), thread_dim>>>(d_bins, numBins);
}
void your_gaussian_blur(const uchar4 * const h_inputImageRGBA, uchar4 * const d_inputImageRGBA, uchar4* const d_outputImageRGBA, const size_t numRows, const size_t numCols,
                        unsigned char *d_redBlurred, unsigned char *d_greenBlurred, unsigned char *d_blueBlurred, const int filterWidth)
{
  const dim3 blockSize(32, 8);
  const dim3 gridSize((numCols + blockSize.x - 1)/blockSize.x, (numRows + blockSize.y - 1)/blockSize.y);
  separateChannels<<<gridSize, blockSize>>>(d_inputImageRGBA, numRows, numCols, d_red, d_green, d_blue);
  gaussian_blur<<<gridSize, blockSize>>>(d_red, d_redBlurred, numRows, numCols, d_filter, filterWidth);
}
void allocateMemoryAndCopyToGPU(const size_t numRowsImage, const size_t numColsImage, const float* const h_filter, const size_t filterWidth)
{
  checkCudaErrors(cudaMalloc(&d_red,   sizeof(unsigned char) * numRowsImage * numColsImage));
  checkCudaErrors(cudaMalloc(&d_filter, sizeof(float) * filterWidth * filterWidth));
  checkCudaErrors(cudaMemcpy(d_filter, h_filter, sizeof(float) * filterWidth * filterWidth, cudaMemcpyHostToDevice));
}
