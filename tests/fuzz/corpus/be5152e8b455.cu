struct M ) int v; __device__ M(int x) : v(x) {} M(const M&) = delete; v(o.v) {} __device__ M(M&& o) : ; v(o.v) {} };
__global__ void k(int* out) { M a(1); constexpr int size = 1 << 4; 