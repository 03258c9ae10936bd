// Templates, overloads and records.
#include "tests/unit/language/front_end_fixture.h"

using namespace wb;

namespace {

// The tree of the last statement of a kernel whose body is given, behind some declarations.
std::string last_statement(const std::string& declarations, const std::string& body) {
  Compiled c(declarations + "\nstruct A { int v; };\n__global__ void k(int i, float f, double d, unsigned u, char ch, float* p, const float* cp, int* ip) {\n" + body + "\n}");
  if (!c.result.ok) return c.errors;
  return c.expression(c.module()[c.kernel().body].list.size() - 1);
}

}  // namespace

TEST_CASE("the overload that fits best is called") {
  const std::string two = "__device__ int f2(int x) { return 1; }\n__device__ int f2(float x) { return 2; }\n";
  CHECK(last_statement(two, "f2(i);") == "(call f2 int (load int i))");
  CHECK(last_statement(two, "f2(f);") == "(call f2 int (load float f))");
  CHECK(last_statement(two, "f2(ch);") == "(call f2 int (implicit_integral int (load char ch)))");
  CHECK(last_statement(two, "f2(d);").find("WB3013") != std::string::npos);
  CHECK(last_statement(two, "f2(u);").find("WB3013") != std::string::npos);
  const std::string pointers = "__device__ int g(const float* x) { return 1; }\n__device__ int g(float* x) { return 2; }\n";
  CHECK(last_statement(pointers, "g(p);") == "(call g int (load float* p))");
  CHECK(last_statement(pointers, "g(cp);") == "(call g int (load const float* cp))");
  const std::string references = "__device__ int h(int& x) { return 1; }\n__device__ int h(const int& x) { return 2; }\n";
  CHECK(last_statement(references, "h(i);") == "(call h int (address_of int& i))");
  const std::string own = "__device__ int max(int a, int b) { return a > b ? a : b; }\n";
  CHECK(last_statement(own, "max(i, 3);") == "(call max int (load int i) 3)");
  CHECK(last_statement(own, "max(f, 3.0f);") == "(builtin max_f32 float (load float f) 3:float)");
}

TEST_CASE("template arguments follow from the call or are written out") {
  const std::string add = "template <typename T> __device__ T add(T a, T b) { return a + b; }\n";
  CHECK(last_statement(add, "add(i, 2);") == "(call add<int> int (load int i) 2)");
  CHECK(last_statement(add, "add<float>(i, 2);") == "(call add<float> float (implicit_integer_to_float float (load int i)) (implicit_integer_to_float float 2))");
  CHECK(last_statement(add, "add(i, f);").find("WB3012") != std::string::npos);
  const std::string array = "template <typename T, int N> __device__ int count(T (&a)[N]) { return N; }\n";
  CHECK(last_statement(array, "float a[7]; count(a);") == "(call count<float, 7> int (address_of float[7]& a))");
  const std::string special = "template <typename T> __device__ int which(T x) { return 0; }\ntemplate <> __device__ int which<float>(float x) { return 1; }\n"
                              "template <typename T> __device__ int which(T* x) { return 2; }\n__device__ int which(double x) { return 3; }\n";
  CHECK(last_statement(special, "which(f);") == "(call which<float> int (load float f))");
  CHECK(last_statement(special, "which(p);") == "(call which<float> int (load float* p))");
  CHECK(last_statement(special, "which(d);") == "(call which int (load double d))");
  const std::string defaults = "template <int N = 3, typename T = float> __device__ T make(T x = N) { return x; }\n";
  CHECK(last_statement(defaults, "make();") == "(call make<3, float> float (implicit_integer_to_float float 3))");
}

TEST_CASE("a templated kernel is instantiated by its name, or by the launch line") {
  const std::string text = "template <typename T, int N> __global__ void fill(T* p, T v) { p[threadIdx.x] = v * N; }\n";
  Compiled named(text, "fill<double, 3>");
  REQUIRE_MESSAGE(named.result.ok, named.errors);
  CHECK(named.kernel().display_name == "fill<double, 3>");
  CHECK(named.module().types.name(named.module()[named.kernel().parameters[0]].type) == "double*");
  Compiled launched("const int width = 5;\n" + text + "int main() { fill<float, 2 * width><<<1, 2>>>(p, 1); }", "");
  REQUIRE_MESSAGE(launched.result.ok, launched.errors);
  CHECK(launched.kernel().display_name == "fill<float, 10>");
  CHECK_FALSE(Compiled(text, "fill<3>").result.ok);
  CHECK_FALSE(Compiled(text, "fill").result.ok);
}

TEST_CASE("methods, constructors and operators are functions on an address") {
  const std::string complex = "struct Complex { float r, i;\n  __device__ Complex(float a, float b = 0) : r(a), i(b) {}\n"
                              "  __device__ float norm() const { return r * r + i * i; }\n"
                              "  __device__ Complex operator+(const Complex& o) const { return Complex(r + o.r, i + o.i); } };\n";
  CHECK(last_statement(complex, "Complex z(1, 2); z.norm();") == "(call Complex::norm float (implicit_same const Complex* (address_of Complex* z)))");
  CHECK(last_statement(complex, "Complex z(1), w(2); (z + w).norm();").starts_with("(call Complex::norm float"));
  const std::string free_operator = "__device__ float2 operator*(float2 a, float s) { return make_float2(a.x * s, a.y * s); }\n";
  CHECK(last_statement(free_operator, "float2 v = make_float2(1, 2); v = v * f;") == "(assign float2 v (call operator* float2 (load float2 v) (load float f)))");
}

TEST_CASE("a list in brackets is what operator[] takes") {
  const std::string cells = "struct At { int x, y; }; struct Cells { float v[16]; __device__ float& operator[](At a) { return v[4 * a.y + a.x]; } }; struct Plain { int x; };\n";
  CHECK(last_statement(cells, "Cells c; c[{1, 2}] = 1.0f;").starts_with("(assign float (dereference float (call Cells::operator[] float&"));
  CHECK(last_statement(cells, "Cells c; c[{1, 2, 3}] = 1.0f;").find("WB") != std::string::npos);
  CHECK(last_statement(cells, "Plain c; c[{1}] = 1.0f;").find("WB3041") != std::string::npos);
  CHECK(last_statement(cells, "p[{1}] = 1.0f;").find("WB") != std::string::npos);
}

TEST_CASE("class templates and nested names") {
  const std::string vec = "template <typename T, int N> struct Vec { T v[N]; static constexpr int size = N; using type = T;\n"
                          "  __device__ T& operator[](int i) { return v[i]; } };\ntemplate <> struct Vec<int, 1> { int only; };\n";
  CHECK(last_statement(vec, "Vec<float, 3> a; a[1] = 2;") ==
        "(assign float (dereference float (call Vec<float, 3>::operator[] float& (address_of Vec<float, 3>* a) 1)) (implicit_integer_to_float float 2))");
  CHECK(last_statement(vec, "Vec<int, 1> a; a.only = Vec<float, 9>::size;") == "(assign int (member.only int a) 9)");
  CHECK(last_statement("namespace a { namespace b { const int n = 4; __device__ int f(int x) { return x; } } }\n", "a::b::f(a::b::n);") == "(call f int 4)");
}

TEST_CASE("a parameter whose type depends on the template's may be a pointer, a reference, or constant") {
  const std::string element = "template <typename T> struct Element { using type = T; static constexpr int size = 4; };\n";
  auto with = [&](const std::string& parameter) { return element + "template <typename T> __device__ int g(T x, " + parameter + " y, int n) { return n; }\n"; };
  CHECK(last_statement(with("typename Element<T>::type*"), "g(f, p, 1);") == "(call g<float> int (load float f) (load float* p) 1)");
  CHECK(last_statement(with("const typename Element<T>::type*"), "g(f, cp, 1);") == "(call g<float> int (load float f) (load const float* cp) 1)");
  CHECK(last_statement(with("const typename Element<T>::type&"), "g(f, *p, 1);").find("WB") == std::string::npos);
  CHECK(last_statement(with("typename Element<T>::none*"), "g(f, p, 1);").find("WB") != std::string::npos);
  CHECK(last_statement(element, "typename Element<float>::size n = 1;").find("WB") != std::string::npos);
}

TEST_CASE("bases, conversions and promotions of enumerations") {
  const std::string bases = "struct Base { int m; __device__ int get() const { return m; } };\nstruct Derived : public Base { int d; __device__ int both() { return m + get() + d; } };\n"
                            "__device__ int read(const Base& b) { return b.m; }\n__device__ int peek(const Base* b) { return b->m; }\n";
  CHECK(last_statement(bases, "Derived x; x.m = 1;") == "(assign int (member.m int (member. Base x)) 1)");
  CHECK(last_statement(bases, "Derived x; read(x);") == "(call read int (address_of const Base& (member. Base x)))");
  CHECK(last_statement(bases, "Derived x; peek(&x);").find("(member. Base x)") != std::string::npos);
  CHECK(last_statement(bases, "Derived x; x.both();").starts_with("(call Derived::both int"));
  const std::string conversion = "struct Meter { float v; __device__ operator float() const { return v; } };\n";
  CHECK(last_statement(conversion, "Meter m; f = m;") == "(assign float f (call Meter::operator float const float (implicit_same const Meter* (address_of Meter* m))))");
  CHECK(last_statement(conversion, "Meter m; m + 1.0f;").starts_with("(add float (call Meter::operator float const float"));
  CHECK(last_statement("enum Color { red, green = 5 };\n", "red + 1;") == "(add int (implicit_same int 0) 1)");
  CHECK(last_statement("enum Big { huge = 0xffffffff };\n", "huge + 1;") == "(add unsigned int (implicit_same unsigned int 4294967295:Big) (implicit_integral unsigned int 1))");
  const std::string access = "struct V { float e[3]; __device__ float operator[](int n) const { return e[n]; } __device__ float& operator[](int n) { return e[n]; } };\n";
  CHECK(last_statement(access, "V v; v[0] = 1.0f;").starts_with("(assign float (dereference float (call V::operator[] float&"));
}
