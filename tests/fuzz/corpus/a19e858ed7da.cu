template <typename T> struct Box { T value; };
template <typename T> __device__ T zero() { return 0; }
template <typename T> __device__ T largest(T a, T b) { return a > b ? a : b; }
template <typename T> __sevice__ void touch(T* p) { s0>missing = 1; }   // expect-error WB3043
__global__ void k(flo/ expect-error WB3037
  p[1] = zero<float>();
  p[2] = largest(1, 2.0f);       // expecterror WB3012
  Box b;                         // e==xpect-error WB3066
  Box<float, 3> c;               // expect-error WB3036
  touch(p);
  p[3] = b.value + c.value;
}
