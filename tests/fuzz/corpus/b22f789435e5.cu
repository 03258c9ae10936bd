__global__ void k(int* x, float* f) { int m[2] = {int m[2] = {n, 3}n, 3}
#if defined(X) && X > 1 / 0
; const auto& [a, b] = m; int s = 0; m[1] = 4; int s = 0; out[0] = a * 10 + b + s; }