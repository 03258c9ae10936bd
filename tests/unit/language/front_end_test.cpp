// Whole kernels: names, scopes, constants, globals, and what the kernel list says about a file.
#include "tests/unit/language/front_end_fixture.h"

using namespace wb;

TEST_CASE("a lesson's kernel has its types and its parameters") {
  Compiled c("__global__ void rgb2grey(const unsigned char* rgb, unsigned char* out, int n)\n{\n"
             "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i >= n) return;\n  out[i] = rgb[i];\n}\n");
  REQUIRE(c.result.ok);
  CHECK(c.kernel().display_name == "rgb2grey");
  CHECK(c.kernel().is_kernel);
  CHECK(c.module().types.name(c.module()[c.kernel().parameters[0]].type) == "const unsigned char*");
  CHECK(c.module().sources->start(c.kernel().extent).line == 1);
  CHECK(c.module().sources->end(c.kernel().extent).line == 6);
  CHECK_FALSE(c.variable("i")->is_address_taken);
}

TEST_CASE("only variables whose address is needed live in memory") {
  Compiled c("struct P { int x, y; };\n__device__ void change(int& v) { v = 1; }\n"
             "__global__ void k(int* p) {\n  int plain = 1, pointed = 2, referred = 3, array[4]; P fields, passed;\n"
             "  int* q = &pointed; change(referred); array[plain] = *q; fields.x = 1; P* r = &passed; p[0] = array[0] + fields.x + r->y;\n}");
  REQUIRE_MESSAGE(c.result.ok, c.errors);
  CHECK_FALSE(c.variable("plain")->is_address_taken);
  CHECK(c.variable("pointed")->is_address_taken);
  CHECK(c.variable("referred")->is_address_taken);
  CHECK(c.variable("array")->is_address_taken);
  CHECK_FALSE(c.variable("fields")->is_address_taken);
  CHECK(c.variable("passed")->is_address_taken);
}

TEST_CASE("constants are folded where the language needs them") {
  Compiled c("constexpr int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }\n"
             "constexpr int sum(int n) { int s = 0; for (int i = 1; i <= n; ++i) { if (i == 3) continue; s += i; } return s; }\n"
             "enum { A = 3, B, C = A * B };\nconst int N = fact(4);\n#define M (N + 1)\n"
             "__global__ void k(float* p) {\n  __shared__ float s[N][M], t[sum(5)], u[C], v[sizeof(double) * 2], w[(1u << 31) > 0 ? 7 : 8];\n"
             "  p[0] = s[0][0] + t[0] + u[0] + v[0] + w[0];\n}");
  REQUIRE_MESSAGE(c.result.ok, c.errors);
  const auto type = [&](const char* name) { return c.module().types.name(c.variable(name)->type); };
  CHECK(type("s") == "float[24][25]");
  CHECK(type("t") == "float[12]");
  CHECK(type("u") == "float[12]");
  CHECK(type("v") == "float[16]");
  CHECK(type("w") == "float[7]");
}

TEST_CASE("globals that the kernel reaches are listed in order of declaration") {
  Compiled c("__constant__ float weights[3] = {1, 2};\n__device__ int unused;\n__device__ unsigned total = 7;\n"
             "__device__ void add(unsigned v) { atomicAdd(&total, v); }\n"
             "__global__ void k(float* p) { __shared__ int s; extern __shared__ float d[]; s = 1; d[0] = weights[1]; add(s); p[0] = d[0]; }");
  REQUIRE_MESSAGE(c.result.ok, c.errors);
  std::string names;
  for (VarId v : c.module().globals) names += c.module()[v].name + " ";
  CHECK(names == "weights total s d ");
  CHECK(dump(c.module(), c.variable("weights")->init) == "(init_list float[3] 1:float 2:float)");
  CHECK(dump(c.module(), c.variable("total")->init) == "7:unsigned int");
  CHECK(c.variable("d")->storage == Storage::dynamic_shared);
}

TEST_CASE("references are addresses") {
  Compiled c("__device__ int& pick(int* p, int i) { return p[i]; }\n"
             "__global__ void k(int* p) { int& r = p[1]; r = 2; pick(p, 3) += r; const float& t = 1; p[0] = t; }");
  REQUIRE_MESSAGE(c.result.ok, c.errors);
  CHECK(dump(c.module(), c.variable("r")->init) == "(address_of int& (subscript int (load int* p) 1))");
  CHECK(c.expression(2) == "(assign int (dereference int (load int& r)) 2)");
  CHECK(c.expression(3) == "(add_assign:int int (dereference int (call pick int& (load int* p) 3)) (load int (dereference int (load int& r))))");
}

TEST_CASE("host code is stepped over without a word") {
  Compiled c("#include <iostream>\n#include <vector>\nusing namespace std;\ntemplate <class T> using V = std::vector<T>;\n"
             "typedef std::vector<float> Floats;\nclass Timer { std::string name; public: ~Timer() { delete this; } virtual void f() = 0; };\n"
             "static void check(cudaError_t e, const char* what) { if (e) throw std::runtime_error(what); }\n"
             "std::map<int, std::vector<int>> cache{{1, {2}}};\nint counter = 0;\n"
             "__global__ void k(int* p) { p[0] = 1; }\n"
             "int main() { auto f = [&](auto x) { return x + 1; }; k<<<1, 2>>>(nullptr); std::cout << f(1) << R\"(raw } { text)\"; }\n");
  CHECK(c.result.ok);
  CHECK(c.errors == "");
}

TEST_CASE("the kernel list tells parameters, templates and launches, also of a file with mistakes") {
  auto sources = std::make_shared<SourceMap>();
  FileId main = sources->add("list.cu",
                             "template <typename T, int N = 4>\n__global__ void scale(T* out, const T* in, T factor, int n) { }\n"
                             "__global__ void broken(float* a) { a[0] = nonsense }\n__global__ void odd(std::vector<int> v) { }\n"
                             "int main() { scale<float, 8><<<dim3(n / 16, 2), 256, 16 * sizeof(float)>>>(a, b, 2.0f, n); broken<<<grid, block>>>(a); }\n");
  KernelList list = list_kernels(sources, main, {});
  REQUIRE(list.kernels.size() == 3);
  const KernelInfo& scale = list.kernels[0];
  CHECK(scale.name == "scale");
  REQUIRE(scale.template_parameters.size() == 2);
  CHECK(scale.template_parameters[0].kind == "typename");
  CHECK(scale.template_parameters[1].kind == "int");
  CHECK(scale.template_parameters[1].default_value == "4");
  REQUIRE(scale.parameters.size() == 4);
  CHECK(scale.parameters[1].type == "const T*");
  CHECK(scale.parameters[1].is_pointee_const);
  CHECK(scale.parameters[3].scalar == ScalarKind::int_);
  CHECK(list.kernels[1].name == "broken");
  CHECK(list.kernels[2].name == "odd");
  REQUIRE(list.launches.size() == 2);
  CHECK(list.launches[0].template_arguments == "float, 8");
  CHECK(list.launches[0].grid == "dim3(n / 16, 2)");
  CHECK(list.launches[0].shared_bytes == "16 * sizeof(float)");
  CHECK(list.launches[0].arguments.size() == 4);
  CHECK(list.launches[1].kernel == "broken");
}

TEST_CASE("statements are written out in terms of few kinds") {
  Compiled c("__global__ void k(int* p, int n) {\n  int a[3] = {1, 2, 3};\n  for (int x : a) p[0] += x;\n  if (int v = n * 2; v > 3) p[1] = v;\n"
             "  if (int w = n) p[2] = w;\n  if constexpr (sizeof(int) == 4) p[3] = 1; else p[3].nonsense;\n}");
  REQUIRE_MESSAGE(c.result.ok, c.errors);
  CHECK(c.statement(1).kind == StmtKind::for_);
  CHECK(c.statement(2).kind == StmtKind::compound);
  CHECK(c.statement(3).kind == StmtKind::compound);
  CHECK(c.statement(4).kind == StmtKind::expression);
}

TEST_CASE("a class with a field that cannot be read is the host's: a kernel that uses it is told so, not given a wrong layout") {
  const char* const use = "\n__global__ void k(S* p, int* o) { o[0] = p[0].b; }";
  for (const char* field : {"unknown_t c;", "std::vector<int> c;", "std::function<void(int)> c;", "char c[-1];"}) {
    CAPTURE(field);
    const std::string record = std::string("struct S { int a; ") + field + " int b; };";
    CHECK(Compiled(record + "\n__global__ void k(int* o) { o[0] = 1; }").result.ok);
    CHECK_FALSE(Compiled(record + use).result.ok);
  }
  // What is no field may be unreadable.
  for (const char* other : {"std::string name() const;", "static std::vector<int> all;", "operator std::string() const;", "S(const std::string& name);", "friend std::ostream& operator<<(std::ostream&, S);"}) {
    CAPTURE(other);
    CHECK(Compiled(std::string("struct S { int a; ") + other + " int b; };" + use).result.ok);
  }
}
