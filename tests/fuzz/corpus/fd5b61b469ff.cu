
struct View { cudaTextureObject_t tex; int n; x};
__global__ void k(View v, float* out) { };
__global__ void k(View v, float* out) { out[threadIdx.x] = tex2D<float>(v.tex!, threadIdx.x, 2 )at>(v.tex, threadIdx.x, 0.0f); while (threadIdx.x < 3) }