// alloca: memory of the function around, until it returns.
#include "tests/unit/language/one_thread.h"

using wb::test::Kernel, wb::test::values;

TEST_CASE("each call gives memory of its own, in loops and inner blocks too, until the function returns") {
  const std::string sum = "__device__ int sum(int n) { int* a = (int*)alloca(n * sizeof(int)); for (int i = 0; i < n; ++i) a[i] = i; int s = 0; for (int i = 0; i < n; ++i) s += a[i]; return s; }\n";
  CHECK(values(sum, "int total = 0; for (int i = 0; i < 500; ++i) total += sum(n); out[0] = total;") == std::vector<int>{5000});
  CHECK(values("struct Node { int v; Node* next; };", "Node* head = 0; for (int i = 0; i < n; ++i) { Node* fresh = (Node*)__builtin_alloca(sizeof(Node)); fresh->v = i; fresh->next = head; head = fresh; }\n"
                                                       "int s = 0; for (Node* p = head; p; p = p->next) s = s * 10 + p->v; out[0] = s; if (n > 3) { char* c = (char*)alloca(1); out[1] = (int)((unsigned long)c % 16); }", 2) == std::vector<int>{43210, 0});
  CHECK(values("", "auto f = [](int k) { int* a = (int*)alloca(64); a[k] = k; return a[k] + 1; }; int* mine = (int*)alloca(8); mine[0] = 7; out[0] = f(3) + mine[0];") == std::vector<int>{11});
}

TEST_CASE("what nobody wrote there, and what is not there, is told") {
  Kernel unwritten("__global__ void k(int* out) { int* a = (int*)alloca(8); out[0] = a[1]; }");
  unwritten.shape({1, 1, 1}, {1, 1, 1}).out<int>(1).run();
  CHECK(unwritten.kinds().find("uninit") != std::string::npos);
  Kernel outside("__global__ void k(int* out) { char* a = (char*)alloca(5000); a[4999] = 1; out[0] = 1; }");
  outside.shape({1, 1, 1}, {1, 1, 1}).out<int>(1).run();
  CHECK(outside.kinds().find("oob.write") != std::string::npos);
}

TEST_CASE("an access past what was asked for is told, by lanes that ask for different numbers too") {
  const auto kinds = [](const std::string& body) {
    Kernel k("__device__ int sum(const int* a, int n) { int s = 0; for (int i = 0; i < n; ++i) s += a[i]; return s; }\n"
             "__global__ void k(int* out) { int n = 2 + threadIdx.x % 3; int* a = (int*)alloca(n * sizeof(int)); int* b = (int*)alloca(64); b[0] = 1; for (int i = 0; i < n; ++i) a[i] = i;\n" +
             body + " }");
    k.shape({1, 1, 1}, {32, 1, 1}).out<int>(32).run();
    return k.kinds();
  };
  CHECK(kinds("out[threadIdx.x] = sum(a, n) + b[0];") == "");
  CHECK(kinds("int* end = a + n; out[threadIdx.x] = (int)(end - a) + end[-1];") == "");
  CHECK(kinds("out[threadIdx.x] = sum(a, 4) + b[0];") == "oob.read");
  CHECK(kinds("a[3] = 1; out[threadIdx.x] = sum(a, n);") == "oob.write");
  CHECK(kinds("b[-1] = 1; out[threadIdx.x] = 1;") == "oob.write");
  CHECK(kinds("atomicAdd(&a[n], 1); out[threadIdx.x] = 1;") == "oob.write");
  CHECK(kinds("*(double*)(a + n - 1) = 1.0; out[threadIdx.x] = 1;").find("oob.write") != std::string::npos);
}
