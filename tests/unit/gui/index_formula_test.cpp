#include <doctest.h>

#include "app/gui/panels/index_formula.h"

using namespace wb;

namespace {
std::vector<std::string> sentences(std::string_view source, std::string_view kernel, LaunchShape shape, ThreadRef thread,
                                   std::map<std::string, double> values = {}) {
  std::vector<std::string> result;
  for (const IndexFormula& f : index_formulas(source, kernel, shape, thread, values)) result.push_back(f.sentence());
  return result;
}
using Sentences = std::vector<std::string>;
}  // namespace

TEST_CASE("the usual index shows its own numbers") {
  const char* source = "__global__ void k(float* a, int n)\n{\n  int i = blockIdx.x * blockDim.x + threadIdx.x;  // who am I\n  a[i] = 0;\n}\n";
  CHECK(sentences(source, "k", {{4, 1, 1}, {8, 1, 1}}, {2, 3}) == Sentences{"i = 2*8 + 3 = 19"});
  const auto formulas = index_formulas(source, "k", {{4, 1, 1}, {8, 1, 1}}, {2, 3}, {});
  CHECK(formulas.at(0).line == 3);
  CHECK(formulas.at(0).expression == "blockIdx.x * blockDim.x + threadIdx.x");
}

TEST_CASE("an index made of indices and parameters") {
  const char* source =
      "__device__ int other(int x) { int i = threadIdx.x; return i; }\n"
      "template <int T> __global__ void grey(const unsigned char* rgb, unsigned char* out, int width)\n{\n"
      "  int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
      "  const int i = y * width + x;\n  int three = 3;\n  float f = rgb[i];\n  int g = rgb[i];\n}\n";
  CHECK(sentences(source, "grey<16>", {{6, 4, 1}, {16, 16, 1}}, {8, 115}, {{"width", 96}, {"T", 16}}) ==
        Sentences{"x = 2*16 + 3 = 35", "y = 1*16 + 7 = 23", "i = 23*96 + 35 = 2243"});
  CHECK(parameter_names(source, "grey<16>") == std::vector<std::string>{"rgb", "out", "width"});
}

TEST_CASE("what cannot be known from the text is left out") {
  CHECK(sentences("__global__ void k(int* a) { int i = a[threadIdx.x]; int j = f(threadIdx.x); int k = threadIdx.x / 0; }", "k", {{1, 1, 1}, {8, 1, 1}}, {0, 3}).empty());
  CHECK(sentences("__global__ void k(int* a) { for (int i = threadIdx.x; i < 9; i += 4) a[i] = 0; }", "k", {{1, 1, 1}, {8, 1, 1}}, {0, 3}).empty());
  CHECK(sentences("no kernel at all", "k", {}, {}).empty());
  CHECK(sentences("__global__ void k(int* a) { int i = threadIdx.x", "k", {{1, 1, 1}, {8, 1, 1}}, {0, 3}).size() <= 1);
  CHECK(sentences("__global__ void k() { int i = ((((threadIdx.x", "k", {{1, 1, 1}, {8, 1, 1}}, {0, 3}).empty());
}

TEST_CASE("a plain thread index is not said twice") {
  CHECK(sentences("__global__ void k() { int i = threadIdx.x; int j = (int)i % 4 - -1; }", "", {{1, 1, 1}, {16, 1, 1}}, {0, 7}) ==
        Sentences{"i = 7", "j = 7%4 - -1 = 4"});
}
