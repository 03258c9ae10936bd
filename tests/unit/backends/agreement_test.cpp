#include "app/backends/agreement.h"

#include <cmath>
#include <cstring>

#include "app/backends/scalar_bytes.h"
#include "doctest.h"

using namespace wb;

namespace {

DeviceBuffer floats(std::vector<float> values, std::vector<bool> written = {}) {
  DeviceBuffer buffer;
  buffer.name = "out";
  buffer.scalar = ScalarKind::float_;
  buffer.shape = {values.size()};
  buffer.bytes.resize(values.size() * 4);
  std::memcpy(buffer.bytes.data(), values.data(), buffer.bytes.size());
  buffer.written = std::move(written);
  return buffer;
}

Agreement compare(const DeviceBuffer& a, const DeviceBuffer& b, Tolerance tolerance = {}) {
  return compare_buffers(a, EngineKind::simulated, b, EngineKind::loops, tolerance);
}

struct AgreementCase {
  const char* name;
  std::vector<float> a, b;
  Tolerance tolerance;
  bool equal;
  double max_abs_diff;
};
const AgreementCase agreement_cases[] = {
    {"the same", {1, 2}, {1, 2}, {}, true, 0},
    {"one differs", {1, 2}, {1, 2.5f}, {}, false, 0.5},
    {"within the absolute tolerance", {1, 2}, {1, 2.5f}, {.absolute = 0.5}, true, 0.5},
    {"within the relative tolerance", {100}, {101}, {.relative = 0.01}, true, 1},
    {"outside both", {100}, {102}, {.absolute = 1, .relative = 0.01}, false, 2},
    {"nan equals nan", {NAN}, {NAN}, {}, true, 0},
    {"nan is not a number", {NAN}, {1}, {.absolute = 1e9, .relative = 1}, false, INFINITY},
    {"minus zero is zero", {0.0f}, {-0.0f}, {}, true, 0},
    {"infinities of two signs", {INFINITY}, {-INFINITY}, {.absolute = 1e9}, false, INFINITY},
};

}  // namespace

TEST_CASE("buffers agree within their tolerance") {
  for (const AgreementCase& c : agreement_cases) {
    CAPTURE(c.name);
    Agreement result = compare(floats(c.a), floats(c.b), c.tolerance);
    CHECK(result.equal == c.equal);
    CHECK(result.max_abs_diff == c.max_abs_diff);
    CHECK(result.first_diff.has_value() == !c.equal);
  }
}

TEST_CASE("only elements that somebody wrote are compared") {
  SUBCASE("nobody wrote it: not compared") {
    Agreement result = compare(floats({1, 7}, {true, false}), floats({1, 7}));
    CHECK(result.equal);
    CHECK(result.compared == 2);  // the other engine cannot tell, so its elements count
    CHECK(compare(floats({1, 7}, {true, false}), floats({1, 7}, {true, false})).compared == 1);
  }
  SUBCASE("changed by the other engine alone: compared") {
    CHECK(!compare(floats({1, 7}, {true, false}), floats({1, 8})).equal);
  }
}

TEST_CASE("the first difference is named in the buffer's shape") {
  DeviceBuffer a = floats({0, 1, 2, 3, 4, 5}), b = floats({0, 1, 2, 3, 9, 9});
  a.shape = b.shape = {2, 3};
  Agreement result = compare(a, b);
  REQUIRE(result.first_diff);
  CHECK(result.first_diff->index == std::vector<uint64_t>{1, 1});
  CHECK(result.first_diff->first == "4");
  CHECK(result.first_diff->second == "9");
  CHECK(result.differing == 2);
}

TEST_CASE("large integers are compared exactly") {
  DeviceBuffer a, b;
  a.name = b.name = "n";
  a.scalar = b.scalar = ScalarKind::ulong;
  a.shape = b.shape = {1};
  a.bytes.resize(8);
  b.bytes.resize(8);
  store_integer(ScalarKind::ulong, a.bytes.data(), INT64_MAX);
  store_integer(ScalarKind::ulong, b.bytes.data(), INT64_MAX - 1);
  Agreement result = compare(a, b);
  CHECK(!result.equal);
  CHECK(result.max_abs_diff == 1);
}

TEST_CASE("another size is a disagreement") { CHECK(!compare(floats({1}), floats({1, 2})).equal); }

TEST_CASE("halves are stored rounded to nearest even and read back") {
  struct HalfCase {
    double value, stored;
  };
  constexpr HalfCase halves[] = {{1, 1}, {0.1, 0.0999755859375}, {65504, 65504}, {65519.9, 65504}, {1e9, INFINITY}, {6e-8, 5.9604644775390625e-08}, {-2.5, -2.5}, {2049, 2048}, {2051, 2052}, {6.1e-5, 6.0975551605224609e-05}};
  for (const HalfCase& c : halves) {
    uint8_t bytes[2];
    store_scalar(ScalarKind::half, bytes, c.value);
    CAPTURE(c.value);
    CHECK(load_scalar(ScalarKind::half, bytes) == c.stored);
  }
}
