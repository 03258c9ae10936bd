// Any text at all: a diagnostic or a tree, never a crash or a hang. Broken pieces of real kernels, and text that nests without end.
#include <random>

#include "tests/unit/language/front_end_fixture.h"

#include "simulator/language/highlight.h"

using namespace wb;

namespace {

const std::string sample = R"(#include <stdint.h>
#define TILE 16
#define IDX(x, y) ((y) * TILE + (x))
template <typename T, int N = 4> struct Vec { T v[N]; __device__ T& operator[](int i) { return v[i]; } };
enum class Mode : uint8_t { off, on = 5 };
__constant__ float weights[2][3] = {{1, 2, 3}, {4, 5, 6}};
constexpr int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
template <typename T> __device__ T clampv(T v, T lo, T hi) { return v < lo ? lo : (v > hi ? hi : v); }
struct Complex { float r, i; __device__ Complex(float a, float b) : r(a), i(b) {} __device__ float norm() const { return r * r + i * i; } };
__global__ void __launch_bounds__(256) k(const float* __restrict__ in, float* out, unsigned* bins, int n) {
  __shared__ float tile[TILE][fact(3)]; extern __shared__ float more[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Vec<float> a; for (int j = 0; j < 4; ++j) a[j] = in[IDX(j, i)];
  Complex z(1.0f, a[0]); Mode m = Mode::on;
#pragma unroll
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) { if (threadIdx.x < s) more[threadIdx.x] += more[threadIdx.x + s]; __syncthreads(); }
  switch (n) { case 1: out[i] = 1; break; default: do { out[i] -= 0x1Fu; } while (out[i] > 2.5e3f && n-- > 0); }
  auto* p = reinterpret_cast<float4*>(out); const auto& ref = *p;
  tile[0][1] = m == Mode::off ? ref.x : z.norm() + weights[1][2];
  atomicAdd(&bins[clampv(i, 0, 255)], (unsigned)tile[0][1]);
}
int main() { k<<<dim3(2), 256, 16>>>(nullptr, nullptr, nullptr, 3); return 0; }
)";

void survive(const std::string& text) {
  auto sources = std::make_shared<SourceMap>();
  FileId main = sources->add("any.cu", text);
  DiagSink diags;
  FrontEndOptions options;
  options.read_include = [&](std::string_view path) -> std::optional<std::string> { return path == "self.h" ? std::optional(text) : std::nullopt; };
  FrontEndResult result = parse_module(sources, main, "", options, diags);
  for (const Diagnostic& d : diags.all()) CHECK_FALSE(render(*sources, d).empty());
  CHECK(result.ok != diags.has_errors());
  CHECK(diags.error_count() <= 20);
  (void)highlight(text);
}

std::string repeat(const std::string& piece, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += piece;
  return text;
}

}  // namespace

TEST_CASE("the sample itself is fine") {
  Compiled c(sample);
  CHECK_MESSAGE(c.result.ok, c.errors);
}

TEST_CASE("every truncation of a file is survived") {
  for (size_t end = 0; end < sample.size(); end += 7) survive(sample.substr(0, end));
}

TEST_CASE("changed bytes are survived") {
  std::mt19937 random(7);
  const std::string bytes = "(){};,<>[]=*&.#\"'\\\n0a:";
  for (int run = 0; run < 600; ++run) {
    std::string text = sample;
    for (unsigned n = 1 + random() % 4; n > 0; --n) {
      size_t at = random() % text.size();
      switch (random() % 4) {
        case 0: text[at] = static_cast<char>(random() % 256); break;
        case 1: text.erase(at, random() % 16); break;
        case 2: text.insert(at, 1, bytes[random() % bytes.size()]); break;
        default: text.insert(at, text.substr(random() % text.size(), random() % 50)); break;
      }
    }
    CAPTURE(text);
    survive(text);
  }
}

TEST_CASE("text that nests or grows without end is cut off") {
  const std::string begin = "__global__ void k(int* p) { p[0] = ";
  for (const char* piece : {"(", "-", "f(", "p[", "1 ? ", "(int)", "sizeof ", "{", "[](){", "1+", "p[0] = "}) {
    CAPTURE(piece);
    survive(begin + repeat(piece, 50000));
  }
  for (const char* piece : {"{", "(", "if (1) ", "for (;;)", "do ", "struct A {", "namespace a {", "template <int N> ", "extern \"C\" {", "#if 1\n", "A<", "decltype(", "else "}) {
    CAPTURE(piece);
    survive(repeat(piece, 50000));
    survive("__global__ void k() { " + repeat(piece, 50000));
  }
  survive("__global__ void k(int " + repeat("*", 50000) + " p) {}");
  survive("__global__ void k() { int a" + repeat("[2]", 50000) + "; }");
  survive("#define A A A\n#define B(x) x x\n__global__ void k() { A B(B(B(B(A)))) }");
  survive("#include \"self.h\"\n__global__ void k() {}");
  survive("template <int N> struct A { A<N + 1> next; };\n__global__ void k() { A<0> a; }");
  survive("template <typename T> __device__ void f(T x) { f(&x); }\n__global__ void k() { f(1); }");
  survive("constexpr int f(int n) { return f(n + 1); }\n__global__ void k() { int a[f(0)]; }");
  survive("constexpr int f() { while (true) {} return 1; }\n__global__ void k() { int a[f()]; }");
  survive(std::string(100000, '\0'));
  survive(repeat("\xff\xfe", 1000));
}

// Found by fuzzing: a bound with its top bit set was taken for a parameter of a template, and the array had 0 bytes.
TEST_CASE("an array of more elements than addresses is refused") {
  for (const char* text : {"__constant__ unsigned short edge[0x8000000000000000ull] = {1, 2};\n__global__ void k(int* x) { *x = edge[0]; }",
                           "__global__ void k(int* x) { __shared__ int s[1ull << 63]; *x = s[0]; }", "__global__ void k(int* x) { char c[~0ull]; *x = c[1]; }"}) {
    CAPTURE(text);
    Compiled c(text);
    CHECK(!c.result.ok);
    CHECK_MESSAGE(c.errors.find("WB3063") != std::string::npos, c.errors);
  }
}

// Found by fuzzing: every unknown name was compared with every known one in full.
TEST_CASE("names are guessed by a few edits, whatever their length") {
  const auto meant = [](const std::string& known, const std::string& written) {
    const std::string errors = Compiled("__global__ void k(int* x) { int " + known + " = 1; *x = " + written + "; }").errors;
    return errors.find("`" + known + "`") != std::string::npos;
  };
  CHECK(meant("weighted_total", "wieghted_total"));   // a swap
  CHECK(meant("weighted_total", "Weigted_totals"));   // case, one lost, one more
  CHECK(meant("weighted_total", "weighted_tot"));    // two lost
  CHECK(!meant("weighted_total", "weighted"));        // six
  CHECK(!meant("weighted_total", "totally_weight"));  // as long, but another word
  CHECK(meant("abcdefghij", "badcfeghij"));           // three swaps
  CHECK(!meant("abcdefghij", "badcfehgij"));          // four
  const std::string longest(63, 'q'), longer(64, 'q');
  CHECK(meant(longest, longest.substr(1)));
  CHECK(!meant(longer, longer.substr(1)));            // as long as that: not guessed
}
