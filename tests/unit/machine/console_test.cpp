// Text that kernels print, assertions, and ways to end a launch.
#include <doctest.h>

#include "simulator/builtins/printf_format.h"
#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

std::string printed(const std::string& body, uint32_t threads = 1, const std::string& before = "") {
  Kernel k(before + "__global__ void k(int* out) { int t = threadIdx.x; (void)t; " + body + " }");
  if (!k.compiled.ok()) return "does not compile";
  k.shape({1, 1, 1}, {threads, 1, 1}).in<int32_t>(std::vector<int32_t>(64, 7)).run();
  return k.result.console;
}

std::vector<std::string> warnings(const std::string& call) {
  Kernel k("__global__ void k(int* out, float f, double d, long long n, unsigned char c) { " + call + " }");
  std::vector<std::string> names;
  for (const Diagnostic& d : k.compiled.diagnostics) names.push_back(code_info(d.code).name);
  return names;
}

}  // namespace

TEST_CASE("printf prints every conversion as C does") {
  struct Case {
    const char* body;
    std::string text;
  };
  static const Case cases[] = {
      {R"(printf("hello\n");)", "hello\n"},
      {R"(printf("%d %i %u\n", -5, 6, 4000000000u);)", "-5 6 4000000000\n"},
      {R"(printf("%5d|%-5d|%05d|%+d|% d", 42, 42, 42, 42, 42);)", "   42|42   |00042|+42| 42"},
      {R"(printf("%x %X %o %#x %#o", 255, 255, 8, 255, 8);)", "ff FF 10 0xff 010"},
      {R"(printf("%ld %lld %llu %lx", -5l, -5000000000ll, 18446744073709551615ull, 255l);)", "-5 -5000000000 18446744073709551615 ff"},
      {R"(printf("%hd %hhu", 70000, 300);)", "4464 44"},
      {R"(printf("%c%c%c", 'a', 66, (char)99);)", "aBc"},
      {R"(printf("%f %.2f %8.3f|%-8.1f|%e %E %g %G", 1.5f, 2.345, 3.14159, 2.5f, 12345.678, 0.001, 1e-7, 1e20);)", "1.500000 2.35    3.142|2.5     |1.234568e+04 1.000000E-03 1e-07 1E+20"},
      {R"(printf("%a %A", 1.0, 0.5f);)", "0x1p+0 0X1P-1"},
      {R"(printf("%s and %s, %.3s, %6s|%-6s|", "one", "two", "three", "ab", "cd");)", "one and two, thr,     ab|cd    |"},
      {R"(printf("100%% %d%%", 5);)", "100% 5%"},
      {R"(bool b = t == 0; short s = -3; unsigned char c = 200; printf("%d %d %d", b, s, c);)", "1 -3 200"},
      {R"(char text[] = "local"; text[0] = 'L'; printf("%s", text);)", "Local"},
      {R"(const char* format = "%d-%d"; printf(format, 1, 2);)", "1-2"},
      {R"(printf("%f %f %f", 1.0f / 0.0f, -1.0 / 0.0, 0.0f / 0.0f);)", "inf -inf nan"},
      {R"(printf("%p", (void*)0);)", "(nil)"},
      {R"(printf("%s", (const char*)0);)", "(null)"},
      {R"(printf("%zu %d", sizeof(double), 1);)", "%zu 8"},  // as a GPU does
      {R"(printf("%*d|%-*d|%*d|%.*f", 5, 42, 5, 42, -5, 42, 2, 1.5);)", "   42|42   |42   |%.*f"},
      {R"(printf("%*d %d", 5);)", "%*d 5"},
      {R"(printf("%1000d", 1);)", std::string(999, ' ') + "1"},
      {R"(enum Colour { red = 3 }; Colour c = red; printf("%d", c);)", "3"},
      {R"(printf("%d %d", 1);)", "1 %d"},
      {R"(printf("a" "b" "%d\n", 3);)", "ab3\n"},
      {R"(if (printf("%d %d", 1, 2) == 2 && printf("x") == 0) printf("!");)", "1 2x!"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.body);
    CHECK(printed(c.body) == c.text);
  }
  CHECK(printed("printf(\"%d \", t);", 5) == "0 1 2 3 4 ");
  CHECK(printed("if (t % 2) printf(\"odd %d\\n\", t); else if (t == 2) printf(\"two\\n\");", 4).find("two\n") != std::string::npos);
  CHECK(printed("f(t);", 2, "template <class T> __device__ void f(T x) { printf(\"<%d>\", x); }\n") == "<0><1>");
}

TEST_CASE("printed text has an end") {
  const std::string text = printed("for (int i = 0; i < 100000; ++i) printf(\"0123456789 0123456789 0123456789\\n\");", 2);
  CHECK(text.size() < (1 << 20) + 100);
  CHECK(text.find("printed text stops here") != std::string::npos);
  CHECK(printed("printf(\"%99999d|\", 1);").size() < 10000);
}

TEST_CASE("a format that does not fit its values is pointed out") {
  using Names = std::vector<std::string>;
  CHECK(warnings("printf(\"%d %f %f %lld %u %c %s %p\", out[0], f, d, n, c, c, \"x\", out);") == Names{});
  CHECK(warnings("printf(\"%d\", f);") == Names{"WB3096"});
  CHECK(warnings("printf(\"%f\", out[0]);") == Names{"WB3096"});
  CHECK(warnings("printf(\"%d\", n);") == Names{"WB3096"});
  CHECK(warnings("printf(\"%s\", out[0]);") == Names{"WB3096"});
  CHECK(warnings("printf(\"%d %d\", 1);") == Names{"WB3092"});
  CHECK(warnings("printf(\"%d\", 1, 2);") == Names{"WB3092"});
  CHECK(warnings("printf(\"%y\", 1);") == Names{"WB3093"});
  CHECK(warnings("printf(\"%*d\", 5, 1);") == Names{});
  CHECK(warnings("printf(\"%.*f\", 5, d);") == Names{"WB3094"});
  CHECK(warnings("printf();") == Names{"WB3010"});
  CHECK(warnings("struct S { int a; }; S s{1}; printf(\"%d\", s);") == Names{"WB3091"});
}

TEST_CASE("an assertion ends the launch and says where and who") {
  Kernel k("#include <cassert>\n__global__ void k(int* out, int n) {\n  int i = threadIdx.x;\n  assert(i < n && \"too many\");\n  out[i] = 1;\n}");
  k.shape({2, 1, 1}, {4, 1, 1}).in<int32_t>(std::vector<int32_t>(8, 0)).value(int64_t{3}).run();
  CHECK(k.result.status == SimulationStatus::trapped);
  CHECK(k.kinds() == "assert");
  CHECK(k.result.console == "k.cu:4: void k(int *, int): block: [0,0,0], thread: [3,0,0] Assertion `i < n && \"too many\"` failed.\n");
  CHECK(k.get<int32_t>(0)[0] + k.get<int32_t>(0)[4] == 0);
  REQUIRE(!k.result.findings.empty());
  CHECK(k.result.findings[0].message.find("i < n && \"too many\"") != std::string::npos);
  k.launch.arguments[1] = int64_t{4};
  k.run();
  CHECK(k.result.status == SimulationStatus::finished);
  CHECK(k.kinds() == "");
  CHECK(k.result.console == "");
  // Without assertions; an own macro of the name.
  CHECK(printed("assert(t > 5); printf(\"on\");", 1, "#define NDEBUG\n#include <assert.h>\n") == "on");
  CHECK(printed("assert(t > 5);", 1, "#define assert(x) if (!(x)) printf(\"no\")\n") == "no");
  CHECK(printed("assert(f<int, 1>() == 1); printf(\"fine\");", 1, "template <class T, int N> __device__ int f() { return N; }\n") == "fine");
}

TEST_CASE("__trap ends the launch") {
  for (Schedule schedule : {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial}) {
    Kernel k("__global__ void k(int* out) { if (threadIdx.x == 40) __trap(); __syncthreads(); out[threadIdx.x] = 1; }");
    k.shape({1, 1, 1}, {64, 1, 1}).in<int32_t>(std::vector<int32_t>(64, 0)).run(schedule, 1);
    CHECK(k.result.status == SimulationStatus::trapped);
    CHECK(k.kinds() == "trap");
    CHECK(k.get<int32_t>(0)[0] == 0);
  }
}

TEST_CASE("the clock goes up, and a sleep lets others pass") {
  Kernel k("__global__ void k(int* out) { clock_t a = clock(); long long b = clock64(); for (int i = 0; i < 9; ++i) out[0] += i; __nanosleep(100); out[0] = clock() > a && clock64() > b; }");
  k.shape({1, 1, 1}, {1, 1, 1}).in<int32_t>({0}).run();
  CHECK(k.get<int32_t>(0)[0] == 1);
}

TEST_CASE("stepping back takes printed text back") {
  Kernel k("__global__ void k(int* out) { printf(\"first\\n\"); out[0] = 1; printf(\"second\\n\"); }");
  k.options.record = true;
  k.shape({1, 1, 1}, {1, 1, 1}).in<int32_t>({0}).run();
  REQUIRE(k.result.recording);
  const Recording& recording = *k.result.recording;
  CHECK(recording.console(recording.end()) == "first\nsecond\n");
  CHECK(recording.console(0) == "");
  std::vector<std::string> seen;
  for (Tick t = recording.end(); t-- > 0;)
    if (seen.empty() || recording.console(t) != seen.back()) seen.push_back(recording.console(t));
  CHECK(seen.size() >= 2);
  CHECK(seen.back() == "");
  // A launch that ends in the middle can be looked at, too.
  Kernel trapped("__global__ void k(int* out) { out[0] = 1; assert(out[0] == 2); out[0] = 3; }");
  trapped.options.record = true;
  trapped.shape({1, 1, 1}, {1, 1, 1}).in<int32_t>({0}).run();
  REQUIRE(trapped.result.recording);
  const Recording& cut = *trapped.result.recording;
  CHECK(cut.console(cut.end()).find("Assertion `out[0] == 2` failed.") != std::string::npos);
  CHECK(cut.console(cut.end() - 1) == "");
  CHECK(cut.lanes(cut.end(), 0).size() == 1);
}
