// helper_math.h: the operators that samples take from a header beside them.
#include <doctest.h>

#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

// What `expression` gives, from a file that includes the header by `path`.
float value_of(const std::string& expression, const std::string& path = "helper_math.h") {
  Kernel k("#include \"" + path + "\"\n__global__ void k(float* r) { float2 a = make_float2(1, 2); float3 b = make_float3(1, 2, 2); float4 c = make_float4(1, 2, 3, 4); int3 i = make_int3(1, 2, 3); r[0] = " + expression + "; }\n");
  REQUIRE(k.compiled.ok());
  k.shape({1, 1, 1}, {1, 1, 1}).out<float>(1).run();
  return k.get<float>(0)[0];
}

}  // namespace

TEST_CASE("operators and functions over vector types") {
  CHECK(value_of("(a + a * 3.0f).y") == 8);
  CHECK(value_of("(2.0f * b - b / 2.0f).z") == 3);
  CHECK(value_of("(c /= 2.0f, c.w)") == 2);
  CHECK(value_of("(-c).w") == -4);
  CHECK(value_of("(i * 2 - make_int3(1)).z") == 5);
  CHECK(value_of("dot(c, c)") == 30);
  CHECK(value_of("length(b)") == 3);
  CHECK(value_of("cross(b, make_float3(0, 0, 1)).x") == 2);
  CHECK(value_of("make_float3(a, 7.0f).z + make_float3(c).y") == 9);
  CHECK(value_of("make_float4(b, 5.0f).w + make_float3(i).x") == 6);
  CHECK(value_of("clamp(c, 0.0f, 2.5f).w + clamp(7, 1, 4)") == 6.5f);
  CHECK(value_of("lerp(a, a * 3.0f, 0.5f).y") == 4);
  CHECK(value_of("fminf(a, make_float2(0.5f)).x + fmaxf(1.0f, 3.0f)") == 3.5f);
  CHECK(value_of("max(i, make_int3(2)).x + max(1, 2)") == 4);
}

TEST_CASE("the header is known by its name, wherever a file says that it lies") {
  CHECK(value_of("dot(a, a)", "../../common/inc/helper_math.h") == 5);
  CHECK(value_of("dot(a, a)", "cutil_math.h") == 5);
}
