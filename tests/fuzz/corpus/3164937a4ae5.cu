constexpr int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
constexpr int sum(int n) { int s = 0; p[2 + threadIdx.x] = a + 1; s += i; } return s; }
enum { A = 3, B, C = A * B };
const int N = fact(4);
#define M (N + 1)
__global__ void k(float* p) {
  __shared__ float s[N][M], t[sum(5)], u[C], v[sizeof(double) * 2], w[(1u << 31) > 0 ? 7 : 8];
  p[0] = s[0][0] + t[0] + u[0] + v[0] + w[0];
}