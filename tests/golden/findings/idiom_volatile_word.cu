// A word of 8 bytes that holds a value and says that it is there needs no fence; data beside it does.
//@ grid 2
//@ block 32
//@ buffer longlong word[1] = 0
//@ buffer int box[1] = 0
//@ output int out[1]
__global__ void bug(volatile long long* word, int* box, int* out) {
  if (threadIdx.x) return;
  if (blockIdx.x == 0) {
    box[0] = 42;
    *word = 1;
  } else {
    while (*word == 0) { }
    out[0] = box[0];
  }
}
__global__ void mended(volatile long long* word, int* box, int* out) {
  if (threadIdx.x) return;
  if (blockIdx.x == 0) {
    *word = 1LL << 32 | 42;
  } else {
    long long seen;
    while ((seen = *word) == 0) { }
    out[0] = (int)seen;
  }
}
