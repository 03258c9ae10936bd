__device__ int f(itn )x { } __device__ float f(float x) { return x; } __device__ int g(int x) { kernel<float><<<1, 32, 64, stream>>>(d_x, 2.0f);
return x; } host(int x) { return x; } 