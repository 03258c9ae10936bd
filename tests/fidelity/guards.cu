// Loads of tiles behind guards: `if` with `else`, `&&`, `||`, a store in front of an `if`, in a loop over tiles and once.
#include <cuda_runtime.h>

#include "inputs.h"

__global__ void guard_and_alone(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    if (row < m && k < n) s[r][c] = in[row * n + k];
    else s[r][c] = 0.0f;
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_and_alone_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  int k = c;
  if (row < m && k < n) s[r][c] = in[row * n + k];
  else s[r][c] = 0.0f;
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_one_alone(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    if (k < n) s[r][c] = in[row * n + k];
    else s[r][c] = 0.0f;
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_one_alone_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  int k = c;
  if (k < n) s[r][c] = in[row * n + k];
  else s[r][c] = 0.0f;
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_and_then_tern(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    if (row < m && k < n) s[r][c] = in[row * n + k];
    else s[r][c] = 0.0f;
    q[r][c] = k < n ? in[k] : 0.0f;
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_and_then_tern_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  int k = c;
  if (row < m && k < n) s[r][c] = in[row * n + k];
  else s[r][c] = 0.0f;
  q[r][c] = k < n ? in[k] : 0.0f;
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_one_then_tern(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    if (k < n) s[r][c] = in[row * n + k];
    else s[r][c] = 0.0f;
    q[r][c] = k < n ? in[k] : 0.0f;
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_one_then_tern_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  int k = c;
  if (k < n) s[r][c] = in[row * n + k];
  else s[r][c] = 0.0f;
  q[r][c] = k < n ? in[k] : 0.0f;
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_and_and(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    if (row < m && k < n) s[r][c] = in[row * n + k];
    else s[r][c] = 0.0f;
    if (r + i * 4 < n && c < m) q[r][c] = in[(r + i * 4) * 16 + c];
    else q[r][c] = 0.0f;
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_and_and_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  int i = 0, k = c;
  if (row < m && k < n) s[r][c] = in[row * n + k];
  else s[r][c] = 0.0f;
  if (r + i * 4 < n && c < m) q[r][c] = in[(r + i * 4) * 16 + c];
  else q[r][c] = 0.0f;
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_and_and_swapped(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    if (c < m && r + i * 4 < n) q[r][c] = in[(r + i * 4) * 16 + c];
    else q[r][c] = 0.0f;
    if (row < m && k < n) s[r][c] = in[row * n + k];
    else s[r][c] = 0.0f;
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_and_and_swapped_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  int i = 0, k = c;
  if (c < m && r + i * 4 < n) q[r][c] = in[(r + i * 4) * 16 + c];
  else q[r][c] = 0.0f;
  if (row < m && k < n) s[r][c] = in[row * n + k];
  else s[r][c] = 0.0f;
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_one_one(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    if (k < n) s[r][c] = in[row * n + k];
    else s[r][c] = 0.0f;
    if (r + i * 4 < n) q[r][c] = in[(r + i * 4) * 16 + c];
    else q[r][c] = 0.0f;
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_one_one_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  int i = 0, k = c;
  if (k < n) s[r][c] = in[row * n + k];
  else s[r][c] = 0.0f;
  if (r + i * 4 < n) q[r][c] = in[(r + i * 4) * 16 + c];
  else q[r][c] = 0.0f;
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_tern_then_and(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    q[r][c] = k < n ? in[k] : 0.0f;
    if (row < m && k < n) s[r][c] = in[row * n + k];
    else s[r][c] = 0.0f;
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_tern_then_and_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  int k = c;
  q[r][c] = k < n ? in[k] : 0.0f;
  if (row < m && k < n) s[r][c] = in[row * n + k];
  else s[r][c] = 0.0f;
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_plain_then_and(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    q[r][c] = in[k];
    if (row < m && k < n) s[r][c] = in[row * n + k];
    else s[r][c] = 0.0f;
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_plain_then_and_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  int k = c;
  q[r][c] = in[k];
  if (row < m && k < n) s[r][c] = in[row * n + k];
  else s[r][c] = 0.0f;
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_and_then_plain(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    if (row < m && k < n) s[r][c] = in[row * n + k];
    else s[r][c] = 0.0f;
    q[r][c] = in[k];
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_and_then_plain_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  int k = c;
  if (row < m && k < n) s[r][c] = in[row * n + k];
  else s[r][c] = 0.0f;
  q[r][c] = in[k];
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_or_zero(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    if (row >= m || k >= n) s[r][c] = 0.0f;
    else s[r][c] = in[row * n + k];
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_or_zero_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  int k = c;
  if (row >= m || k >= n) s[r][c] = 0.0f;
  else s[r][c] = in[row * n + k];
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_or_zero_two(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    if (row >= m || k >= n) s[r][c] = 0.0f;
    else s[r][c] = in[row * n + k];
    if (r + i * 4 >= n || c >= m) q[r][c] = 0.0f;
    else q[r][c] = in[(r + i * 4) * 16 + c];
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_or_zero_two_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  int i = 0, k = c;
  if (row >= m || k >= n) s[r][c] = 0.0f;
  else s[r][c] = in[row * n + k];
  if (r + i * 4 >= n || c >= m) q[r][c] = 0.0f;
  else q[r][c] = in[(r + i * 4) * 16 + c];
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_zero_first(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    s[r][c] = 0.0f;
    if (row < m && k < n) s[r][c] = in[row * n + k];
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_zero_first_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  int k = c;
  s[r][c] = 0.0f;
  if (row < m && k < n) s[r][c] = in[row * n + k];
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_zero_first_one(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    s[r][c] = 0.0f;
    if (k < n) s[r][c] = in[row * n + k];
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_zero_first_one_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  int k = c;
  s[r][c] = 0.0f;
  if (k < n) s[r][c] = in[row * n + k];
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_three_and(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    if (row < m && k < n && i < m) s[r][c] = in[row * n + k];
    else s[r][c] = 0.0f;
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_three_and_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  int i = 0, k = c;
  if (row < m && k < n && i < m) s[r][c] = in[row * n + k];
  else s[r][c] = 0.0f;
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_braces_two(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    if (row < m && k < n) { s[r][c] = in[row * n + k];
    q[r][c] = in[k]; } else { s[r][c] = 0.0f;
    q[r][c] = 0.0f; }
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_braces_two_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  int k = c;
  if (row < m && k < n) { s[r][c] = in[row * n + k];
  q[r][c] = in[k]; } else { s[r][c] = 0.0f;
  q[r][c] = 0.0f; }
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_nested_if(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    if (row < m) { if (k < n) s[r][c] = in[row * n + k];
    else s[r][c] = 0.0f; } else s[r][c] = 0.0f;
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_nested_if_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  int k = c;
  if (row < m) { if (k < n) s[r][c] = in[row * n + k];
  else s[r][c] = 0.0f; } else s[r][c] = 0.0f;
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_double_guard_flat(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    bool ok = row < m && k < n;
    if (ok) s[r][c] = in[row * n + k];
    else s[r][c] = 0.0f;
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_double_guard_flat_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  int k = c;
  bool ok = row < m && k < n;
  if (ok) s[r][c] = in[row * n + k];
  else s[r][c] = 0.0f;
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_value_first(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    float v = 0;
    if (row < m && k < n) v = in[row * n + k];
    s[r][c] = v;
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_value_first_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  int k = c;
  float v = 0;
  if (row < m && k < n) v = in[row * n + k];
  s[r][c] = v;
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_and_then_value(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    if (row < m && k < n) s[r][c] = in[row * n + k];
    else s[r][c] = 0.0f;
    float v = 0;
    if (k < n) v = in[k];
    q[r][c] = v;
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_and_then_value_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  int k = c;
  if (row < m && k < n) s[r][c] = in[row * n + k];
  else s[r][c] = 0.0f;
  float v = 0;
  if (k < n) v = in[k];
  q[r][c] = v;
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_window_and(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16;
  float sum = 0;
  q[r][c] = in[t];
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int x = (int)blockIdx.x * 12 + c - 2 + i, y = r - 1;
    if (x >= 0 && x < n && y >= 0 && y < m) s[r][c] = in[y * n + x];
    else s[r][c] = 0.0f;
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_window_and_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16;
  float sum = 0;
  q[r][c] = in[t];
  int i = 0;
  int x = (int)blockIdx.x * 12 + c - 2 + i, y = r - 1;
  if (x >= 0 && x < n && y >= 0 && y < m) s[r][c] = in[y * n + x];
  else s[r][c] = 0.0f;
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_window_or(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16;
  float sum = 0;
  q[r][c] = in[t];
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int x = (int)blockIdx.x * 12 + c - 2 + i, y = r - 1;
    if (x < 0 || x >= n || y < 0 || y >= m) s[r][c] = 0.0f;
    else s[r][c] = in[y * n + x];
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_window_or_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16;
  float sum = 0;
  q[r][c] = in[t];
  int i = 0;
  int x = (int)blockIdx.x * 12 + c - 2 + i, y = r - 1;
  if (x < 0 || x >= n || y < 0 || y >= m) s[r][c] = 0.0f;
  else s[r][c] = in[y * n + x];
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_window_ternary(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16;
  float sum = 0;
  q[r][c] = in[t];
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int x = (int)blockIdx.x * 12 + c - 2 + i, y = r - 1;
    s[r][c] = x >= 0 && x < n && y >= 0 && y < m ? in[y * n + x] : 0.0f;
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_window_ternary_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16;
  float sum = 0;
  q[r][c] = in[t];
  int i = 0;
  int x = (int)blockIdx.x * 12 + c - 2 + i, y = r - 1;
  s[r][c] = x >= 0 && x < n && y >= 0 && y < m ? in[y * n + x] : 0.0f;
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_window_two(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16;
  float sum = 0;
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int x = (int)blockIdx.x * 12 + c - 2 + i, y = r - 1;
    if (x >= 0 && x < n) s[r][c] = in[x];
    else s[r][c] = 0.0f;
    if (y >= 0 && y < m) q[r][c] = in[y];
    else q[r][c] = 1.0f;
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_window_two_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16;
  float sum = 0;
  int i = 0;
  int x = (int)blockIdx.x * 12 + c - 2 + i, y = r - 1;
  if (x >= 0 && x < n) s[r][c] = in[x];
  else s[r][c] = 0.0f;
  if (y >= 0 && y < m) q[r][c] = in[y];
  else q[r][c] = 1.0f;
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_nested_two(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    if (row < m) { if (k < n) s[r][c] = in[row * n + k];
    else s[r][c] = 0.0f; } else s[r][c] = 1.0f;
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_nested_two_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  int k = c;
  if (row < m) { if (k < n) s[r][c] = in[row * n + k];
  else s[r][c] = 0.0f; } else s[r][c] = 1.0f;
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_else_if(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    if (row >= m) s[r][c] = 0.0f;
    else if (k >= n) s[r][c] = 1.0f;
    else s[r][c] = in[row * n + k];
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_else_if_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  int k = c;
  if (row >= m) s[r][c] = 0.0f;
  else if (k >= n) s[r][c] = 1.0f;
  else s[r][c] = in[row * n + k];
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_first_add(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    s[r][c] = in[k];
    if (row < m) s[r][c] += in[k + 64];
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_first_add_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  int k = c;
  s[r][c] = in[k];
  if (row < m) s[r][c] += in[k + 64];
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_first_add_value(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    float v = in[k];
    if (row < m) v += in[k + 64];
    s[r][c] = v;
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_first_add_value_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  int k = c;
  float v = in[k];
  if (row < m) v += in[k + 64];
  s[r][c] = v;
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_zero_then_add(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    s[r][c] = 0.0f;
    if (row < m && k < n) s[r][c] += in[row * n + k];
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_zero_then_add_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  int k = c;
  s[r][c] = 0.0f;
  if (row < m && k < n) s[r][c] += in[row * n + k];
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_halo(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16;
  float sum = 0;
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    s[r][c] = in[k + 1];
    if (c < 2) { if (k >= 2) q[r][c] = in[k - 2];
    else q[r][c] = 0.0f; } else q[r][c] = 2.0f;
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_halo_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16;
  float sum = 0;
  int k = c;
  s[r][c] = in[k + 1];
  if (c < 2) { if (k >= 2) q[r][c] = in[k - 2];
  else q[r][c] = 0.0f; } else q[r][c] = 2.0f;
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_or_small(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    if (row >= m || k >= n) s[r][c] = 0.0f;
    else s[r][c] = in[row * n + k] * 2.0f + 1.0f;
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_or_small_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  int k = c;
  if (row >= m || k >= n) s[r][c] = 0.0f;
  else s[r][c] = in[row * n + k] * 2.0f + 1.0f;
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_and_value_plus(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    if (row < m && k < n) s[r][c] = in[row * n + k] * 2.0f + 1.0f;
    else s[r][c] = -1.0f;
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_and_value_plus_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  int k = c;
  if (row < m && k < n) s[r][c] = in[row * n + k] * 2.0f + 1.0f;
  else s[r][c] = -1.0f;
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_or_and(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    if ((row >= m || k >= n) && i >= 0) s[r][c] = 0.0f;
    else s[r][c] = in[row * n + k];
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_or_and_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  int i = 0, k = c;
  if ((row >= m || k >= n) && i >= 0) s[r][c] = 0.0f;
  else s[r][c] = in[row * n + k];
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_and_or(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    if ((row < m && k < n) || c == 3) s[r][c] = in[row * n + k];
    else s[r][c] = 0.0f;
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_and_or_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16, row = blockIdx.x * 4 + r;
  float sum = 0;
  q[r][c] = in[t];
  int k = c;
  if ((row < m && k < n) || c == 3) s[r][c] = in[row * n + k];
  else s[r][c] = 0.0f;
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_equal_guard(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16;
  float sum = 0;
  q[r][c] = in[t];
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    if (c == 0 || c == 15) s[r][c] = 0.0f;
    else s[r][c] = in[k];
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_equal_guard_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16;
  float sum = 0;
  q[r][c] = in[t];
  int k = c;
  if (c == 0 || c == 15) s[r][c] = 0.0f;
  else s[r][c] = in[k];
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_edge_copy(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16;
  float sum = 0;
  q[r][c] = in[t];
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    if (c == 0) s[r][c] = in[k];
    else if (c == 15) s[r][c] = in[k + 1];
    else s[r][c] = in[k] + in[k + 1];
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_edge_copy_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16;
  float sum = 0;
  q[r][c] = in[t];
  int k = c;
  if (c == 0) s[r][c] = in[k];
  else if (c == 15) s[r][c] = in[k + 1];
  else s[r][c] = in[k] + in[k + 1];
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_switch_three(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16;
  float sum = 0;
  q[r][c] = in[t];
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    switch (r) {
      case 0: s[r][c] = in[k]; break;
      case 1: s[r][c] = in[k + 16]; break;
      default: s[r][c] = in[k + 32]; }
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_switch_three_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16;
  float sum = 0;
  q[r][c] = in[t];
  int k = c;
  switch (r) {
    case 0: s[r][c] = in[k]; break;
    case 1: s[r][c] = in[k + 16]; break;
    default: s[r][c] = in[k + 32]; }
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_switch_lanes(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16;
  float sum = 0;
  q[r][c] = in[t];
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    switch (c & 3) {
      case 0: s[r][c] = in[k]; break;
      case 1: s[r][c] = in[k + 16]; break;
      case 2: s[r][c] = in[k + 48]; break;
      default: s[r][c] = in[k + 32]; }
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_switch_lanes_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16;
  float sum = 0;
  q[r][c] = in[t];
  int k = c;
  switch (c & 3) {
    case 0: s[r][c] = in[k]; break;
    case 1: s[r][c] = in[k + 16]; break;
    case 2: s[r][c] = in[k + 48]; break;
    default: s[r][c] = in[k + 32]; }
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_switch_value(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16;
  float sum = 0;
  q[r][c] = in[t];
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    float v;
    switch (c & 3) {
      case 0: v = in[k]; break;
      case 1: v = in[k + 16]; break;
      case 2: v = in[k + 48]; break;
      default: v = in[k + 32]; } s[r][c] = v;
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_switch_value_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16;
  float sum = 0;
  q[r][c] = in[t];
  int k = c;
  float v;
  switch (c & 3) {
    case 0: v = in[k]; break;
    case 1: v = in[k + 16]; break;
    case 2: v = in[k + 48]; break;
    default: v = in[k + 32]; } s[r][c] = v;
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_chain_value(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16;
  float sum = 0;
  q[r][c] = in[t];
  for (int i = 0; i < (n + 15) / 16; ++i) {
    int k = i * 16 + c;
    float v;
    if (c < 4) v = in[k];
    else if (c < 9) v = in[k + 16];
    else v = in[k + 32];
    s[r][c] = v;
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[r][j] * q[r][15 - j];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void guard_chain_value_once(const float* in, float* out, int m, int n) {
  __shared__ float s[4][16], q[4][16];
  int t = threadIdx.x, r = t / 16, c = t % 16;
  float sum = 0;
  q[r][c] = in[t];
  int k = c;
  float v;
  if (c < 4) v = in[k];
  else if (c < 9) v = in[k + 16];
  else v = in[k + 32];
  s[r][c] = v;
  __syncthreads();
  sum = s[r][15 - c] * q[r][c];
  out[blockIdx.x * 64 + t] = sum;
}

int main() {
  float *in = floats(4096), *out = zeros<float>(512);
  guard_and_alone<<<5, 64>>>(in, out, 14, 45);
  guard_and_alone_once<<<5, 64>>>(in, out, 14, 13);
  guard_one_alone<<<5, 64>>>(in, out, 14, 45);
  guard_one_alone_once<<<5, 64>>>(in, out, 14, 13);
  guard_and_then_tern<<<5, 64>>>(in, out, 14, 45);
  guard_and_then_tern_once<<<5, 64>>>(in, out, 14, 13);
  guard_one_then_tern<<<5, 64>>>(in, out, 14, 45);
  guard_one_then_tern_once<<<5, 64>>>(in, out, 14, 13);
  guard_and_and<<<5, 64>>>(in, out, 14, 45);
  guard_and_and_once<<<5, 64>>>(in, out, 14, 13);
  guard_and_and_swapped<<<5, 64>>>(in, out, 14, 45);
  guard_and_and_swapped_once<<<5, 64>>>(in, out, 14, 13);
  guard_one_one<<<5, 64>>>(in, out, 14, 45);
  guard_one_one_once<<<5, 64>>>(in, out, 14, 13);
  guard_tern_then_and<<<5, 64>>>(in, out, 14, 45);
  guard_tern_then_and_once<<<5, 64>>>(in, out, 14, 13);
  guard_plain_then_and<<<5, 64>>>(in, out, 14, 45);
  guard_plain_then_and_once<<<5, 64>>>(in, out, 14, 13);
  guard_and_then_plain<<<5, 64>>>(in, out, 14, 45);
  guard_and_then_plain_once<<<5, 64>>>(in, out, 14, 13);
  guard_or_zero<<<5, 64>>>(in, out, 14, 45);
  guard_or_zero_once<<<5, 64>>>(in, out, 14, 13);
  guard_or_zero_two<<<5, 64>>>(in, out, 14, 45);
  guard_or_zero_two_once<<<5, 64>>>(in, out, 14, 13);
  guard_zero_first<<<5, 64>>>(in, out, 14, 45);
  guard_zero_first_once<<<5, 64>>>(in, out, 14, 13);
  guard_zero_first_one<<<5, 64>>>(in, out, 14, 45);
  guard_zero_first_one_once<<<5, 64>>>(in, out, 14, 13);
  guard_three_and<<<5, 64>>>(in, out, 14, 45);
  guard_three_and_once<<<5, 64>>>(in, out, 14, 13);
  guard_braces_two<<<5, 64>>>(in, out, 14, 45);
  guard_braces_two_once<<<5, 64>>>(in, out, 14, 13);
  guard_nested_if<<<5, 64>>>(in, out, 14, 45);
  guard_nested_if_once<<<5, 64>>>(in, out, 14, 13);
  guard_double_guard_flat<<<5, 64>>>(in, out, 14, 45);
  guard_double_guard_flat_once<<<5, 64>>>(in, out, 14, 13);
  guard_value_first<<<5, 64>>>(in, out, 14, 45);
  guard_value_first_once<<<5, 64>>>(in, out, 14, 13);
  guard_and_then_value<<<5, 64>>>(in, out, 14, 45);
  guard_and_then_value_once<<<5, 64>>>(in, out, 14, 13);
  guard_window_and<<<5, 64>>>(in, out, 14, 45);
  guard_window_and_once<<<5, 64>>>(in, out, 14, 13);
  guard_window_or<<<5, 64>>>(in, out, 14, 45);
  guard_window_or_once<<<5, 64>>>(in, out, 14, 13);
  guard_window_ternary<<<5, 64>>>(in, out, 14, 45);
  guard_window_ternary_once<<<5, 64>>>(in, out, 14, 13);
  guard_window_two<<<5, 64>>>(in, out, 14, 45);
  guard_window_two_once<<<5, 64>>>(in, out, 14, 13);
  guard_nested_two<<<5, 64>>>(in, out, 14, 45);
  guard_nested_two_once<<<5, 64>>>(in, out, 14, 13);
  guard_else_if<<<5, 64>>>(in, out, 14, 45);
  guard_else_if_once<<<5, 64>>>(in, out, 14, 13);
  guard_first_add<<<5, 64>>>(in, out, 14, 45);
  guard_first_add_once<<<5, 64>>>(in, out, 14, 13);
  guard_first_add_value<<<5, 64>>>(in, out, 14, 45);
  guard_first_add_value_once<<<5, 64>>>(in, out, 14, 13);
  guard_zero_then_add<<<5, 64>>>(in, out, 14, 45);
  guard_zero_then_add_once<<<5, 64>>>(in, out, 14, 13);
  guard_halo<<<5, 64>>>(in, out, 14, 45);
  guard_halo_once<<<5, 64>>>(in, out, 14, 13);
  guard_or_small<<<5, 64>>>(in, out, 14, 45);
  guard_or_small_once<<<5, 64>>>(in, out, 14, 13);
  guard_and_value_plus<<<5, 64>>>(in, out, 14, 45);
  guard_and_value_plus_once<<<5, 64>>>(in, out, 14, 13);
  guard_or_and<<<5, 64>>>(in, out, 14, 45);
  guard_or_and_once<<<5, 64>>>(in, out, 14, 13);
  guard_and_or<<<5, 64>>>(in, out, 14, 45);
  guard_and_or_once<<<5, 64>>>(in, out, 14, 13);
  guard_equal_guard<<<5, 64>>>(in, out, 14, 45);
  guard_equal_guard_once<<<5, 64>>>(in, out, 14, 13);
  guard_edge_copy<<<5, 64>>>(in, out, 14, 45);
  guard_edge_copy_once<<<5, 64>>>(in, out, 14, 13);
  guard_switch_three<<<5, 64>>>(in, out, 14, 45);
  guard_switch_three_once<<<5, 64>>>(in, out, 14, 13);
  guard_switch_lanes<<<5, 64>>>(in, out, 14, 45);
  guard_switch_lanes_once<<<5, 64>>>(in, out, 14, 13);
  guard_switch_value<<<5, 64>>>(in, out, 14, 45);
  guard_switch_value_once<<<5, 64>>>(in, out, 14, 13);
  guard_chain_value<<<5, 64>>>(in, out, 14, 45);
  guard_chain_value_once<<<5, 64>>>(in, out, 14, 13);
  return cudaDeviceSynchronize() != cudaSuccess;
}
