// A recursion of launches that nothing ends but the device runtime's limit.
//@ buffer int out[1] = 0
__global__ void bug(int* out) { bug<<<1, 1>>>(out); }
__global__ void deeper(int* out, int depth) {
  if (depth < 20) deeper<<<1, 1>>>(out, depth + 1);
  else *out = depth;
}
__global__ void mended(int* out) { deeper<<<1, 1>>>(out, 1); }
