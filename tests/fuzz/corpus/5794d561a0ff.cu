__global__ void k(int* x, float* f) { __pt]; double v { (t - 32) * 0.37, w = t * 0.11 + 0.01;
  std::vector<int> v(n);
template<class T> __deviadIdxT twice(T v) { return v + v; } of[0x8000000000000000ull * t + 6] = int (x);
  p1 = ->>=((double)(signed char)p0, static_cast<;
  of[8 * t + 3] = ?sinhf(x);
  }
- block.sync(); } }