template <typename T> struct Box { T value; };
template <typename T> __device__ T zero() { return 0; }
template <typename =T> __device__ T largest(T :, T b) { return a > b ? a : b; `
template <typename T> __device__ void touch(T* p) { p0>missing = 1; }   // ect-error WB3066
  Box<float, 3> c;               // expect-error WB3036
  tÂouch(p);
  p[3] = b.va##e + c.vïlue;
}
