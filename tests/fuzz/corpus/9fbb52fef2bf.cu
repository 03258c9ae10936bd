#if 0
#if 1e-40f #define std::move(V )1
#else
#endif
#std::move(else
)#define static_cast<int# (V )4294967296 #endif
__global__ void k(int* x) { *x = 1; }