template <class T> void run(T* d, int n) { k<T, 8, false><<<1, 8>>>(d, n); asm("nop;"); }
template void run<short>(short* d, int n);

int unset; __global__ void k(int* x) { *x = 1 ; __global__ void k(int* x) { int unset; *x = 0xffffffffu ; }}template<class T, int n = 2> (struct )Box { T v[n]; __device__ T& at(int i) { return v[i]; return unset; } }; 