// Macros, conditions and includes, seen through the value that a kernel stores.
#include "tests/unit/language/front_end_fixture.h"

using namespace wb;

namespace {

struct Row {
  const char* name;
  const char* directives;
  const char* expression;
  const char* tree;
};

std::string stored(const std::string& directives, const std::string& expression, FrontEndOptions options = {}) {
  Compiled c(directives + "\n__global__ void k(int* p, int x) { p[0] = " + expression + "; }", "", options);
  if (!c.result.ok) return c.errors;
  return dump(c.module(), c.module()[c.statement(0).a].b);
}

}  // namespace

TEST_CASE("macros expand as C says") {
  constexpr Row rows[] = {
      {"an object", "#define N 16", "N", "16"},
      {"a function, with its arguments expanded", "#define N 2\n#define ADD(a, b) ((a) + (b))", "ADD(N, ADD(1, N))", "(add int 2 (add int 1 2))"},
      {"without parentheses it is no call", "#define f(x) 1\n", "f(2)", "1"},
      {"joining", "#define CAT(a, b) a##b", "CAT(1, 2)", "12"},
      {"joining goes before expansion", "#define N 3\n#define CAT(a, b) a##b\n#define N1 7", "CAT(N, 1)", "7"},
      {"a macro does not expand in itself", "__device__ int y;\n#define y (y + 1)", "1 ? 2 : y", "(conditional int (implicit_integer_to_bool bool 1) 2 (add int (load int y) 1))"},
      {"several lines", "#define LONG 1 + \\\n 2", "LONG", "(add int 1 2)"},
      {"any number of arguments", "#define FIRST(a, ...) a\n#define CALL(f, ...) f(__VA_ARGS__)", "CALL(min, x, FIRST(3, 4, 5))", "(builtin min_i32 int (load int x) 3)"},
      {"the call's parentheses may hide commas", "#define ID(x) x", "ID((1, 2))", "(comma int 1 2)"},
      {"the empty macro", "#define NOTHING", "NOTHING 4 NOTHING", "4"},
      {"what CUDA defines", "", "INT_MAX", "2147483647"},
      {"taken back", "#define N 1\n#undef N\n#define N 2", "N", "2"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(stored(row.directives, row.expression) == row.tree);
  }
}

TEST_CASE("a verifier's words are macros until a file declares them") {
  constexpr Row rows[] = {
      {"what it should prove", "", "(__requires(unknown > 1), __invariant(__read(p)), x)", "(comma int (comma void (cast_to_void void 0) (cast_to_void void 0)) (load int x))"},
      {"a model checker's", "", "(__ESBMC_assume(x > 1), x)", "(comma int (implicit_to_void void 0) (load int x))"},
      {"its record of reads and writes is empty", "", "__write(p) + __no_read(p)", "(add int 0 (implicit_integral int true:bool))"},
      {"a macro of the file", "#define __requires(c) 4", "__requires(unknown)", "4"},
      {"a file that asks for a prover's words, and has its own", "#ifndef __requires\n#define __requires(c) 5\n#endif\n#if defined(__invariant)\n#undef __requires\n#endif", "__requires(unknown)", "5"},
      {"a function of the file", "__device__ int __implies(int a) { return a; }", "__implies(x)", "(call __implies int (load int x))"},
      {"a variable of the file", "constexpr int __write = 7;", "__write", "7"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(stored(row.directives, row.expression) == row.tree);
  }
}

TEST_CASE("conditions choose the text") {
  constexpr Row rows[] = {
      {"#if", "#if 1 + 1 == 2\n#define V 1\n#else\n#define V 2\n#endif", "V", "1"},
      {"#elif", "#if 0\n#elif (3 > 2) && !0\n#define V 3\n#else\n#define V 4\n#endif", "V", "3"},
      {"defined", "#define A\n#if defined(A) && !defined B\n#define V 5\n#endif", "V", "5"},
      {"nested in dead text", "#if 0\n#if 1\n#define V 1\n#else\n#endif\n#else\n#define V 6\n#endif", "V", "6"},
      {"the device's architecture", "#if __CUDA_ARCH__ >= 700\n#define V 7\n#endif", "V", "7"},
      {"shift and unary", "#if (1 << 4 >> 2) == 4 && ~0 == -1\n#define V 8\n#endif", "V", "8"},
      {"names count as 0", "#if UNKNOWN\n#define V 1\n#else\n#define V 9\n#endif", "V", "9"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(stored(row.directives, row.expression) == row.tree);
  }
}

TEST_CASE("own headers are read once, the library's are known") {
  FrontEndOptions options;
  int reads = 0;
  options.read_include = [&](std::string_view path) -> std::optional<std::string> {
    if (path != "own.h") return std::nullopt;
    ++reads;
    return "#pragma once\n#define FROM_HEADER 21\n";
  };
  options.defines = {{"GIVEN", "2"}};
  CHECK(stored("#include \"own.h\"\n#include \"own.h\"\n#include <cuda_runtime.h>\n#include \"helper_math.h\"", "FROM_HEADER * GIVEN", options) == "(multiply int 21 2)");
  CHECK(reads == 1);
}

TEST_CASE("a mistake inside a macro points at its use and tells the macro") {
  Compiled c("#define BAD(x) (x + missing)\n__global__ void k(int* p) { p[0] = BAD(1); }");
  CHECK(c.errors.find("test.cu:2:36: error[WB3001]") != std::string::npos);
  CHECK(c.errors.find("in the text of the macro `BAD`") != std::string::npos);
}

TEST_CASE("a macro that is undefined or defined anew among its own arguments") {
  CHECK(stored("#define ADD(a, b) ((a) + (b))\n__device__ int y = ADD(1,\n#undef ADD\n2);\n#define ADD(a) a", "ADD(7)") == "7");
  CHECK(stored("#define ADD(a, b) ((a) + (b))\n__device__ int y = ADD(1,\n#undef ADD\n#define ADD(a) a\n2);", "ADD(7)") == "7");
  // The call never ends: what is left of the file is its arguments, and the macro is gone by then.
  CHECK(stored("#define UNARY(a, b) a\nUNARY(unsigned, (1 / (2)\n#undef UNARY\n", "1").find("WB10") != std::string::npos);
}
