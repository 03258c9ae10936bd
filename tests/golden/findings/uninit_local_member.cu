// One member of a record that a function puts together is forgotten.
//@ block 32
//@ buffer int in[64] = iota
//@ output int out[32]
struct Sum {
  int total, count;
};
__device__ Sum sum_of_two(const int* in, int first) {
  Sum sum;
  sum.total = in[first] + in[first + 1];
  return sum;
}
__device__ Sum whole_sum_of_two(const int* in, int first) {
  Sum sum;
  sum.total = in[first] + in[first + 1];
  if (first >= 0) sum.count = 2;
  return sum;
}
__global__ void bug(const int* in, int* out) {
  Sum mine = sum_of_two(in, 2 * threadIdx.x);
  out[threadIdx.x] = mine.total / mine.count;
}
__global__ void mended(const int* in, int* out) {
  Sum mine = whole_sum_of_two(in, 2 * threadIdx.x);
  out[threadIdx.x] = mine.total / mine.count;
}
