// The host's `constexpr` functions in device code: nvcc calls them with --expt-relaxed-constexpr, and so they run here, with a warning.
#include <doctest/doctest.h>

#include <cstring>
#include <limits>

#include "tests/unit/language/one_thread.h"

using namespace wb;
using namespace wb::test;

namespace {

size_t warnings(const std::string& declarations, const std::string& body) {
  size_t count = 0;
  for (const Diagnostic& d : compile("k.cu", kernel_of(declarations, body), "k", {}).diagnostics) count += d.code == Code::WB3123;
  return count;
}

// The bits of what numeric_limits<type>::name() gives, on the host and in a kernel.
template <class T>
void check_limit(const std::string& type, const std::string& name, T expected) {
  CAPTURE(type);
  CAPTURE(name);
  Kernel k("__global__ void k(" + type + "* out) { out[0] = std::numeric_limits<" + type + ">::" + name + "(); }", "k");
  REQUIRE(k.errors.empty());
  k.shape({1, 1, 1}, {1, 1, 1}).out<T>(1).run();
  const T got = k.get<T>(0)[0];
  CHECK(std::memcmp(&got, &expected, sizeof(T)) == 0);
}

template <class T>
void check_limits(const std::string& type) {
  using L = std::numeric_limits<T>;
  check_limit<T>(type, "min", L::min());
  check_limit<T>(type, "max", L::max());
  check_limit<T>(type, "lowest", L::lowest());
  check_limit<T>(type, "epsilon", L::epsilon());
  check_limit<T>(type, "round_error", L::round_error());
  check_limit<T>(type, "denorm_min", L::denorm_min());
  check_limit<T>(type, "infinity", L::infinity());
  check_limit<T>(type, "quiet_NaN", L::quiet_NaN());
  const std::string all = "using L = std::numeric_limits<" + type + ">;\n"
                          "out[0] = L::digits + 100 * L::digits10 + 10000 * L::max_digits10; out[1] = L::min_exponent; out[2] = L::max_exponent; out[3] = L::min_exponent10;\n"
                          "out[4] = L::max_exponent10; out[5] = L::is_specialized + 2 * L::is_signed + 4 * L::is_integer + 8 * L::is_exact + 16 * L::has_infinity + 32 * L::has_quiet_NaN;\n"
                          "out[6] = L::is_iec559 + 2 * L::is_bounded + 4 * L::is_modulo + 8 * L::traps; out[7] = L::round_style + 10 * L::has_denorm + 100 * L::radix;";
  CHECK(values("", all, 8) == std::vector<int>{L::digits + 100 * L::digits10 + 10000 * L::max_digits10, L::min_exponent, L::max_exponent, L::min_exponent10, L::max_exponent10,
                                               L::is_specialized + 2 * L::is_signed + 4 * L::is_integer + 8 * L::is_exact + 16 * L::has_infinity + 32 * L::has_quiet_NaN,
                                               L::is_iec559 + 2 * L::is_bounded + 4 * L::is_modulo + 8 * L::traps, static_cast<int>(L::round_style) + 10 * (L::has_infinity ? 1 : 0) + 100 * L::radix});
}

}  // namespace

TEST_CASE("numeric_limits of every builtin type gives in a kernel what it gives on the host") {
  check_limits<signed char>("signed char");
  check_limits<unsigned char>("unsigned char");
  check_limits<short>("short");
  check_limits<unsigned short>("unsigned short");
  check_limits<int>("int");
  check_limits<unsigned>("unsigned");
  check_limits<long>("long");
  check_limits<unsigned long>("unsigned long");
  check_limits<long long>("long long");
  check_limits<unsigned long long>("unsigned long long");
  check_limits<float>("float");
  check_limits<double>("double");
  CHECK(value("", "std::numeric_limits<bool>::max() + 2 * std::numeric_limits<bool>::min() + 4 * std::numeric_limits<char>::is_signed") == 5);
  CHECK(value("", "std::numeric_limits<const char>::max() - std::numeric_limits<char>::lowest()") == 255);
  // std has none of half, and gives half() for everything.
  CHECK(value("#include <cuda_fp16.h>", "std::numeric_limits<__half>::is_specialized + (int)(float)std::numeric_limits<__half>::max()") == 0);
}

TEST_CASE("a constexpr function of the host runs in device code") {
  CHECK(value("constexpr int twice(int x) { return 2 * x; }", "twice(n)") == 10);
  CHECK(value("constexpr int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }", "factorial(n)") == 120);
  CHECK(value("constexpr int sum(int n) { int s = 0; for (int i = 0; i <= n; ++i) s += i; return s; }", "sum(n)") == 15);
  CHECK(value("constexpr int inner(int x) { return x + 1; } constexpr int outer(int x) { return inner(x) * 2; }", "outer(n)") == 12);
  CHECK(value("template <class T> constexpr T half_of(T x) { return x / 2; }", "half_of(n) + (int)half_of(5.0f)") == 4);
  CHECK(value("struct V { int x, y; constexpr V(int a, int b) : x(a), y(b) {} constexpr V operator+(V o) const { return V(x + o.x, y + o.y); } constexpr int get() const { return 10 * x + y; } };",
              "(V(n, 1) + V(1, 2)).get()") == 63);
  CHECK(value("constexpr int one(int x) { return x + 1; }", "([](int (*f)(int), int x) { return f(x); })(one, n)") == 6);
  CHECK(value("constexpr int twice(int x); __device__ int f(int x); constexpr int twice(int x) { return 2 * x; } __device__ int f(int x) { return twice(x); }", "f(n)") == 10);
}

TEST_CASE("std::min, max, clamp, pair, tuple, array and their like run in device code") {
  CHECK(value("", "std::max(n, 3) * 100 + std::min(n, 3) * 10 + std::clamp(n, 1, 4)") == 534);
  CHECK(value("", "std::max({1, n, 3}) * 10 + std::min({4, n, 3})") == 53);
  CHECK(value("", "std::max<long>(n, 3l) + std::max(1, 2, [](int a, int b) { return a > b; })") == 6);
  CHECK(value("", "std::gcd(12, 18) * 100 + std::lcm(4, 6)") == 612);
  CHECK(values("", "auto p = std::make_pair(n, 2); auto [a, b] = p; std::pair<int, float> zero; out[0] = a * 10 + b + zero.first; out[1] = std::pair{1, 2} < std::pair{1, 3};", 2) == std::vector<int>{52, 1});
  CHECK(values("", "auto t = std::make_tuple(n, 2.5f, 'a'); out[0] = std::get<0>(t) + std::get<2>(t) + (int)(2 * std::get<float>(t));") == std::vector<int>{107});
  CHECK(values("", "std::array<int, 4> a{1, 2, 3, n}; for (int& v : a) v *= 2; out[0] = a[3] * 10 + a.size() + a.front() + a.back() + *std::begin(a);") == std::vector<int>{118});
  CHECK(value("", "std::plus<int>()(n, 2) * 10 + std::less<>{}(1, n)") == 71);
  CHECK(values("", "int a[3] = {1, 2, n}; int s = 0; for (auto p = std::begin(a); p != std::end(a); ++p) s += *p; out[0] = 10 * s + std::size(a);") == std::vector<int>{83});
}

TEST_CASE("using namespace std brings them, beside CUDA's own and behind the file's") {
  CHECK(value("using namespace std;", "max(n, 3) + (int)max(2.5f, 1.0f) + (int)max((short)7, (short)2) + numeric_limits<int>::digits") == 45);
  CHECK(value("using namespace std; template <class T, int N> struct array { T v[N]; }; __device__ int size(int x) { return x + 1; }", "size(n) + (int)sizeof(array<int, 3>)") == 18);
}

TEST_CASE("nvcc's flag is named once for a file, wherever nvcc asks for it") {
  const std::string twice = "constexpr int twice(int x) { return 2 * x; }\n";
  CHECK(warnings(twice, "out[0] = twice(n);") == 1);
  CHECK(warnings(twice, "out[0] = twice(n) + twice(1) + std::max(n, 2);") == 1);
  CHECK(warnings(twice, "constexpr int m = twice(2); out[0] = m;") == 1);
  CHECK(warnings(twice, "int a[twice(2)]; out[0] = sizeof a;") == 1);
  CHECK(warnings(twice + "__host__ __device__ int f(int x) { return twice(x); }", "out[0] = f(n);") == 1);
  // And nowhere else.
  CHECK(warnings(twice + "constexpr int four = twice(2); __device__ int table[twice(2)];", "out[0] = four + sizeof(table) + sizeof(twice(n));") == 0);
  CHECK(warnings("__host__ __device__ constexpr int twice(int x) { return 2 * x; }", "out[0] = twice(n);") == 0);
  CHECK(warnings("", "int m = n; out[0] = std::move(m) + std::numeric_limits<int>::digits;") == 0);
  CHECK(warnings("struct P { int x = 3; };", "P p; P q = p; out[0] = q.x; auto f = [=](int y) { return n + y; }; out[0] += f(1);") == 0);
}

TEST_CASE("what runs on the host alone is refused as before") {
  CHECK(errors("int twice(int x) { return 2 * x; }", "out[0] = twice(n);") == "WB3022");
  CHECK(errors("struct P { int x; int get() const { return x; } };", "P p{n}; out[0] = p.get();") == "WB3022");
  CHECK(errors("", "int a = 1; std::swap(a, n); out[0] = a;") == "WB3023");
  CHECK(errors("constexpr int twice(int x);", "out[0] = twice(n);") == "WB3060");
}
