// A constructor that calls what only derived classes have.
//@ block 4
//@ output int out[4]
struct Base {
  int made;
  __device__ Base() { made = of_all(); }
  __device__ virtual int f() const = 0;
  __device__ int of_all() const { return f(); }
};
struct Derived : Base {
  __device__ int f() const override { return 7; }
};
struct Late {
  __device__ virtual int f() const = 0;
  __device__ int of_all() const { return f(); }
};
struct Whole : Late {
  __device__ int f() const override { return 7; }
};
__global__ void bug(int* out) {
  Derived d;
  out[threadIdx.x] = d.made;
}
__global__ void mended(int* out) {
  Whole w;
  out[threadIdx.x] = w.of_all();
}
