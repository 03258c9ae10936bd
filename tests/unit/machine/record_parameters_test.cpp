// Records as kernel parameters: members in registers, arrays in them, pointers, copies where a thread changes its own.
#include <doctest.h>

#include "tests/unit/machine/run_kernel.h"

namespace {

using namespace wb;
using namespace wb::test;

template <class T>
RecordArgument record(const T& value, std::vector<RecordArgument::Pointer> pointers = {}) {
  RecordArgument argument;
  argument.bytes.resize(sizeof value);
  std::memcpy(argument.bytes.data(), &value, sizeof value);
  argument.pointers = std::move(pointers);
  return argument;
}

template <class T>
std::vector<int32_t> run(const std::string& text, const T& value, const std::string& kinds = "") {
  Kernel k(text);
  REQUIRE(k.compiled.ok());
  k.shape({1, 1, 1}, {64, 1, 1}).out<int32_t>(64).value(record(value)).run();
  CHECK(k.kinds() == kinds);
  return k.get<int32_t>(0);
}

struct Mixed {
  signed char c;
  short s;
  int i;
  double d;
  unsigned char u;
  bool b;
  long long l;
};
struct Arrays {
  int n;
  float weights[8];
  short grid[2][3];
};

const std::string mixed = "struct Mixed { signed char c; short s; int i; double d; unsigned char u; bool b; long long l; };";
const std::string arrays = "struct Arrays { int n; float weights[8]; short grid[2][3]; };";
const Mixed m{-3, -1000, 70000, 2.5, 200, true, -5};
const Arrays a{8, {1, 2, 3, 4, 5, 6, 7, 8}, {{1, 2, 3}, {-4, -5, -6}}};

}  // namespace

TEST_CASE("record parameters: members of every width") {
  const auto out = run(mixed + "__global__ void k(int* out, Mixed p) { int i = threadIdx.x; out[i] = p.c + p.s + p.i + (int)(p.d * 2) + p.u + p.b + (int)p.l + i; }", m);
  for (int i = 0; i < 64; ++i) CHECK(out[static_cast<size_t>(i)] == -3 - 1000 + 70000 + 5 + 200 + 1 - 5 + i);
}

TEST_CASE("record parameters: arrays indexed at run time, const, __grid_constant__, by reference to functions") {
  const std::string helper = "__device__ float weight(const Arrays& p, int i) { return p.weights[i % p.n]; }";
  for (const char* kind : {"Arrays p", "const Arrays p", "const __grid_constant__ Arrays p"}) {
    const auto out = run(arrays + helper + "__global__ void k(int* out, " + kind + ") { int i = threadIdx.x; out[i] = (int)weight(p, i) * 100 + p.grid[i % 2][i % 3]; }", a);
    for (int i = 0; i < 64; ++i) CHECK(out[static_cast<size_t>(i)] == (i % 8 + 1) * 100 + a.grid[i % 2][i % 3]);
  }
}

TEST_CASE("record parameters: a thread that changes its own changes nobody else's") {
  auto out = run(mixed + "__global__ void k(int* out, Mixed p) { int i = threadIdx.x; if (i % 2) p.i = i; p.s += 1; out[i] = p.i + p.s; }", m);
  for (int i = 0; i < 64; ++i) CHECK(out[static_cast<size_t>(i)] == (i % 2 ? i : 70000) - 999);
  out = run(arrays + "__global__ void k(int* out, Arrays p) { int i = threadIdx.x; p.weights[i % 8] = i; float s = 0; for (int j = 0; j < 8; j++) s += p.weights[j]; out[i] = (int)s; }", a);
  for (int i = 0; i < 64; ++i) CHECK(out[static_cast<size_t>(i)] == 36 - (i % 8 + 1) + i);
  out = run(arrays + "__device__ void bump(int* n) { *n += threadIdx.x; } __global__ void k(int* out, Arrays p) { bump(&p.n); out[threadIdx.x] = p.n; }", a);
  for (int i = 0; i < 64; ++i) CHECK(out[static_cast<size_t>(i)] == 8 + i);
}

TEST_CASE("record parameters: methods, passed on by value, copied, an index beyond an array") {
  auto out = run(std::string("struct Range { int low, high; __device__ int size() const { return high - low; } __device__ bool has(int i) { return i >= low && i < high; } };") +
                 "__device__ int twice(Range r) { r.low *= 2; return r.low; }"
                 "__global__ void k(int* out, Range r) { int i = threadIdx.x; Range q = r; q.high++; out[i] = r.size() * 100 + r.has(i) * 10 + twice(r) + q.size(); }",
                 std::pair<int, int>{3, 8});
  for (int i = 0; i < 64; ++i) CHECK(out[static_cast<size_t>(i)] == 500 + (i >= 3 && i < 8) * 10 + 6 + 6);
  run(arrays + "__global__ void k(int* out, Arrays p) { int i = threadIdx.x; out[i] = i == 9 ? (int)p.weights[i + 90] : 1; }", a, "oob.read");
}

TEST_CASE("record parameters: pointers to buffers inside") {
  struct Views { const int* in; int* out; int n; };
  Kernel k("struct Views { const int* in; int* out; int n; }; __global__ void k(Views v, int* more) { int i = threadIdx.x; if (i < v.n) { v.out[i] = v.in[i] * 2; more[i] = 1; } }");
  REQUIRE(k.compiled.ok());
  REQUIRE(k.compiled.parameters[0].members.size() == 3);
  CHECK(k.compiled.parameters[0].members[1].name == "out");
  CHECK(k.compiled.parameters[0].members[1].is_pointer);
  k.shape({1, 1, 1}, {64, 1, 1}).value(record(Views{nullptr, nullptr, 64}, {{0, 1}, {8, 2}}));
  k.out<int32_t>(64);
  std::vector<int32_t> values;
  for (int i = 0; i < 64; ++i) values.push_back(i);
  k.in(values).out<int32_t>(64);
  k.launch.arguments.resize(2);
  k.run();
  CHECK(k.kinds() == "");
  CHECK(k.get<int32_t>(2)[63] == 126);
}

TEST_CASE("record parameters: a launch that gives something else does not run") {
  Kernel k(mixed + "__global__ void k(int* out, Mixed p) { out[0] = p.i; }");
  k.shape({1, 1, 1}, {1, 1, 1}).out<int32_t>(1).value(int64_t{3}).run();
  CHECK(k.result.status == SimulationStatus::invalid_launch);
  Kernel other("__global__ void k(int* out, int n) { out[0] = n; }");
  other.shape({1, 1, 1}, {1, 1, 1}).out<int32_t>(1).value(record(m)).run();
  CHECK(other.result.status == SimulationStatus::invalid_launch);
}
