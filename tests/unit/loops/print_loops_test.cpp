#include "parse_kernel.h"
#include "simulator/simulator.h"

namespace {

using namespace wb;

LoopsText print(const std::string& text, const std::string& kernel = "") {
  const FrontEndResult parsed = parse_kernel(text, kernel);
  return print_loops(*parsed.module, (*parsed.module)[parsed.kernel].display_name);
}

TEST_CASE("a kernel without barriers is one loop over blocks around one over threads") {
  const LoopsText loops = print(R"(// Turns a colour picture grey.
__global__ void rgb2grey(const unsigned char* rgb, unsigned char* out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;           // who am I
  if (i >= n) return;                                      // am I in range
  float r = rgb[3 * i];                                    // fetch
  float grey = 0.2989f * r + 0.5870f * rgb[3 * i + 1];     // compute
  out[i] = grey;                                           // store
}
)");
  CHECK(loops.text == R"(// Turns a colour picture grey.
void rgb2grey(dim3 gridDim, dim3 blockDim, const unsigned char* rgb, unsigned char* out, int n)
{
  #pragma omp parallel for                           // blocks do not wait for each other: every core may take some
  for (unsigned int bx = 0; bx < gridDim.x; bx++) {  // every block of the grid
    const uint3 blockIdx = {bx};
    for (unsigned int tx = 0; tx < blockDim.x; tx++) {  // every thread of the block
      const uint3 threadIdx = {tx};
      int i = blockIdx.x * blockDim.x + threadIdx.x;            // who am I
      if (i >= n) continue;                                     // am I in range
      float r = rgb[3 * i];                                     // fetch
      float grey = fmaf(0.2989f, r, 0.5870f * rgb[3 * i + 1]);  // compute
      out[i] = to_uchar(grey);                                  // store
    }
  }
}
)");
}

TEST_CASE("methods, constructors and destructors are functions on `self`; parameters of one pack are numbered") {
  const LoopsText loops = print(R"(struct Sum {
  int v;
  __device__ Sum(int start) : v(start) {}
  __device__ ~Sum() { v = 0; }
  __device__ Sum& operator+=(int d) { v += d; return *this; }
};
template <class... T> __device__ int total(T... x) { return (0 + ... + x); }
__global__ void k(int* p)
{
  Sum s(2);
  (s += 3) += total(1, 2);
  p[0] = s.v;
}
)");
  CHECK(loops.reason == "");
  for (const char* text : {"static void construct_Sum(Sum* self, int start)", "static void destroy_Sum(Sum* self)", "static Sum& add(Sum* self, int d)",
                           "static int total_int_int(int x, int x_2)", "return 0 + x + x_2;", "construct_Sum(&s, 2);", "add(&add(&s, 3), total_int_int(1, 2));", "destroy_Sum(&s);"})
    CHECK_MESSAGE(loops.text.find(text) != std::string::npos, text << " is not in\n" << loops.text);
}

TEST_CASE("every line knows the source line that it came from") {
  const LoopsText loops = print("__global__ void k(int* p)\n{\n  int i = threadIdx.x;\n  p[i] = 1;\n}\n");
  size_t line = 1, found = 0;
  for (size_t at = 0; at < loops.text.size(); at = loops.text.find('\n', at) + 1, ++line) {
    const std::string text = loops.text.substr(at, loops.text.find('\n', at) - at);
    if (text.find("p[i] = 1;") != std::string::npos) found = line;
  }
  REQUIRE(found > 0);
  CHECK(loops.source_line.at(found) == 4);
  CHECK(loops.source_line.at(1) == 1);
  CHECK(loops.source_line.size() == line);
}

TEST_CASE("every loop knows its head, its end and what it counts with; what is said again is told from what does it") {
  const LoopsText loops = print(R"(__global__ void sums(const float* a, float* c, int n)
{
  __shared__ float s[16];
  int row = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int p = 0; p < n / 16; ++p) {
    s[threadIdx.x] = a[row * n + p];
    __syncthreads();
    for (int k = 0; k < 16; k++)
      sum += s[k];
    __syncthreads();
  }
  c[row] = sum;
}
)");
  std::vector<std::string> lines{""};
  for (size_t at = 0; at < loops.text.size(); at = loops.text.find('\n', at) + 1) lines.push_back(loops.text.substr(at, loops.text.find('\n', at) - at));
  const auto number_of = [&](const char* part) {
    for (uint32_t n = 1; n < lines.size(); ++n)
      if (lines[n].find(part) != std::string::npos) return n;
    return 0u;
  };
  // The brace that ends the kernel: that of the last loop over threads.
  CHECK(loops.lines_of(14).first == number_of("c[row] = sum[tx];") + 1);
  CHECK(loops.lines_of(14).second == number_of("c[row] = sum[tx];") + 1);
  CHECK(loops.lines_of(2) == std::pair{0u, 0u});
  using Over = LoopHead::Over;
  REQUIRE(loops.heads.size() == 7);   // blocks; threads, p, threads, threads, k, threads
  CHECK(loops.heads[0] == LoopHead{Over::blocks, 0, "bx", number_of("bx < gridDim.x"), static_cast<uint32_t>(lines.size() - 2)});
  CHECK(loops.heads[1].over == Over::threads);
  CHECK(loops.heads[1].variable == "tx");
  CHECK(lines[loops.heads[1].last_line] == "    }");
  CHECK(loops.heads[2].over == Over::own);
  CHECK(loops.heads[2].variable == "p");
  // A loop without braces ends with its one statement.
  CHECK(loops.heads[5].variable == "k");
  CHECK(loops.heads[5].last_line == loops.heads[5].line + 1);

  const auto around = loops.heads_around(number_of("sum[tx] += s[k]"));
  REQUIRE(around.size() == 4);
  CHECK(around[0].variable == "bx");
  CHECK(around[1].variable == "p");
  CHECK(around[2].variable == "tx");
  CHECK(around[3].variable == "k");
  CHECK(loops.heads_around(1).empty());

  // `float sum = 0` is an array over threads, declared in another line; `row` is worked out again in each loop over the threads.
  const uint32_t start = number_of("sum[tx] = 0");
  CHECK(loops.lines_of(5) == std::pair(start, start));
  CHECK(loops.is_repeated.size() == loops.source_line.size());
  const uint32_t fetch = number_of("= a[row * n + p]");
  CHECK(loops.lines_of(7) == std::pair(fetch, fetch));
  CHECK(loops.lines_of(2) == std::pair(0u, 0u));
  CHECK(loops.lines_of(0) == std::pair(0u, 0u));
}

TEST_CASE("the loops of a plane share one body, and end with it") {
  const LoopsText loops = print("__global__ void k(int* p, int w)\n{\n  int x = threadIdx.x, y = threadIdx.y;\n  p[y * w + x] = blockIdx.x;\n}\n");
  REQUIRE(loops.heads.size() == 3);
  CHECK(loops.heads[1].axis == 1);
  CHECK(loops.heads[2].axis == 0);
  CHECK(loops.heads[1].last_line == loops.heads[2].last_line);
  CHECK(loops.heads_around(loops.heads[2].line + 1).size() == 3);
}

TEST_CASE("a barrier in a uniform loop takes the loop out of the thread loops; what lives across it is an array or computed again") {
  const LoopsText loops = print(R"(#define TILE 16
__global__ void sums(const float* a, float* c, int n)
{
  __shared__ float s[TILE];
  int row = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  for (int p = 0; p < n / TILE; ++p) {
    s[threadIdx.x] = a[row * n + p];   // fetch
    __syncthreads();                   // meet
    sum += s[15 - threadIdx.x];
    __syncthreads();
  }
  c[row] = sum;
}
)");
  CHECK(loops.text == R"(constexpr int TILE = 16;

void sums(dim3 gridDim, dim3 blockDim, const float* a, float* c, int n)
{
  #pragma omp parallel for                           // blocks do not wait for each other: every core may take some
  for (unsigned int bx = 0; bx < gridDim.x; bx++) {  // every block of the grid
    const uint3 blockIdx = {bx};
    float s[16];                                        // __shared__: one for the block
    float sum[MAX_THREADS];                             // lives across a barrier: one for each thread
    for (unsigned int tx = 0; tx < blockDim.x; tx++) {  // every thread of the block
      sum[tx] = 0;
    }
    for (int p = 0; p < n / TILE; ++p) {
      for (unsigned int tx = 0; tx < blockDim.x; tx++) {
        const uint3 threadIdx = {tx};
        int row = blockIdx.x * TILE + threadIdx.x;
        s[threadIdx.x] = a[row * n + p];  // fetch
      }
      // __syncthreads(), every thread has come this far: meet
      for (unsigned int tx = 0; tx < blockDim.x; tx++) {
        const uint3 threadIdx = {tx};
        sum[tx] += s[15 - threadIdx.x];
      }
      // __syncthreads(), every thread has come this far
    }
    for (unsigned int tx = 0; tx < blockDim.x; tx++) {
      const uint3 threadIdx = {tx};
      int row = blockIdx.x * TILE + threadIdx.x;
      c[row] = sum[tx];
    }
  }
}
)");
}

struct Fragment {
  const char* name;
  const char* kernel;
  const char* expected;  // somewhere in the text
};

TEST_CASE("how single things are written") {
  const Fragment cases[] = {
      {"a return inside the kernel's own loop jumps to the next thread",
       "__global__ void k(int* p) { for (int i = 0; i < 3; i++) { if (p[i]) return; } p[0] = 1; }", "goto next_thread;"},
      {"a return before a barrier is remembered", "__global__ void k(int* p, int n) { if (threadIdx.x >= n) return; __syncthreads(); p[0] = 1; }", "alive[tx] = false;"},
      {"a uniform return before a barrier leaves the block", "__global__ void k(int* p, int n) { if (blockIdx.x >= n) return; __syncthreads(); p[0] = 1; }", "if (blockIdx.x >= n) continue;"},
      {"a parameter that the kernel changes is each thread's own", "__global__ void k(int* p, int n) { n += threadIdx.x; p[n] = 1; }", "int n = launch_n;"},
      {"two axes are two loops", "__global__ void k(int* p) { p[threadIdx.y * 4 + threadIdx.x] = blockIdx.x; }", "const uint3 threadIdx = {tx, ty};"},
      {"the student's own tx keeps its name", "__global__ void k(int* p) { int tx = threadIdx.x; p[tx] = 1; }", "for (unsigned int thread_x = 0;"},
      {"a fused compound assignment is written out", "__global__ void k(float* p, float a) { p[0] += a * p[1]; }", "p[0] = fmaf(a, p[1], p[0]);"},
      {"a compound assignment through float saturates", "__global__ void k(unsigned char* p, float a) { p[0] *= a; }", "p[0] = to_uchar(p[0] * a);"},
      {"an explicit conversion to an integer saturates", "__global__ void k(int* p, double a) { p[0] = (int)a; }", "p[0] = to_int(a);"},
      {"mixed arguments of an overloaded builtin keep the chosen overload", "__global__ void k(unsigned int* p, int i) { p[0] = max(p[0], 3u) + min(i, 2); }", "max(p[0], 3u) + min(i, 2)"},
      {"a device function gets the indices that it reads", "__device__ int me() { return threadIdx.x; } __global__ void k(int* p) { p[me()] = 1; }", "p[me(threadIdx)] = 1;"},
      {"overloads stay overloads", "__device__ int f(int a) { return a; } __device__ float f(float a) { return a; } __global__ void k(float* p) { p[0] = f(1) + f(2.0f); }", "f(1) + f(2.0f)"},
      {"dynamic shared memory comes from the launch", "__global__ void k(int* p) { extern __shared__ int s[]; s[0] = 1; p[0] = s[0]; }", "int* const s = (int*)memory_of_s.bytes;"},
      {"a macro keeps its name", "#define N 7\n__global__ void k(int* p) { p[N] = N + 1; }", "p[N] = N + 1;"},
      {"bits in brackets stay readable", "__global__ void k(unsigned int* p) { p[0] = p[1] << 24 | p[2] & 255u; }", "p[0] = (p[1] << 24) | (p[2] & 255u);"},
      {"a do loop", "__global__ void k(int* p) { do { p[0]--; } while (p[0] > 0); }", "} while (p[0] > 0);"},
      {"an overloaded operator is a function with a word for a name",
       "struct C { float x; __device__ C(float a) : x(a) {} __device__ C operator*(const C& o) { return C(x * o.x); } }; __global__ void k(float* p) { C a(p[0]); C b(p[1]); p[2] = (a * b).x; }",
       "times(&a, b)"},
      {"constants without a value start as zeros", "__constant__ float w[3]; __global__ void k(float* p) { p[0] = w[1]; }", "float w[3] = {};"},
      {"the name of a builtin that the student gave to a function of his own", "__device__ float clampf(float x) { return fminf(x, 1.0f); } __global__ void k(float* p) { p[0] = clampf(p[1]); }", "p[0] = clampf(p[1]);"},
  };
  for (const Fragment& c : cases) {
    CAPTURE(c.name);
    const LoopsText loops = print(c.kernel);
    CAPTURE(loops.text);
    CHECK(loops.reason == "");
    CHECK(loops.text.find(c.expected) != std::string::npos);
  }
}

struct RefusalCase {
  const char* name;
  const char* kernel;
  const char* reason;  // empty: written
  const char* place;
};

TEST_CASE("a kernel that cannot be written as loops is refused with the reason and the place; its twin is written") {
  const RefusalCase cases[] = {
      {"barrier under a condition of the thread", "__global__ void k(int* p) { if (threadIdx.x < 3) { __syncthreads(); } p[0] = 1; }",
       "threads of a block may differ here, and a barrier depends on it", "threadIdx.x < 3"},
      {"barrier under a condition of the block", "__global__ void k(int* p) { if (blockIdx.x < 3) { __syncthreads(); } p[0] = 1; }", "", ""},
      {"loop that threads go round differently often", "__global__ void k(int* p, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x) { p[i] = 1; __syncthreads(); } }",
       "threads of a block may go round this loop a different number of times, and there is a barrier inside", "i < n"},
      {"loop that all go round equally often", "__global__ void k(int* p, int n) { for (int i = 0; i < n; i += blockDim.x) { p[i] = 1; __syncthreads(); } }", "", ""},
      {"loop whose end is read from memory", "__global__ void k(int* p) { while (p[0] > 0) { __syncthreads(); p[0] -= 1; } }",
       "threads of a block may go round this loop a different number of times, and there is a barrier inside", "p[0] > 0"},
      {"loop that a uniform variable steers", "__global__ void k(int* p) { int s = blockDim.x; while (s > 0) { __syncthreads(); p[0] -= 1; s /= 2; } }", "", ""},
      {"break that only some threads take", "__global__ void k(int* p, int n) { for (int i = 0; i < n; i++) { __syncthreads(); if (p[i] == threadIdx.x) break; } }",
       "threads of a block may differ here, and a barrier depends on it", "p[i] == threadIdx.x"},
      {"break that all take", "__global__ void k(int* p, int n) { for (int i = 0; i < 9; i++) { __syncthreads(); if (i == n) break; } }", "", ""},
      {"variable that steers and is set by some threads only", "__global__ void k(int* p, int n) { int s = 1; if (threadIdx.x == 0) s = n; for (int i = 0; i < s; i++) __syncthreads(); }",
       "threads of a block may go round this loop a different number of times, and there is a barrier inside", "i < s"},
      {"variable that steers and is set by all", "__global__ void k(int* p, int n) { int s = 1; if (n > 3) s = n; for (int i = 0; i < s; i++) __syncthreads(); }", "", ""},
      {"barrier in a device function", "__device__ void meet() { __syncthreads(); } __global__ void k(int* p) { meet(); p[0] = 1; }",
       "`meet` has a barrier inside: only barriers in the kernel itself can split its loop", "meet()"},
      {"barrier for some threads", "__global__ void k(int* p) { __barrier_sync_count(1, 64); p[0] = 1; }",
       "a barrier for some threads of the block, by its number and a count, cannot split the loop over the threads", "__barrier_sync_count(1, 64)"},
      {"device function without one", "__device__ void meet() { __threadfence(); } __global__ void k(int* p) { meet(); p[0] = 1; }", "", ""},
      {"spin lock", "__global__ void k(int* l, int* p) { while (atomicCAS(l, 0, 1) != 0); p[0] += 1; atomicExch(l, 0); }",
       "this loop waits for another thread, and explicit loops run the threads one after the other", "while (atomicCAS(l, 0, 1) != 0);"},
      {"compare and swap that tries again", "__global__ void k(int* p) { int old = *p, seen; do { seen = old; old = atomicCAS(p, seen, seen + 1); } while (old != seen); }", "", ""},
      {"barrier in a switch", "__global__ void k(int* p, int n) { switch (n) { case 1: __syncthreads(); } p[0] = 1; }",
       "a barrier inside a `switch` cannot split the loop over the threads", "switch (n) { case 1: __syncthreads(); }"},
      {"half without a variable of it", "#include <cuda_fp16.h>\n__global__ void k(float* p) { p[0] = __half2float(__float2half(p[1])); }",
       "`half` and `bfloat16` are not written as explicit loops", "__half2float(__float2half(p[1]))"},
      {"library function that waits", "#include <cuda/barrier>\n__global__ void k(int* p) { __shared__ cuda::barrier<cuda::thread_scope_block> b; if (threadIdx.x == 0) init(&b, blockDim.x); __syncthreads(); b.arrive_and_wait(); p[0] = 1; }",
       "`arrive_and_wait` works on several threads at once: it waits for others, whose turn comes later in loops", "arrive_and_wait()"},
      {"library function that does not wait", "#include <cuda/atomic>\n__global__ void k(int* p) { cuda::atomic_ref<int, cuda::thread_scope_device> r(*p); r.fetch_add(1); }", "", ""},
      {"pointer to a function", "__device__ int f(int v) { return v; } __global__ void k(int* p) { int (*g)(int) = p[0] ? f : nullptr; p[1] = g(2); }",
       "pointers to functions are not written as explicit loops", "g"},
  };
  for (const RefusalCase& c : cases) {
    CAPTURE(c.name);
    const FrontEndResult parsed = parse_kernel(c.kernel);
    const LoopsText loops = print_loops(*parsed.module, "k");
    CAPTURE(loops.text);
    CHECK(loops.reason == c.reason);
    CHECK(loops.text.empty() == !loops.reason.empty());
    if (!loops.reason.empty()) CHECK(parsed.module->sources->text(loops.reason_span) == c.place);
  }
}

TEST_CASE("long chains of what is made of what take no time") {
  std::string text = "__device__ int f0(int a) { return a; }\n", body = "  int v0 = threadIdx.x, v1 = v0 + 1;\n";
  for (int i = 1; i < 60; ++i) {
    const std::string before = "f" + std::to_string(i - 1);
    text += "__device__ int f" + std::to_string(i) + "(int a) { return " + before + "(a) + " + before + "(a + 1); }\n";
  }
  for (int i = 2; i < 60; ++i) body += "  int v" + std::to_string(i) + " = v" + std::to_string(i - 1) + " + v" + std::to_string(i - 2) + ";\n";
  const LoopsText loops = print(text + "__global__ void k(int* p) {\n" + body + "  p[v59] = 1;\n  __syncthreads();\n  p[v58] = f59(v57);\n}");
  CHECK(loops.reason == "");
  CHECK(loops.text.find("int v57 = v56 + v55;") != std::string::npos);
}

TEST_CASE("a kernel that is not there") {
  const FrontEndResult parsed = parse_kernel("__global__ void k() {}");
  CHECK(print_loops(*parsed.module, "other").reason == "there is no kernel `other`");
}

}  // namespace
