// The loop of the CPU left inside the kernel: sixteen threads each do all sixteen pixels.
//@ block 16
//@ buffer uchar px[16] = iota
//@ number 8
__global__ void bug(unsigned char* px, int add) {
  for (int i = 0; i < 16; i++) px[i] = px[i] + add;
}
__global__ void mended(unsigned char* px, int add) {
  int i = threadIdx.x;
  px[i] = px[i] + add;
}
