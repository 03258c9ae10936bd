// Sparse products and graph steps. Kernels: spmv_csr bfs_step jacobi relu_layer knn
struct CSRMatrix { int rows; const int *row_ptr; const int *cols; const float *values; };
__global__ void spmv_csr(int rows, const int *row_ptr, const int *cols, const float *values, const float *x, float *y) {
  CSRMatrix m = {rows, row_ptr, cols, values};
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m.rows) {
    float dot = 0;
    int begin = m.row_ptr[row], end = m.row_ptr[row + 1];
    for (int e = begin; e < end; e++) dot += m.values[e] * x[m.cols[e]];
    y[row] += dot;
  }
}
__global__ void bfs_step(const int *edges, const int *offsets, int *level, int n, int current, bool *changed) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || level[v] != current) return;
  for (int e = offsets[v]; e != offsets[v + 1]; ++e) {
    int u = edges[e];
    if (atomicCAS(&level[u], -1, current + 1) == -1) *changed = true;
  }
}
__global__ void jacobi(double *next, const double *now, const double *rhs, const int n, const double h) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  if (i < n - 1) next[i] = 0.5 * (now[i - 1] + now[i + 1] + h * h * rhs[i]);
}
__global__ void relu_layer(float *out, const float *in, const float *w, const float *bias, int n_in, int n_out, int batch) {
  int o = blockIdx.x * blockDim.x + threadIdx.x, b = blockIdx.y;
  if (o >= n_out || b >= batch) return;
  float acc = bias ? bias[o] : 0.0f;
  for (int i = 0; i < n_in; ++i) acc = fmaf(w[o * n_in + i], in[b * n_in + i], acc);
  out[b * n_out + o] = fmaxf(acc, 0.0f);
}
#define K 4
__global__ void knn(const float *points, const float *queries, int *nearest, int n, int dims) {
  int q = blockIdx.x * blockDim.x + threadIdx.x;
  float best[K];
  int index[K];
  for (int k = 0; k < K; ++k) { best[k] = 3.4e38f; index[k] = -1; }
  for (int p = 0; p < n; ++p) {
    float d = 0;
    for (int c = 0; c < dims; ++c) { float diff = points[p * dims + c] - queries[q * dims + c]; d += diff * diff; }
    int slot = K - 1;
    if (d >= best[slot]) continue;
    while (slot > 0 && best[slot - 1] > d) { best[slot] = best[slot - 1]; index[slot] = index[slot - 1]; --slot; }
    best[slot] = d;
    index[slot] = p;
  }
  for (int k = 0; k < K; ++k) nearest[q * K + k] = index[k];
}
