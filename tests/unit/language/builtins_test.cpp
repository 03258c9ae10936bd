// The builtin table: which overload a call takes, what is said of a call that fits none, and the reference page made from it.
#include <cstring>
#include <fstream>
#include <sstream>

#include "simulator/builtins/device_table.h"
#include "simulator/language/parser.h"
#include "simulator/language/reference_page.h"
#include "simulator/language/unsupported.h"
#include "tests/unit/language/front_end_fixture.h"

using namespace wb;

TEST_CASE("which form of a builtin a call takes") {
  struct Row {
    const char* expression;
    const char* begins;
  };
  constexpr Row rows[] = {
      {"ldexp(f, i)", "(builtin ldexp_f32_overload float (load float f) (load int i))"},
      {"ldexp(d, i)", "(builtin ldexp_f64 double (load double d) (load int i))"},
      {"ldexp(i, i)", "(builtin ldexp_f64 double (implicit_integer_to_float double (load int i)) (load int i))"},
      {"frexp(f, ip)", "(builtin frexp_f32_overload float (load float f) (load int* ip))"},
      {"frexp(d, ip)", "(builtin frexp_f64 double (load double d) (load int* ip))"},
      {"sincos(f, p, p + 1)", "(builtin sincos_f32_overload void (load float f) (load float* p)"},
      {"fma(f, g, 3)", "(builtin fma_f64 double"},
      {"fma(f, g, h)", "(builtin fma_f32_overload float"},
      {"rhypot(f, g)", "(builtin rhypot_f32_overload float"},
      {"isnan(i)", "(builtin isnan_f64 bool"},
      {"jn(2, f)", "(builtin jn_f32_overload float 2 (load float f))"},
      {"__popc(i)", "(builtin popc int (implicit_integral unsigned int (load int i)))"},
      {"__popcll(u)", "(builtin popcll int (implicit_integral unsigned long long (load unsigned int u)))"},
      {"__dp4a(i, i, i)", "(builtin dp4a_i32 int"},
      {"__dp4a(u, u, u)", "(builtin dp4a_u32 unsigned int"},
      {"__float2int_rn(d)", "(builtin float2int_rn int (implicit_float_to_float float (load double d)))"},
      {"__fmul_rn(f, g) + h", "(add float (builtin fmul_rn float (load float f) (load float g)) (load float h))"},
      {"norm(3, cp)", "test.cu"},
      {"normf(3, cp)", "(builtin norm_f32 float 3 (load const float* cp))"},
      {"atomicAdd_block(ip, 1)", "(builtin atomic_add_i32_block int (load int* ip) 1)"},
      {"atomicMax_system(ip, u)", "(builtin atomic_max_i32_system int (load int* ip)"},
      {"nanf(\"\")", "nan:float"},
      {"__builtin_expect(i, 1)", "(implicit_integral long (load int i))"},
      {"__ldcs(p)", "(load float (dereference float (load float* p)))"},
      {"__stcg(p, i)", "(implicit_to_void void (assign float (dereference float (load float* p)) (implicit_integer_to_float float (load int i))))"},
      {"__isShared(p)", "(builtin is_shared unsigned int"},
      {"std::ldexp(f, 2)", "(builtin ldexp_f32_overload float"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.expression);
    const std::string tree = tree_of(row.expression);
    CHECK_MESSAGE(tree.starts_with(row.begins), tree);
  }
}

TEST_CASE("what is said of a builtin call that fits no form") {
  struct Row {
    const char* expression;
    const char* code;
    const char* says;
  };
  constexpr Row rows[] = {
      {"__ldg(f)", "WB3068", "needs the address"},
      {"__ldcg((const bool*)p)", "WB3069", "has no form for `const bool*`"},
      {"__ldg((const float3*)p)", "WB3069", "vector types of 2, 4, 8 or 16 bytes"},
      {"__ldg()", "WB3010", "takes 1 arguments, 0 given"},
      {"__stcs(p)", "WB3010", "takes 2 arguments, 1 given"},
      {"sincosf(f, p)", "WB3010", "`sincosf` takes 3 arguments, 2 given"},
      {"sincosf(f, p, ip)", "WB3008", "`int*` does not convert to `float*`"},
      {"frexpf(f, p)", "WB3008", "`float*` does not convert to `int*`"},
      {"atomicAdd((short*)ip, 1)", "WB3069", "has no form for `short*`"},
      {"atomicMin(p, 1.0f)", "WB3069", "has no form for `float*`"},
      {"atomicCAS(p, 1.0f, 2.0f)", "WB3069", "has no form for `float*`"},
      {"atomicInc(ip, 3)", "WB3069", "`unsigned int*`"},
      {"__popc()", "WB3010", "takes 1 arguments"},
      {"__byte_perm(u, u)", "WB3010", "takes 3 arguments, 2 given"},
      {"__popc(p)", "WB3008", "does not convert to `unsigned int`"},
      {"__dp4a(i, u, i)", "", ""},
      {"__prof_trigger(0)", "WB4003", ""},
      {"memmove(p, p + 1, 8)", "WB4003", ""},
      {"__cvta_shared_to_generic(1)", "WB4003", ""},
      {"__wb_modf_fraction(d)", "WB3001", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.expression);
    const std::string tree = tree_of(row.expression);
    if (*row.code) CHECK_MESSAGE(tree.find(std::string("[") + row.code + "]") != std::string::npos, tree);
    CHECK_MESSAGE(tree.find(row.says) != std::string::npos, tree);
  }
}

TEST_CASE("cache hints take half beside everything else") {
  Compiled compiled("#include <cuda_fp16.h>\n__global__ void k(float* p, __half* h, const float4* v, const __half2* w) { p[0] = __ldg(p + 1) + __ldcs(p + 2) + __half2float(__ldg(h)) + __ldcs(v).x; __stcg(h, __ldcg(h + 1)); __stcg((__half2*)h, __ldca(w)); }", "k");
  CHECK_MESSAGE(compiled.result.ok, compiled.errors);
}

TEST_CASE("every value builtin has a function with as many operands as its signature says") {
  for (const BuiltinRow& row : builtin_rows()) {
    if (!is_pure(row.builtin)) continue;
    CAPTURE(builtin_info(row.builtin).name);
    const char* operands = device_function(static_cast<uint32_t>(row.builtin) - 1).operands;
    CHECK(std::strlen(operands) == row.parameters.size() + 1);
    CHECK(std::strlen(builtin_info(row.builtin).help) > 1);
  }
}

TEST_CASE("the reference page is the one that the tables give") {
  std::ifstream in(std::string(WB_SOURCE_DIR) + "/lessons/LANGUAGE.md", std::ios::binary);
  std::ostringstream committed;
  committed << in.rdbuf();
  CHECK_MESSAGE(committed.str() == language_reference(), "write it again: warpbook language-reference > lessons/LANGUAGE.md");
}

TEST_CASE("every rule of the reference page compiles") {
  for (const LanguageRule& rule : language_rules()) {
    CAPTURE(rule.text);
    Compiled compiled(rule.sample, "k");
    CHECK_MESSAGE(compiled.result.ok, compiled.errors);
  }
}

TEST_CASE("integers count as double for the functions of <cmath>, and fit several of those that CUDA adds") {
  // Types and verdicts as nvcc has them.
  const auto compiles = [](const std::string& statement) {
    return Compiled("template <class T> struct is_double { static constexpr bool value = false; };\ntemplate <> struct is_double<double> { static constexpr bool value = true; };\n"
                    "__global__ void k(int i, unsigned u, long l, float f, double d, char c) { " + statement + " }").errors;
  };
  for (const char* call : {"sqrt(i)", "fabs(i)", "fmin(f, d)", "fmin(i, i)", "pow(f, i)", "pow(f, 2)", "pow(i, i)", "fmax(i, f)", "atan2(i, f)", "hypot(i, f)", "floor(u)", "log(l)", "sqrt(c)", "fma(f, i, d)", "ldexp(i, i)",
                           "copysign(f, d)", "norm3d(i, i, i)", "fmod(f, i)", "remainder(i, f)"}) {
    CAPTURE(call);
    CHECK(compiles(std::string("static_assert(is_double<decltype(") + call + ")>::value);") == "");
  }
  for (const char* call : {"rsqrt(i)", "exp10(i)", "sinpi(i)", "cospi(u)", "erfinv(i)", "normcdf(i)", "j0(i)", "jn(i, i)", "cyl_bessel_i0(i)", "max(f, i)", "max(i, l)", "max(d, i)", "min(u, f)"}) {
    CAPTURE(call);
    CHECK(compiles(std::string("auto x = ") + call + ";").find("WB3013") != std::string::npos);
  }
  CHECK(compiles("auto x = rsqrt(f); auto y = rsqrt(d); auto z = rsqrt((double)i);") == "");
}
