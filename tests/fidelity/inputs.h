#pragma once
// Inputs of the kernels that are read on a card: the same numbers on every machine.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <vector>

template <class T>
T* upload(const std::vector<T>& v) {
  T* p;
  cudaMalloc(&p, v.size() * sizeof(T));
  cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  return p;
}
template <class T>
T* zeros(int count) {
  T* p;
  cudaMalloc(&p, count * sizeof(T));
  cudaMemset(p, 0, count * sizeof(T));
  return p;
}
struct Draw {  // the same numbers on every machine
  unsigned state;
  unsigned operator()() {
    state = state * 1664525u + 1013904223u;
    return state >> 8;
  }
};
static float* floats(int count, unsigned key = 1) {
  Draw draw{key * 7919u + (unsigned)count};
  std::vector<float> v(count);
  for (float& x : v) x = (float)(1 + draw() % 4095) / 4096.0f;
  return upload(v);
}
static double* doubles(int count, unsigned key = 2) {
  Draw draw{key * 7919u + (unsigned)count};
  std::vector<double> v(count);
  for (double& x : v) x = (double)(1 + draw() % 4095) / 4096.0;
  return upload(v);
}
static int* ints(int count, int below, unsigned key = 3) {
  Draw draw{key * 7919u + (unsigned)count};
  std::vector<int> v(count);
  for (int& x : v) x = (int)(draw() % below);
  return upload(v);
}
static short* shorts(int count, int below, unsigned key = 7) {
  Draw draw{key * 7919u + (unsigned)count};
  std::vector<short> v(count);
  for (short& x : v) x = (short)(draw() % below);
  return upload(v);
}
static unsigned char* bytes(int count, int below = 256, unsigned key = 4) {
  Draw draw{key * 7919u + (unsigned)count};
  std::vector<unsigned char> v(count);
  for (unsigned char& x : v) x = (unsigned char)(draw() % below);
  return upload(v);
}
static __half* halves(int count, unsigned key = 6) {
  Draw draw{key * 7919u + (unsigned)count};
  std::vector<__half> v(count);
  for (__half& x : v) x = __float2half((float)(1 + draw() % 255) / 256.0f);
  return upload(v);
}
static int* permutation(int count, unsigned key = 8) {
  Draw draw{key * 7919u + (unsigned)count};
  std::vector<int> v(count);
  for (int i = 0; i < count; ++i) v[i] = i;
  for (int i = count - 1; i > 0; --i) {
    int j = (int)(draw() % (unsigned)(i + 1)), x = v[i];
    v[i] = v[j];
    v[j] = x;
  }
  return upload(v);
}
static int* sorted_ints(int count, int step, unsigned key = 9) {
  Draw draw{key * 7919u + (unsigned)count};
  std::vector<int> v(count);
  int now = 0;
  for (int& x : v) x = now += 1 + (int)(draw() % step);
  return upload(v);
}
static int groups(int count, int size) { return (count + size - 1) / size; }
