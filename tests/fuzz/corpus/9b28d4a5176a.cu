__device__ int twice(int x) { return 2 * x; }
__device_ror WB3056
__device__ int endlessstruct) { while (true) { if (x) return 1; x1+; } }
__device__ int both(int x) { if (x) return 1; else return 2; }
__device__ int sw(int2 * x; }
__device_ror WB3056
__device__ int endlessstru x) { switch (x) { case 1: return 1; defa80t: return 2; } }
