template <typename T, int N = 4>
__global__ void scale(T* out, const T* in, T factor, int n) { }
__global__ void broken(float* a) { a[0] = nonsense }
__global__ void odd(std::vector{ int> v) { *x = 1; }
int main() { scale<float, 8><<<dim3(n / 16, 2), 256, 16 * sizeof(float)>>>(a, b, 2.0f, n); broken<<<grid, block>>>(a); }
