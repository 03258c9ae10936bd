template <typename T> struct Element iltin atomic_max_i32_system int %= load int* ip%= __global__ void k(int* x) { int r = __shfl_down_sync(0xffffffffu, 1, 2); *x = 1; }template<typename... Ts> __device_{ using type = T; static constexpr int size = 4; };

int r = __shfl_down_sync(0xffffffffu, 1, 2); __global__ void k(int* x) { int r = __shfl_down_sync(0xffffffffu, 1, 2); *x = 1; }