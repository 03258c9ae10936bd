// public, protected, private: what nvcc refuses is refused here, and what friends, nested classes and derived ones may do is taken.
#include "tests/unit/machine/run_kernel.h"

using wb::test::Kernel;

namespace {

std::string errors(const std::string& declarations, const std::string& body) {
  wb::CompileResult compiled = wb::compile("k.cu", declarations + "\n__global__ void k(int* out) {\n" + body + "\n}", "k", {});
  std::string all;
  for (const wb::Diagnostic& d : compiled.diagnostics)
    if (d.severity == wb::Severity::error) all += (all.empty() ? "" : " ") + std::string(wb::code_info(d.code).name) + ":" + d.arguments[0] + ":" + d.arguments[1];
  return all;
}

struct AccessCase {
  const char* name;
  const char* declarations;
  const char* body;
  const char* expected;
};

// Each verdict is nvcc's.
constexpr AccessCase cases[] = {
    {"a field of a class", "class S { int v; public: __device__ S(int x) : v(x) {} };", "S s(3); out[0] = s.v;", "WB3122:v:private"},
    {"a method", "class S { __device__ int hid() const { return 1; } public: __device__ S() {} };", "S s; out[0] = s.hid();", "WB3122:hid:private"},
    {"one overload of two", "class S { __device__ int f(float) const { return 1; } public: __device__ int f(int) const { return 2; } };", "S s; out[0] = s.f(1);", ""},
    {"the other overload", "class S { __device__ int f(float) const { return 1; } public: __device__ int f(int) const { return 2; } };", "S s; out[0] = s.f(1.0f);", "WB3122:f:private"},
    {"a constructor", "class S { __device__ S(int) {} public: __device__ S() {} };", "S s(3);", "WB3122:S:private"},
    {"a public constructor beside it", "class S { __device__ S(int) {} public: __device__ S() {} };", "S s; (void)s;", ""},
    {"protected from outside", "struct B { protected: int v; }; struct D : B { __device__ int get() { v = 1; return v; } };", "D d; out[0] = d.v;", "WB3122:v:protected"},
    {"protected in a derived class", "struct B { protected: int v; }; struct D : B { __device__ int get() { v = 1; return v; } };", "D d; out[0] = d.get();", ""},
    {"private in a derived class", "class B { int v; }; struct D : B { __device__ int get() { return v; } };", "D d; out[0] = d.get();", "WB3122:v:private"},
    {"a private base", "struct B { __device__ int f() { return 1; } }; class D : B { public: __device__ int get() { return f(); } };", "D d; out[0] = d.f();", "WB3122:f:private"},
    {"a private base from inside", "struct B { __device__ int f() { return 1; } }; class D : B { public: __device__ int get() { return f(); } };", "D d; out[0] = d.get();", ""},
    {"a struct's base is public", "struct B { __device__ int f() { return 1; } }; struct D : B {};", "D d; out[0] = d.f();", ""},
    {"a using-declaration opens a name", "class B { protected: int b; public: __device__ B() : b(4) {} }; struct D : B { using B::b; };", "D d; out[0] = d.b;", ""},
    {"a type", "class S { typedef int T; };", "S::T x = 1; out[0] = x;", "WB3122:T:private"},
    {"a static constant", "class S { static const int n = 3; };", "out[0] = S::n;", "WB3122:n:private"},
    {"an enumerator", "class S { enum E { a = 1 }; };", "out[0] = S::a;", "WB3122:a:private"},
    {"the class's own methods", "class S { int v; public: __device__ S(int x) : v(x) {} __device__ bool eq(const S& o) const { return v == o.v; } };", "S s(1), t(1); out[0] = s.eq(t);", ""},
    {"a nested class", "class S { int v; public: __device__ S(int x) : v(x) {} struct In { __device__ int g(const S& s) { return s.v; } }; };", "S s(1); S::In i; out[0] = i.g(s);", ""},
    {"a lambda in a method", "class S { int v; public: __device__ S(int x) : v(x) {} __device__ int l() const { auto f = [this] { return v; }; return f(); } };", "S s(1); out[0] = s.l();", ""},
    {"a friend function", "class S { int v; friend __device__ int peek(const S&); public: __device__ S(int x) : v(x) {} }; __device__ int peek(const S& s) { return s.v; }", "S s(1); out[0] = peek(s);", ""},
    {"no friend", "class S { int v; friend __device__ int peek(const S&); public: __device__ S(int x) : v(x) {} }; __device__ int look(const S& s) { return s.v; }", "S s(1); out[0] = look(s);", "WB3122:v:private"},
    {"a friend operator", "class S { int v; public: __device__ S(int x) : v(x) {} __device__ int get() const { return v; } friend __device__ S operator+(const S& a, const S& b) { return S(a.v + b.v); } };",
     "S s(1), t(2); out[0] = (s + t).get();", ""},
    {"a friend class", "class Q; class S { int v; friend class Q; public: __device__ S(int x) : v(x) {} }; class Q { public: __device__ int f(const S& s) { return s.v; } };", "S s(1); Q q; out[0] = q.f(s);", ""},
    {"a friend template", "class S { int v; template <class T> friend struct W; public: __device__ S(int x) : v(x) {} }; template <class T> struct W { __device__ int f(const S& s) { return s.v; } };",
     "S s(1); W<int> w; out[0] = w.f(s);", ""},
    {"another instance is another class", "template <class T> class V { T x; public: __device__ V(T a) : x(a) {} template <class U> __device__ V(const V<U>& o) : x(o.x) {} };", "V<int> v(3); V<float> u(v);", "WB3122:x:private"},
    {"instances that are friends", "template <class T> class V { T x; template <class U> friend class V; public: __device__ V(T a) : x(a) {} template <class U> __device__ V(const V<U>& o) : x(o.x) {} };",
     "V<int> v(3); V<float> u(v);", ""},
};

}  // namespace

TEST_CASE("private and protected members are at hand where C++ says so") {
  for (const AccessCase& c : cases) {
    CAPTURE(c.name);
    CHECK(errors(c.declarations, c.body) == c.expected);
  }
}

TEST_CASE("a refused member names the class that hides it") {
  wb::CompileResult compiled = wb::compile("k.cu", "struct B { int v; };\nclass D : B {};\n__global__ void k(int* out) { D d; out[0] = d.v; }", "k", {});
  REQUIRE(compiled.diagnostics.size() == 1);
  CHECK(compiled.diagnostics[0].arguments == std::vector<std::string>{"v", "private", "D"});
}
