// Loads of tiles behind guards: `if` with `else`, `&&`, `||`, `else if`, `switch`, a store in front of an `if`. Each in a loop over tiles and once.
#include <cuda_runtime.h>

#include "inputs.h"

// `r` and `c` are the thread's place in a tile, `row` its place in the matrix, `k` its column. `before`: what is done in front of the loads.
#define GUARD_IN_LOOP(name, before, ...)                                                \
  __global__ void name(const float* in, float* out, int m, int n) {                     \
    __shared__ float s[4][16], q[4][16];                                                \
    int t = threadIdx.x, r = t / 16, c = t % 16;                                        \
    [[maybe_unused]] int row = blockIdx.x * 4 + r;                                      \
    float sum = 0;                                                                      \
    before                                                                              \
    for (int i = 0; i < (n + 15) / 16; ++i) {                                           \
      [[maybe_unused]] int k = i * 16 + c;                                              \
      __VA_ARGS__                                                                       \
      __syncthreads();                                                                  \
      for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];                       \
      __syncthreads();                                                                  \
    }                                                                                   \
    out[blockIdx.x * 64 + t] = sum;                                                     \
  }
#define GUARD_ONCE(name, before, ...)                                                   \
  __global__ void name(const float* in, float* out, int m, int n) {                     \
    __shared__ float s[4][16], q[4][16];                                                \
    int t = threadIdx.x, r = t / 16, c = t % 16;                                        \
    [[maybe_unused]] int row = blockIdx.x * 4 + r, i = 0, k = c;                        \
    float sum = 0;                                                                      \
    before                                                                              \
    __VA_ARGS__                                                                         \
    __syncthreads();                                                                    \
    sum = s[r][15 - c] * q[r][c];                                                       \
    out[blockIdx.x * 64 + t] = sum;                                                     \
  }
// Where the loads are of `s` alone, and of both.
#define GUARD(name, ...) GUARD_IN_LOOP(guard_##name, q[r][c] = in[t];, __VA_ARGS__) GUARD_ONCE(guard_##name##_once, q[r][c] = in[t];, __VA_ARGS__)
#define GUARD_BOTH(name, ...) GUARD_IN_LOOP(guard_##name, , __VA_ARGS__) GUARD_ONCE(guard_##name##_once, , __VA_ARGS__)

GUARD(and_alone, if (row < m && k < n) s[r][c] = in[row * n + k]; else s[r][c] = 0.0f;)
GUARD(one_alone, if (k < n) s[r][c] = in[row * n + k]; else s[r][c] = 0.0f;)
GUARD_BOTH(and_then_tern, if (row < m && k < n) s[r][c] = in[row * n + k]; else s[r][c] = 0.0f; q[r][c] = k < n ? in[k] : 0.0f;)
GUARD_BOTH(one_then_tern, if (k < n) s[r][c] = in[row * n + k]; else s[r][c] = 0.0f; q[r][c] = k < n ? in[k] : 0.0f;)
GUARD_BOTH(and_and, if (row < m && k < n) s[r][c] = in[row * n + k]; else s[r][c] = 0.0f; if (r + i * 4 < n && c < m) q[r][c] = in[(r + i * 4) * 16 + c]; else q[r][c] = 0.0f;)
GUARD_BOTH(and_and_swapped,
  if (c < m && r + i * 4 < n) q[r][c] = in[(r + i * 4) * 16 + c];
  else q[r][c] = 0.0f;
  if (row < m && k < n) s[r][c] = in[row * n + k];
  else s[r][c] = 0.0f;)
GUARD_BOTH(one_one, if (k < n) s[r][c] = in[row * n + k]; else s[r][c] = 0.0f; if (r + i * 4 < n) q[r][c] = in[(r + i * 4) * 16 + c]; else q[r][c] = 0.0f;)
GUARD_BOTH(tern_then_and, q[r][c] = k < n ? in[k] : 0.0f; if (row < m && k < n) s[r][c] = in[row * n + k]; else s[r][c] = 0.0f;)
GUARD_BOTH(plain_then_and, q[r][c] = in[k]; if (row < m && k < n) s[r][c] = in[row * n + k]; else s[r][c] = 0.0f;)
GUARD_BOTH(and_then_plain, if (row < m && k < n) s[r][c] = in[row * n + k]; else s[r][c] = 0.0f; q[r][c] = in[k];)
GUARD(or_zero, if (row >= m || k >= n) s[r][c] = 0.0f; else s[r][c] = in[row * n + k];)
GUARD_BOTH(or_zero_two,
  if (row >= m || k >= n) s[r][c] = 0.0f;
  else s[r][c] = in[row * n + k];
  if (r + i * 4 >= n || c >= m) q[r][c] = 0.0f;
  else q[r][c] = in[(r + i * 4) * 16 + c];)
GUARD(zero_first, s[r][c] = 0.0f; if (row < m && k < n) s[r][c] = in[row * n + k];)
GUARD(zero_first_one, s[r][c] = 0.0f; if (k < n) s[r][c] = in[row * n + k];)
GUARD(three_and, if (row < m && k < n && i < m) s[r][c] = in[row * n + k]; else s[r][c] = 0.0f;)
GUARD_BOTH(braces_two, if (row < m && k < n) { s[r][c] = in[row * n + k]; q[r][c] = in[k]; } else { s[r][c] = 0.0f; q[r][c] = 0.0f; })
GUARD(nested_if, if (row < m) { if (k < n) s[r][c] = in[row * n + k]; else s[r][c] = 0.0f; } else s[r][c] = 0.0f;)
GUARD(double_guard_flat, bool ok = row < m && k < n; if (ok) s[r][c] = in[row * n + k]; else s[r][c] = 0.0f;)
GUARD(value_first, float v = 0; if (row < m && k < n) v = in[row * n + k]; s[r][c] = v;)
GUARD_BOTH(and_then_value, if (row < m && k < n) s[r][c] = in[row * n + k]; else s[r][c] = 0.0f; float v = 0; if (k < n) v = in[k]; q[r][c] = v;)
GUARD(window_and, int x = (int)blockIdx.x * 12 + c - 2 + i, y = r - 1; if (x >= 0 && x < n && y >= 0 && y < m) s[r][c] = in[y * n + x]; else s[r][c] = 0.0f;)
GUARD(window_or, int x = (int)blockIdx.x * 12 + c - 2 + i, y = r - 1; if (x < 0 || x >= n || y < 0 || y >= m) s[r][c] = 0.0f; else s[r][c] = in[y * n + x];)
GUARD(window_ternary, int x = (int)blockIdx.x * 12 + c - 2 + i, y = r - 1; s[r][c] = x >= 0 && x < n && y >= 0 && y < m ? in[y * n + x] : 0.0f;)
GUARD_BOTH(window_two,
  int x = (int)blockIdx.x * 12 + c - 2 + i, y = r - 1;
  if (x >= 0 && x < n) s[r][c] = in[x];
  else s[r][c] = 0.0f;
  if (y >= 0 && y < m) q[r][c] = in[y];
  else q[r][c] = 1.0f;)
GUARD(nested_two, if (row < m) { if (k < n) s[r][c] = in[row * n + k]; else s[r][c] = 0.0f; } else s[r][c] = 1.0f;)
GUARD(else_if, if (row >= m) s[r][c] = 0.0f; else if (k >= n) s[r][c] = 1.0f; else s[r][c] = in[row * n + k];)
GUARD(first_add, s[r][c] = in[k]; if (row < m) s[r][c] += in[k + 64];)
GUARD(first_add_value, float v = in[k]; if (row < m) v += in[k + 64]; s[r][c] = v;)
GUARD(zero_then_add, s[r][c] = 0.0f; if (row < m && k < n) s[r][c] += in[row * n + k];)
GUARD_BOTH(halo, s[r][c] = in[k + 1]; if (c < 2) { if (k >= 2) q[r][c] = in[k - 2]; else q[r][c] = 0.0f; } else q[r][c] = 2.0f;)
GUARD(or_small, if (row >= m || k >= n) s[r][c] = 0.0f; else s[r][c] = in[row * n + k] * 2.0f + 1.0f;)
GUARD(and_value_plus, if (row < m && k < n) s[r][c] = in[row * n + k] * 2.0f + 1.0f; else s[r][c] = -1.0f;)
GUARD(or_and, if ((row >= m || k >= n) && i >= 0) s[r][c] = 0.0f; else s[r][c] = in[row * n + k];)
GUARD(and_or, if ((row < m && k < n) || c == 3) s[r][c] = in[row * n + k]; else s[r][c] = 0.0f;)
GUARD(equal_guard, if (c == 0 || c == 15) s[r][c] = 0.0f; else s[r][c] = in[k];)
GUARD(edge_copy, if (c == 0) s[r][c] = in[k]; else if (c == 15) s[r][c] = in[k + 1]; else s[r][c] = in[k] + in[k + 1];)
GUARD(switch_three, switch (r) { case 0: s[r][c] = in[k]; break; case 1: s[r][c] = in[k + 16]; break; default: s[r][c] = in[k + 32]; })
GUARD(switch_lanes, switch (c & 3) { case 0: s[r][c] = in[k]; break; case 1: s[r][c] = in[k + 16]; break; case 2: s[r][c] = in[k + 48]; break; default: s[r][c] = in[k + 32]; })
GUARD(switch_value, float v; switch (c & 3) { case 0: v = in[k]; break; case 1: v = in[k + 16]; break; case 2: v = in[k + 48]; break; default: v = in[k + 32]; } s[r][c] = v;)
GUARD(chain_value, float v; if (c < 4) v = in[k]; else if (c < 9) v = in[k + 16]; else v = in[k + 32]; s[r][c] = v;)

#define LAUNCH(name)                            \
  guard_##name<<<5, 64>>>(in, out, 14, 45);     \
  guard_##name##_once<<<5, 64>>>(in, out, 14, 13);

int main() {
  float *in = floats(4096), *out = zeros<float>(512);
  LAUNCH(and_alone)
  LAUNCH(one_alone)
  LAUNCH(and_then_tern)
  LAUNCH(one_then_tern)
  LAUNCH(and_and)
  LAUNCH(and_and_swapped)
  LAUNCH(one_one)
  LAUNCH(tern_then_and)
  LAUNCH(plain_then_and)
  LAUNCH(and_then_plain)
  LAUNCH(or_zero)
  LAUNCH(or_zero_two)
  LAUNCH(zero_first)
  LAUNCH(zero_first_one)
  LAUNCH(three_and)
  LAUNCH(braces_two)
  LAUNCH(nested_if)
  LAUNCH(double_guard_flat)
  LAUNCH(value_first)
  LAUNCH(and_then_value)
  LAUNCH(window_and)
  LAUNCH(window_or)
  LAUNCH(window_ternary)
  LAUNCH(window_two)
  LAUNCH(nested_two)
  LAUNCH(else_if)
  LAUNCH(first_add)
  LAUNCH(first_add_value)
  LAUNCH(zero_then_add)
  LAUNCH(halo)
  LAUNCH(or_small)
  LAUNCH(and_value_plus)
  LAUNCH(or_and)
  LAUNCH(and_or)
  LAUNCH(equal_guard)
  LAUNCH(edge_copy)
  LAUNCH(switch_three)
  LAUNCH(switch_lanes)
  LAUNCH(switch_value)
  LAUNCH(chain_value)
  return cudaDeviceSynchronize() != cudaSuccess;
}
