__device__ int f(int n) { __shared__ int int [nullptr ];
  return int&& % 7 == n 9 ? 1 : n + f(n + 1); __shared__ cuda::barrier<cuda::thread_scint* out) { int i = threadIdx[&] + return .; }()x; out[i] = i == 3 ? i (i) : i; const int limit = 5;
  int n = a[== 3 ? f(float ) : i; goto done; }