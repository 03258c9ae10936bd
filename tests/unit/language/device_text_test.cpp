// A file without the host's code, for a compiler of device code alone (simulator/language/device_text.h): the same lines with blanks.
#include <doctest/doctest.h>

#include "simulator/simulator.h"

using namespace wb;

namespace {

bool has_header(std::string_view name) { return name == "cuda_fp16.h"; }
// Without lines that are blank, and blanks at the ends of the others.
std::string left_of(const std::string& text, std::string_view kernel = "k") {
  const std::string all = device_text("k.cu", text, kernel, {}, {}, has_header).main;
  CHECK(std::count(all.begin(), all.end(), '\n') == std::count(text.begin(), text.end(), '\n'));
  CHECK(all.size() == text.size());
  std::string left;
  for (size_t line = 0; line < all.size();) {
    const size_t end = std::min(all.find('\n', line), all.size()), last = all.find_last_not_of(" \n", end - (end > line));
    if (end > line && last != std::string::npos && last >= line) left += all.substr(line, last + 1 - line) + "\n";
    line = end + 1;
  }
  return left;
}

struct Row {
  const char *name, *text, *left;
  const char* kernel = "k";
};
const std::string kernel = "__global__ void k(float* p) { p[0] = n; }\n";
constexpr Row rows[] = {
    {"functions of the host", "int twice(int a) { return 2 * a; }\nint main() {\n  k<<<1, 1>>>(nullptr);\n}\n", ""},
    {"headers that the compiler does not have", "#include <vector>\n  # include \"helper_cuda.h\"\n#include <cuda_fp16.h>\n", "#include <cuda_fp16.h>\n"},
    {"directives stay, also within a function", "int main() {\n#ifdef A\n  puts(\"a\");\n#define B \\\n  2\n#endif\n  return 0;\n}\n", "#ifdef A\n#define B \\\n  2\n#endif\n"},
    {"a constant that is named, and one that is not", "const int n = 4;\nconst int m = 5;\n", "const int n = 4;\n"},
    {"what names what is named", "using Number = int;\nconstexpr Number m() { return 4; }\nconst int n = m();\n", "using Number = int;\nconstexpr Number m() { return 4; }\nconst int n = m();\n"},
    {"types of pointers to functions", "typedef int (*n)(int);\ntypedef int (*m)(int);\n", "typedef int (*n)(int);\n"},
    {"types of pointers to members", "typedef int (Shape::*const n)(int);\ntypedef int (&m)[4];\n", "typedef int (Shape::*const n)(int);\n"},
    {"a variable of the host that is made of one of the device", "static int total = sum(&n);\n", ""},
    {"enumerators", "enum { n = 3, m };\nenum Other { o };\n", "enum { n = 3, m };\n"},
    {"variables of the host", "std::vector<float> table(4);\nint other[3];\nconst int n = 3;\n", "const int n = 3;\n"},
    {"namespaces, and functions in them", "namespace a {\nint f() { return 1; }\n__device__ int g() { return 2; }\n}\n", "namespace a {\n__device__ int g() { return 2; }\n}\n"},
    {"a class of the host's", "struct Timer { std::chrono::time_point t; double now() { return 0; } };\n", ""},
    {"a class with functions of both", "struct Row {\n  Row(int n) { cudaMalloc(&p, n); }\n  ~Row() { cudaFree(p); }\n  Row() = default;\n  __device__ float at(int i) { return p[i]; }\n  float* p;\n};\n",
     "struct Row {\n  Row() = default;\n  __device__ float at(int i) { return p[i]; }\n  float* p;\n};\n"},
    {"an aligned record that a kernel takes", "struct alignas(16) Tile { float v[4]; };\n__device__ void fill(Tile& t) { t.v[0] = 1; }\n", "struct alignas(16) Tile { float v[4]; };\n__device__ void fill(Tile& t) { t.v[0] = 1; }\n"},
    {"a class that is an argument of the kernel's template", "template <int N> struct Policy { static constexpr int size = N; };\ntemplate <int N> struct Other {};\n", "template <int N> struct Policy { static constexpr int size = N; };\n", "k<Policy<4>>"},
    {"rules", "using namespace std;\nusing std::vector;\nstatic_assert(sizeof(int) == 4);\n", "using namespace std;\n"},
};

}  // namespace

TEST_CASE("what is left of a file for a compiler of device code") {
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(left_of(row.text + kernel, row.kernel) == row.left + kernel);
  }
}

TEST_CASE("own headers lose their host code, too") {
  const std::map<std::string, std::string> headers = {{"own/a.h", "#include <vector>\nconst int n = 2;\nstd::vector<int> list();\n"}};
  const DeviceText text = device_text("k.cu", "#include \"own/a.h\"\n" + kernel, "k", headers, {}, has_header);
  CHECK(text.main == "#include \"own/a.h\"\n" + kernel);
  CHECK(text.headers.at("own/a.h").find("const int n = 2;\n") != std::string::npos);
  CHECK(text.headers.at("own/a.h").find("vector") == std::string::npos);
}

TEST_CASE("whatever the text is, it comes back as long as it was") {
  for (const char* text : {"", "}", "{", "struct", "template <", "namespace a {", "int f(", "#define A {\nA", "__global__ void k() {", "class X { int f() {", "extern \"C\" {", "\\\n\\", "int a = {{{{"}) {
    CAPTURE(text);
    CHECK(device_text("k.cu", text, "k", {}, {}, has_header).main.size() == std::string_view(text).size());
  }
}
