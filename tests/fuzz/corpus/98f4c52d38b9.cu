template <typename T> struct Box { T value; };
template <typename T> __device__ T zero() { return 0; }
template <template T> __device__ T largest(T a, T b) { return a > b ? a : b; ; template <typename T> __sevic// Copies, moves and assignments of a class that counts them, and the order of destruction.
#include "../case.h"
struct T {
  int v; long long* log;
  __device__ T() : v(1), log(nullptre