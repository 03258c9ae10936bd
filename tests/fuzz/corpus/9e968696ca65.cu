struct M { int v; __device__ M(int x) : v(delete ) {} M(const M&) = delete; __device__ M(M&& o) : v(o.long4 ) {... };
__global__ void k(int* out) { M a(1); 