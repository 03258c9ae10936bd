// What C++ makes of operators on mixed types, and where products are fused.
#include "tests/unit/language/front_end_fixture.h"

using namespace wb;

namespace {
struct Row {
  const char* name;
  const char* expression;
  const char* tree;
};
}  // namespace

TEST_CASE("the usual arithmetic conversions") {
  constexpr Row rows[] = {
      {"int with int stays", "i + i", "(add int (load int i) (load int i))"},
      {"narrow types become int", "uc + s", "(add int (implicit_integral int (load unsigned char uc)) (implicit_integral int (load short s)))"},
      {"bool becomes int", "b + b", "(add int (implicit_integral int (load bool b)) (implicit_integral int (load bool b)))"},
      {"int with unsigned wraps as unsigned", "i - u", "(subtract unsigned int (implicit_integral unsigned int (load int i)) (load unsigned int u))"},
      {"long holds every unsigned", "l + u", "(add long (load long l) (implicit_integral long (load unsigned int u)))"},
      {"long with unsigned long", "l + ul", "(add unsigned long (implicit_integral unsigned long (load long l)) (load unsigned long ul))"},
      {"long long with unsigned long has no signed home", "ll + ul",
       "(add unsigned long long (implicit_integral unsigned long long (load long long ll)) (implicit_integral unsigned long long (load unsigned long ul)))"},
      {"integer with float is float", "i * f", "(multiply float (implicit_integer_to_float float (load int i)) (load float f))"},
      {"1.0 is a double", "f * 1.0", "(multiply double (implicit_float_to_float double (load float f)) 1:double)"},
      {"1.0f is a float", "f * 1.0f", "(multiply float (load float f) 1:float)"},
      {"each side of a shift is promoted alone", "uc << ul", "(shift_left int (implicit_integral int (load unsigned char uc)) (load unsigned long ul))"},
      {"a comparison gives bool", "i < u", "(less bool (implicit_integral unsigned int (load int i)) (load unsigned int u))"},
      {"a literal beyond int is long", "2147483648", "2147483648:long"},
      {"a hexadecimal one is unsigned first", "0xffffffff", "4294967295:unsigned int"},
      {"a condition of ?: takes the common type", "b ? i : f", "(conditional float (load bool b) (implicit_integer_to_float float (load int i)) (load float f))"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(tree_of(row.expression) == row.tree);
  }
}

TEST_CASE("assignments and pointers") {
  constexpr Row rows[] = {
      {"a float goes into an unsigned char", "uc = f", "(assign unsigned char uc (implicit_float_to_integer unsigned char (load float f)))"},
      {"compound assignment computes in the common type", "uc += i", "(add_assign:int unsigned char uc (load int i))"},
      {"compound assignment of a double to a float", "f *= d", "(multiply_assign:double float f (load double d))"},
      {"a shift computes in the left type", "s <<= l", "(shift_left_assign:int short s (load long l))"},
      {"pointer and integer", "p + i", "(pointer_add float* (load float* p) (load int i))"},
      {"integer and pointer", "i + p", "(pointer_add float* (load float* p) (load int i))"},
      {"pointers apart", "p - cp", "(pointer_difference long (load float* p) (load const float* cp))"},
      {"subscript either way", "i[p]", "(subscript float (load float* p) (load int i))"},
      {"&*p is p", "&*p", "(load float* p)"},
      {"*&i is i", "*&i = 3", "(assign int i 3)"},
      {"a null pointer", "p = nullptr", "(assign float* p null)"},
      {"0 is a null pointer", "p == 0", "(equal bool (load float* p) null)"},
      {"a pointer gains const", "cp = p", "(assign const float* cp (implicit_same const float* (load float* p)))"},
      {"a pointer is a truth value", "b = p", "(assign bool b (implicit_pointer_to_bool bool (load float* p)))"},
      {"the load goes into the branches", "(b ? f : g) + 1.0f", "(add float (conditional float (load bool b) (load float f) (load float g)) 1:float)"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(tree_of(row.expression) == row.tree);
  }
}

TEST_CASE("products become fused multiply-adds where nvcc puts them") {
  constexpr Row rows[] = {
      {"a*b + c", "f * g + h", "(fma float (load float f) (load float g) (load float h))"},
      {"c + a*b", "h + f * g", "(fma float (load float f) (load float g) (load float h))"},
      {"a*b - c", "f * g - h", "(fma float (load float f) (load float g) (negate float (load float h)))"},
      {"c - a*b", "h - f * g", "(fma float (negate float (load float f)) (load float g) (load float h))"},
      {"two products: the left one is fused", "f * g + g * h", "(fma float (load float f) (load float g) (multiply float (load float g) (load float h)))"},
      {"two products, difference", "f * g - g * h", "(fma float (load float f) (load float g) (negate float (multiply float (load float g) (load float h))))"},
      {"three products", "f * g + g * h + f * h",
       "(fma float (load float f) (load float h) (fma float (load float f) (load float g) (multiply float (load float g) (load float h))))"},
      {"through parentheses", "(f * g) + h", "(fma float (load float f) (load float g) (load float h))"},
      {"compound assignment", "f += g * h", "(fused_add_assign:float float f (load float g) (load float h))"},
      {"compound subtraction", "f -= g * h", "(fused_subtract_assign:float float f (load float g) (load float h))"},
      {"never integers", "i * i + i", "(add int (multiply int (load int i) (load int i)) (load int i))"},
      {"not a product that is widened first", "f * g + d", "(add double (implicit_float_to_float double (multiply float (load float f) (load float g))) (load double d))"},
      {"not a product that is computed twice", "f * g + 1.0f > f * g", "(greater bool (add float (multiply float (load float f) (load float g)) 1:float) (multiply float (load float f) (load float g)))"},
      {"not a product of constants", "2.0f * 3.0f + f", "(add float (multiply float 2:float 3:float) (load float f))"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(tree_of(row.expression) == row.tree);
  }
  // The same text is another product once a factor has changed, and the same one while it has not.
  Compiled horner("__global__ void k(float* p, float x, float y) {\n  y = y * x + p[0];\n  y = y * x + p[1];\n  p[2] = y; }");
  CHECK(horner.expression(0).find("(fma float (load float y) (load float x)") != std::string::npos);
  CHECK(horner.expression(1).find("(fma float (load float y) (load float x)") != std::string::npos);
  Compiled mandelbrot("__global__ void k(float* p, float x, float y) {\n  while (x * x + y * y < 4) { float t = x * x - y * y + p[0]; y = 2 * x * y + p[1]; x = t; }\n  p[2] = y; }");
  std::string text = dump(mandelbrot.module(), mandelbrot.result.kernel);
  CHECK(text.find("while (less bool (add float (multiply float (load float x)") != std::string::npos);
  CHECK(text.find("(assign float y (fma float") != std::string::npos);
  CHECK(tree_of("f * g + h", false) == "(add float (multiply float (load float f) (load float g)) (load float h))");
}

TEST_CASE("builtins are chosen as CUDA's headers declare them") {
  constexpr Row rows[] = {
      {"sqrt of a float is float", "sqrt(f)", "(builtin sqrt_f32_overload float (load float f))"},
      {"sqrt of an int is double", "sqrt(i)", "(builtin sqrt_f64 double (implicit_integer_to_float double (load int i)))"},
      {"pow of float and int is double", "pow(f, 2)", "(builtin pow_f64 double (implicit_float_to_float double (load float f)) (implicit_integer_to_float double 2))"},
      {"sqrtf of a double is float", "sqrtf(d)", "(builtin sqrt_f32 float (implicit_float_to_float float (load double d)))"},
      {"max of narrow types is int", "max(uc, s)", "(builtin max_i32 int (implicit_integral int (load unsigned char uc)) (implicit_integral int (load short s)))"},
      {"min of int and unsigned is unsigned", "min(i, u)", "(builtin min_u32 unsigned int (implicit_integral unsigned int (load int i)) (load unsigned int u))"},
      {"max of longs stays long", "max(l, l)", "(implicit_integral long (builtin max_i64 long long (implicit_integral long long (load long l)) (implicit_integral long long (load long l))))"},
      {"the value of an atomic is converted", "atomicAdd(p, 1)", "(builtin atomic_add_f32 float (load float* p) (implicit_integer_to_float float 1))"},
      {"std::sqrt is CUDA's", "std::sqrt(f)", "(builtin sqrt_f32_overload float (load float f))"},
      {"__ldg is a load", "__ldg(p + i)", "(load float (dereference float (pointer_add float* (load float* p) (load int i))))"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(tree_of(row.expression) == row.tree);
  }
}
