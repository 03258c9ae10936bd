// C++14 to C++20 as kernels use it: each feature is run, and meets what must stay refused. The values are those of a GPU.
#include "tests/unit/machine/run_kernel.h"

using wb::test::Kernel;

namespace {

// The ints that a kernel of one thread (n = 5) writes to out[0], out[1] ...; empty: it does not compile.
std::vector<int> values(const std::string& declarations, const std::string& body, size_t count = 1) {
  Kernel k(declarations + "\n__global__ void k(int* out, int n) {\n" + body + "\n}", "k");
  if (!k.errors.empty()) return {};
  k.shape({1, 1, 1}, {1, 1, 1}).out<int32_t>(count).value(int32_t{5}).run();
  CHECK(k.kinds() == "");
  return k.get<int32_t>(0);
}

int value(const std::string& declarations, const std::string& expression) {
  const std::vector<int> all = values(declarations, "out[0] = " + expression + ";");
  return all.empty() ? -12345 : all[0];
}

std::string errors(const std::string& declarations, const std::string& body) {
  const wb::CompileResult compiled = wb::compile("k.cu", declarations + "\n__global__ void k(int* out, int n) {\n" + body + "\n}", "k", {});
  std::string all;
  for (const wb::Diagnostic& d : compiled.diagnostics)
    if (d.severity == wb::Severity::error) all += (all.empty() ? "" : " ") + std::string(wb::code_info(d.code).name);
  return all;
}

}  // namespace

TEST_CASE("what a range-for makes is destroyed at the right time") {
  const std::string noisy = "__device__ int log; struct N { int v; __device__ N(int x) : v(x) {} __device__ N(const N& o) : v(o.v) { log = log * 10 + 1; } __device__ ~N() { log = log * 10 + 9; } };\n";
  CHECK(values(noisy, "{ N all[2] = {N(1), N(2)}; log = 0; for (N x : all) { if (x.v == 1) continue; log = log * 10 + 5; } out[0] = log; }") == std::vector<int>{19159});
}

TEST_CASE("lambdas that capture nothing are functions, and have one type wherever they stand") {
  CHECK(values("typedef int (*op)(int, int); __device__ int apply(op f, int a) { return f(a, 2); }", "op all[2] = {[](int a, int b) { return a + b; }, [](auto a, auto b) { return a * b; }};\n"
               "op one = [](int a, int b) -> int { return a - b; }; out[0] = all[n & 1](n, 2) * 100 + apply(one, n) * 10 + apply([](int a, int b) { return a / b; }, n);") == std::vector<int>{1032});
  CHECK(values("template <class F> struct Memo { F f; int calls = 0; __device__ int operator()(int x) { ++calls; return f(x); } }; template <class F> Memo(F) -> Memo<F>;",
               "Memo m{[=](int x) { return x + n; }}; out[0] = m(1) * 10 + m.calls;") == std::vector<int>{61});
  CHECK(errors("typedef int (*op)(int);", "op f = [=](int a) { return a + n; }; out[0] = f(1);") == "WB3008");
}

TEST_CASE("objects of a derived class stand for those of its base, as values and as temporaries") {
  CHECK(value("#include <type_traits>\n__device__ int f(int x, std::true_type) { return x; } __device__ int f(int x, std::false_type) { return -x; }", "f(n, std::is_integral<int>{}) * 10 + f(n, std::is_integral<float>())") == 45);
  const std::string code = "template <class D> struct Expr { __device__ const D& self() const { return static_cast<const D&>(*this); } };\n"
                           "struct Leaf : Expr<Leaf> { int v; __device__ Leaf(int x) : v(x) {} __device__ int eval() const { return v; } };\n"
                           "template <class L, class R> struct Mul : Expr<Mul<L, R>> { const L l; const R r; __device__ Mul(const L& a, const R& b) : l(a), r(b) {} __device__ int eval() const { return l.eval() * r.eval(); } };\n"
                           "template <class L, class R> __device__ Mul<L, R> operator*(const Expr<L>& a, const Expr<R>& b) { return {a.self(), b.self()}; }\n";
  CHECK(values(code, "Leaf x(n); auto e = x * x * Leaf(2); out[0] = e.eval();") == std::vector<int>{50});
}

TEST_CASE("__VA_OPT__ stays where there are further arguments") {
  CHECK(value("#define SUM(a, ...) (a __VA_OPT__(+ (__VA_ARGS__)))\n#define CALL(f, ...) f(n __VA_OPT__(,) __VA_ARGS__)\n__device__ int f(int a, int b = 2) { return a * b; }\n",
              "SUM(1) + SUM(2, 3) + CALL(f) + CALL(f, 4)") == 1 + 5 + 10 + 20);
}
