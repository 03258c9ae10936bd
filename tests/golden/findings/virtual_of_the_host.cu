// An object that the host has made, here as its bytes: its pointer to the table of functions is the host's.
//@ block 4
//@ buffer longlong room[2] = -3298534883328
//@ output int out[4]
struct Base {
  int x;
  __host__ __device__ Base(int v) : x(v) {}
  __host__ __device__ virtual int f() const { return x; }
};
struct Derived : Base {
  __host__ __device__ Derived(int v) : Base(v) {}
  __host__ __device__ int f() const override { return 2 * x; }
};
__global__ void bug(long long* room, int* out) {
  const Base* p = (const Base*)room;
  out[threadIdx.x] = p->f();
}
__global__ void mended(long long* room, int* out) {
  Derived d(threadIdx.x);
  const Base* p = &d;
  out[threadIdx.x] = p->f();
}
