// Lies outside every lesson: nothing may read it.
__global__ void fill(unsigned char* out, int n) { out[0] = n; }
