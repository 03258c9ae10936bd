// Random numbers in a kernel: the generators that curand_kernel.h calls XORWOW (its default) and Philox4_32_10. Every whole number and every
// uniform one is the GPU's, bit for bit; normal ones go through a logarithm and fast sines and agree as far as those do.
//
//   XORWOW   G. Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8 (2003): five words that shift and a counter that adds. A step
//            of the five words is linear over bits, so n steps are a polynomial in one step: __wb_xorwow_jump gives x^n modulo the
//            polynomial of the step, and adding up the words of the steps whose coefficients are 1 jumps n steps at the cost of 160.
//   Philox   J. Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3", SC 2011: a counter, encrypted by ten rounds. Jumping is adding.

#define WB_FN __device__ __forceinline__

struct curandStateXORWOW {
  unsigned int d, v[5];
  int boxmuller_flag, boxmuller_flag_double;  // 1: the second of two normal numbers waits in `extra`, 2: of two log-normal ones
  float boxmuller_extra;
  double boxmuller_extra_double;
};
using curandStateXORWOW_t = curandStateXORWOW;
using curandState_t = curandStateXORWOW;
using curandState = curandStateXORWOW;

struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned int STATE;  // which word of `output` is the next
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
using curandStatePhilox4_32_10_t = curandStatePhilox4_32_10;

namespace __wb {
// The words n steps on; `first` says of what: 0 steps, 5 subsequences of 2^67 steps.
WB_FN void xorwow_jump(curandStateXORWOW* state, unsigned long long n, int first) {
  if (n == 0) return;
  unsigned int a = state->v[0], b = state->v[1], c = state->v[2], d = state->v[3], e = state->v[4];
  unsigned int sum_a = 0, sum_b = 0, sum_c = 0, sum_d = 0, sum_e = 0;
  for (int word = first; word < first + 5; word++) {
    unsigned int coefficients = __wb_xorwow_jump(n, word);
    for (int bit = 0; bit < 32; bit++) {
      const unsigned int taken = 0u - (coefficients & 1u);
      coefficients >>= 1;
      sum_a ^= a & taken;
      sum_b ^= b & taken;
      sum_c ^= c & taken;
      sum_d ^= d & taken;
      sum_e ^= e & taken;
      const unsigned int t = a ^ (a >> 2);
      a = b;
      b = c;
      c = d;
      d = e;
      e = e ^ (e << 4) ^ t ^ (t << 1);
    }
  }
  state->v[0] = sum_a;
  state->v[1] = sum_b;
  state->v[2] = sum_c;
  state->v[3] = sum_d;
  state->v[4] = sum_e;
}

WB_FN uint4 philox_round(uint4 counter, uint2 key) {
  const unsigned int high_x = __umulhi(0xD2511F53u, counter.x), high_z = __umulhi(0xCD9E8D57u, counter.z);
  return make_uint4(high_z ^ counter.y ^ key.x, 0xCD9E8D57u * counter.z, high_x ^ counter.w ^ key.y, 0xD2511F53u * counter.x);
}
WB_FN uint4 philox(uint4 counter, uint2 key) {
  for (int round = 0; round < 9; round++) {
    counter = __wb::philox_round(counter, key);
    key.x += 0x9E3779B9u;
    key.y += 0xBB67AE85u;
  }
  return __wb::philox_round(counter, key);
}
// The counter is one number of 128 bits.
WB_FN void philox_add(curandStatePhilox4_32_10* state, unsigned long long low, unsigned long long high) {
  const unsigned long long old = state->ctr.x | (unsigned long long)state->ctr.y << 32, now = old + low;
  high += (state->ctr.z | (unsigned long long)state->ctr.w << 32) + (now < old ? 1ull : 0ull);
  state->ctr = make_uint4((unsigned int)now, (unsigned int)(now >> 32), (unsigned int)high, (unsigned int)(high >> 32));
  state->output = __wb::philox(state->ctr, state->key);
}
template <class State> WB_FN void forget_normals(State* state) {
  state->boxmuller_flag = 0;
  state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0.0f;
  state->boxmuller_extra_double = 0.0;
}
}

// --- position
WB_FN void skipahead(unsigned long long n, curandStateXORWOW_t* state) {
  __wb::xorwow_jump(state, n, 0);
  state->d += 362437u * (unsigned int)n;
}
WB_FN void skipahead_sequence(unsigned long long n, curandStateXORWOW_t* state) { __wb::xorwow_jump(state, n, 5); }
WB_FN void skipahead(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  const unsigned int place = state->STATE + (unsigned int)(n & 3ull);
  state->STATE = place & 3u;
  __wb::philox_add(state, n / 4 + place / 4u, 0ull);
}
WB_FN void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t* state) { __wb::philox_add(state, 0ull, n); }

WB_FN void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset, curandStateXORWOW_t* state) {
  const unsigned int low = ((unsigned int)seed ^ 0xAAD26B49u) * 1099087573u, high = ((unsigned int)(seed >> 32) ^ 0xF7DCEFDDu) * 2591861531u;
  state->d = 6615241u + high + low;
  state->v[0] = 123456789u + low;
  state->v[1] = 362436069u ^ low;
  state->v[2] = 521288629u + high;
  state->v[3] = 88675123u ^ high;
  state->v[4] = 5783321u + low;
  skipahead_sequence(subsequence, state);
  skipahead(offset, state);
  __wb::forget_normals(state);
}
WB_FN void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset, curandStatePhilox4_32_10_t* state) {
  state->ctr = make_uint4(0u, 0u, (unsigned int)subsequence, (unsigned int)(subsequence >> 32));
  state->key = make_uint2((unsigned int)seed, (unsigned int)(seed >> 32));
  state->STATE = 0u;
  skipahead(offset, state);
  __wb::forget_normals(state);
}

// --- whole numbers
WB_FN unsigned int curand(curandStateXORWOW_t* state) {
  const unsigned int t = state->v[0] ^ (state->v[0] >> 2), last = state->v[4];
  state->v[0] = state->v[1];
  state->v[1] = state->v[2];
  state->v[2] = state->v[3];
  state->v[3] = last;
  const unsigned int next = last ^ (last << 4) ^ t ^ (t << 1);
  state->v[4] = next;
  state->d += 362437u;
  return next + state->d;
}
WB_FN unsigned int curand(curandStatePhilox4_32_10_t* state) {
  const unsigned int at = state->STATE;
  const unsigned int value = at == 0u ? state->output.x : at == 1u ? state->output.y : at == 2u ? state->output.z : state->output.w;
  state->STATE = (at + 1u) & 3u;
  if (at == 3u) __wb::philox_add(state, 1ull, 0ull);
  return value;
}
// The next four, whatever `STATE` is.
WB_FN uint4 curand4(curandStatePhilox4_32_10_t* state) {
  const uint4 now = state->output;
  __wb::philox_add(state, 1ull, 0ull);
  const uint4 next = state->output;
  if (state->STATE == 0u) return now;
  if (state->STATE == 1u) return make_uint4(now.y, now.z, now.w, next.x);
  if (state->STATE == 2u) return make_uint4(now.z, now.w, next.x, next.y);
  return make_uint4(now.w, next.x, next.y, next.z);
}

// --- uniform in (0, 1]
namespace __wb {
WB_FN float unit(unsigned int x) { return x * 2.3283064e-10f + 2.3283064e-10f / 2.0f; }
WB_FN double unit_double(unsigned int x) { return x * 2.3283064365386963e-10 + 2.3283064365386963e-10; }
WB_FN unsigned long long bits53(unsigned int x, unsigned int y) { return x ^ (unsigned long long)y << 21; }
WB_FN double unit_double(unsigned int x, unsigned int y) { return __wb::bits53(x, y) * 1.1102230246251565e-16 + 1.1102230246251565e-16 / 2.0; }
}
WB_FN float curand_uniform(curandStateXORWOW_t* state) { return __wb::unit(curand(state)); }
WB_FN float curand_uniform(curandStatePhilox4_32_10_t* state) { return __wb::unit(curand(state)); }
WB_FN float4 curand_uniform4(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  return make_float4(__wb::unit(x.x), __wb::unit(x.y), __wb::unit(x.z), __wb::unit(x.w));
}
WB_FN double curand_uniform_double(curandStateXORWOW_t* state) {
  const unsigned int x = curand(state), y = curand(state);
  return __wb::unit_double(x, y);
}
WB_FN double curand_uniform_double(curandStatePhilox4_32_10_t* state) { return __wb::unit_double(curand(state)); }
WB_FN double2 curand_uniform2_double(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  return make_double2(__wb::unit_double(x.x, x.y), __wb::unit_double(x.z, x.w));
}

// --- normal: two at a time, by the transform of Box and Muller
namespace __wb {
WB_FN float2 normals(unsigned int x, unsigned int y) {
  const float radius = sqrtf(-2.0f * logf(__wb::unit(x)));
  const float turn = 2.3283064e-10f * 6.2831855f, angle = y * turn + turn / 2;
  float sine, cosine;
  __sincosf(angle, &sine, &cosine);
  return make_float2(sine * radius, cosine * radius);
}
WB_FN double2 normals_double(uint4 x) {
  const double radius = sqrt(-2.0 * log(__wb::unit_double(x.x, x.y)));
  const double angle = __wb::bits53(x.z, x.w) * (1.1102230246251565e-16 * 2.0) + 1.1102230246251565e-16;
  double sine, cosine;
  sincospi(angle, &sine, &cosine);
  return make_double2(sine * radius, cosine * radius);
}
template <class State> WB_FN float2 next_normals(State* state) {
  const unsigned int x = curand(state), y = curand(state);
  return __wb::normals(x, y);
}
WB_FN double2 next_normals_double(curandStateXORWOW_t* state) {
  const unsigned int x = curand(state), y = curand(state), z = curand(state), w = curand(state);
  return __wb::normals_double(make_uint4(x, y, z, w));
}
WB_FN double2 next_normals_double(curandStatePhilox4_32_10_t* state) { return __wb::normals_double(curand4(state)); }

template <class State> WB_FN float one_normal(State* state) {
  const bool waits = state->boxmuller_flag == 1;
  state->boxmuller_flag = waits ? 0 : 1;
  if (waits) return state->boxmuller_extra;
  const float2 both = __wb::next_normals(state);
  state->boxmuller_extra = both.y;
  return both.x;
}
template <class State> WB_FN double one_normal_double(State* state) {
  const bool waits = state->boxmuller_flag_double == 1;
  state->boxmuller_flag_double = waits ? 0 : 1;
  if (waits) return state->boxmuller_extra_double;
  const double2 both = __wb::next_normals_double(state);
  state->boxmuller_extra_double = both.y;
  return both.x;
}
template <class State> WB_FN float one_log_normal(State* state, float mean, float deviation) {
  const bool waits = state->boxmuller_flag == 2;
  state->boxmuller_flag = waits ? 0 : 2;
  if (waits) return state->boxmuller_extra;
  const float2 both = __wb::next_normals(state);
  state->boxmuller_extra = expf(mean + deviation * both.y);
  return expf(mean + deviation * both.x);
}
template <class State> WB_FN double one_log_normal_double(State* state, double mean, double deviation) {
  const bool waits = state->boxmuller_flag_double == 2;
  state->boxmuller_flag_double = waits ? 0 : 2;
  if (waits) return state->boxmuller_extra_double;
  const double2 both = __wb::next_normals_double(state);
  state->boxmuller_extra_double = exp(mean + deviation * both.y);
  return exp(mean + deviation * both.x);
}
template <class State> WB_FN float2 two_log_normals(State* state, float mean, float deviation) {
  const float2 both = __wb::next_normals(state);
  return make_float2(expf(mean + deviation * both.x), expf(mean + deviation * both.y));
}
template <class State> WB_FN double2 two_log_normals_double(State* state, double mean, double deviation) {
  const double2 both = __wb::next_normals_double(state);
  return make_double2(exp(mean + deviation * both.x), exp(mean + deviation * both.y));
}
}
#define WB_NORMALS(State)                                                                                                                       \
  WB_FN float curand_normal(State* state) { return __wb::one_normal(state); }                                                                   \
  WB_FN float2 curand_normal2(State* state) { return __wb::next_normals(state); }                                                               \
  WB_FN double curand_normal_double(State* state) { return __wb::one_normal_double(state); }                                                    \
  WB_FN double2 curand_normal2_double(State* state) { return __wb::next_normals_double(state); }                                                \
  WB_FN float curand_log_normal(State* state, float mean, float stddev) { return __wb::one_log_normal(state, mean, stddev); }                   \
  WB_FN float2 curand_log_normal2(State* state, float mean, float stddev) { return __wb::two_log_normals(state, mean, stddev); }                \
  WB_FN double curand_log_normal_double(State* state, double mean, double stddev) { return __wb::one_log_normal_double(state, mean, stddev); }  \
  WB_FN double2 curand_log_normal2_double(State* state, double mean, double stddev) { return __wb::two_log_normals_double(state, mean, stddev); }
WB_NORMALS(curandStateXORWOW_t)
WB_NORMALS(curandStatePhilox4_32_10_t)
WB_FN float4 curand_normal4(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  const float2 first = __wb::normals(x.x, x.y), second = __wb::normals(x.z, x.w);
  return make_float4(first.x, first.y, second.x, second.y);
}
WB_FN float4 curand_log_normal4(curandStatePhilox4_32_10_t* state, float mean, float stddev) {
  const float4 x = curand_normal4(state);
  return make_float4(expf(mean + stddev * x.x), expf(mean + stddev * x.y), expf(mean + stddev * x.z), expf(mean + stddev * x.w));
}
