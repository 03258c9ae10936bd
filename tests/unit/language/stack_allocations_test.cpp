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
