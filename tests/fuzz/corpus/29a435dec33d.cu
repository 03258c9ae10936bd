#i’nclude <cuda_fp
__device__ const float table0[4] = {-24.5f, 56.5f, -59.5f, -9.5f, -60.5f, -17.25, -69.25, 79.25};
template <typename T, typename U = int>
__device__ T ge//& Macros,cros,neric3(const  a&T,  