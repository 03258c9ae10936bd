// cuda::std: traits, limits, array, pair.
#include "../case.h"
#include <cuda/std/type_traits>
#include <cuda/std/limits>
#include <cuda/std/array>
#include <cuda/std/utility>
namespace cs = cuda::std;
template <typename T> __device__ typename cs::enable_if<cs::is_integral<T>::value, int>::type what(T) { return 1; }
template <typename T> __device__ typename cs::enable_if<cs::is_floating_point<T>::value, int>::type what(T) { return 2; }
template <typename T> __device__ int size_of_plain() { return (int)sizeof(cs::remove_cv_t<cs::remove_reference_t<T>>); }
KERNEL {
  oi[8 * t + 0] = what(a[t]) + 10 * what(f[t]) + 100 * what(u[t]) + 1000 * what(d[t]);
  oi[8 * t + 1] = cs::is_same<int, int>::value + 2 * cs::is_same_v<int, long> + 4 * cs::is_pointer_v<float*> + 8 * cs::is_signed_v<unsigned> + 16 * cs::is_const_v<const int>;
  oi[8 * t + 2] = cs::numeric_limits<int>::max() + (long long)cs::numeric_limits<short>::min() + cs::numeric_limits<unsigned char>::digits;
  of[8 * t + 0] = cs::numeric_limits<float>::max();
  of[8 * t + 1] = cs::numeric_limits<float>::lowest();
  of[8 * t + 2] = cs::numeric_limits<float>::infinity();
  of[8 * t + 3] = cs::numeric_limits<float>::epsilon();
  of[8 * t + 4] = cs::numeric_limits<float>::min();
  of[8 * t + 5] = cs::numeric_limits<float>::denorm_min();
  od[8 * t + 0] = cs::numeric_limits<double>::max();
  od[8 * t + 1] = cs::numeric_limits<double>::epsilon();
  oi[8 * t + 3] = size_of_plain<const int&>() + 10 * size_of_plain<double>() + 100 * (int)sizeof(cs::conditional_t<(N > 3), char, int>);
  cs::array<int, 4> cells = {1, 2, 3, 4};
  cells[t & 3] += a[t] & 255;
  int sum = 0;
  for (int i = 0; i < 4; i++) sum += cells[i];
  oi[8 * t + 4] = sum * 10 + (int)cells.size();
  cs::pair<int, float> p = cs::make_pair(t, 1.5f);
  of[8 * t + 6] = p.first + p.second;
  int x = t, y = 2 * t;
  cs::swap(x, y);
  oi[8 * t + 5] = x * 1000 + y;
  oi[8 * t + 6] = (long long)(cs::make_unsigned_t<int>)a[t] + cs::numeric_limits<long long>::max() % 1000;
}
