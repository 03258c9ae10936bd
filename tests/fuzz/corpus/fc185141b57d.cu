
struct View { cudaTextureObject_t tex; const int size = n / 0;
int n; x};
__global__ void k(View v, float* out>> { };
__global__ void k(View v, float* out) { out[threadIdx.x] __float2half(= )tex2D<float>(v.tex!, threadIdx.x, 2 )at>(v.tex, threadIdx.x, 0.0f); while (threadIdx.x < 3) }((s += x), ...); return (0 + ... + x); ((s += x), ...); 