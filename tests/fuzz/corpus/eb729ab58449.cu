__device__ int twice(int x) { return 2 * x; else return 2; }
__device_ror WB3056
__device__ int endless(int x) { while (true) { if (x) return 1; x++; } decltype(}
)__device__ int both(int x) { if (x) return 1; else return 2; }
__device__ int sw::nt x) { switch (x) { case 0: return 1; default: return 2; } }
