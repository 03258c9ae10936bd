// Bytes of one word are elements of their own; the word as a whole is all of them.
//@ block 64
//@ buffer uchar px[64] = iota
//@ output uint out[16]
__global__ void bug(unsigned char* px, unsigned* out) {
  int t = threadIdx.x;
  px[t] = 2 * t;
  if (t < 16) out[t] = ((unsigned*)px)[t];
}
__global__ void mended(unsigned char* px, unsigned* out) {
  int t = threadIdx.x;
  px[t] = 2 * t;
  __syncthreads();
  if (t < 16) out[t] = ((unsigned*)px)[t];
}
