// An override that is not marked for the device.
//@ block 4
//@ output int out[4]
struct Base {
  __host__ __device__ virtual int f() const { return 1; }
};
struct Derived : Base {
  int f() const override { return 2; }
};
struct Mended : Base {
  __host__ __device__ int f() const override { return 2; }
};
__device__ int ask(const Base& b) { return b.f(); }
__global__ void bug(int* out) {
  Derived d;
  out[threadIdx.x] = ask(d);
}
__global__ void mended(int* out) {
  Mended d;
  out[threadIdx.x] = ask(d);
}
