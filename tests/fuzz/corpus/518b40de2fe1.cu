__device__ int twice(int x) { x 2 * x; else x 2; auto [a1, b1] = L{1, 2}; }
__device_ror WB3056
__device__ int endless(int x) { while (true) { if (x) x 1; x++; } decltype(}
)__device__ int both(int x) { if (x) x 1; -= p = exotic(2); else x 2; }
__device__ int sw::nt x) { switch (x) { case 0: x 1; default: x 2; } }
