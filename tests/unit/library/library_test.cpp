// The device library: every declaration of every header can be read, and a user never gets to see its inside.
#include <doctest.h>

#include "simulator/language/parser.h"
#include "simulator/library/library.h"
#include "simulator/program/program.h"
#include "simulator/source/render.h"
#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

// Reads all that a header declares, bodies too; the diagnostics, rendered.
std::string read_whole_header(std::string_view name) {
  auto sources = std::make_shared<SourceMap>();
  FileId main = sources->add("k.cu", "\n");
  DiagSink diags;
  FrontEndOptions options;
  Parser parser(sources, main, options, diags);
  Token end;
  end.span = {main, 0, 0, 0};
  parser.tokens.push_back(end);
  const std::vector<std::string_view> brought = library_includes(include_path_of(name));
  parser.include_library(brought.empty() ? std::vector{name} : brought);
  const LibraryHeader& header = library_header(name);
  for (const auto& [path, names] : header.scopes)
    for (const auto& [declared, items] : names)
      if (!parser.lookup_in(*parser.namespace_at(path), declared)) return "`" + std::string(declared) + "` is not there";
  for (size_t i = 0; i < parser.functions.size(); ++i) {
    FunctionDecl& f = parser.functions[i];
    if (f.body_begin && !f.tmpl && f.is_device && !f.is_body_done) parser.parse_function_body(f);
    parser.drain_queue();
  }
  std::string all;
  for (const Diagnostic& d : diags.all()) all += render(*sources, d);
  return all;
}

std::string first_code(const std::string& text) {
  CompileResult compiled = compile("k.cu", text, "");
  return compiled.diagnostics.empty() ? "" : code_info(compiled.diagnostics[0].code).name;
}

}  // namespace

TEST_CASE("every header of the library can be read whole") {
  for (const LibraryText& text : library_texts()) {
    if (!std::string_view(text.name).ends_with(".h")) continue;
    CAPTURE(text.name);
    CHECK(read_whole_header(text.name) == "");
  }
}

TEST_CASE("groups without their header are refused") {
  CHECK(first_code("__global__ void k(int* p) { p[0] = cooperative_groups::this_thread_block().size(); }") != "");
}

TEST_CASE("only what is named is read") {
  CompileResult compiled = compile("k.cu", "#include <cuda_fp16.h>\n__global__ void k(half* p) { p[0] = __hadd(p[1], p[2]); }", "");
  REQUIRE(compiled.ok());
  CHECK(compiled.module->functions.size() <= 2);
}

TEST_CASE("no instruction of the library's starts a statement, and all of them stand at the user's call") {
  CompileResult compiled = compile("k.cu", "#include <cuda_fp16.h>\n__global__ void k(half2* p) {\n  p[0] = __hfma2(p[1], p[2], p[3]);\n  p[1] = __hmax2(p[0], p[2]);\n}", "");
  REQUIRE(compiled.ok());
  size_t starts = 0;
  for (const InsInfo& info : compiled.program->info) {
    CHECK(!compiled.sources->is_library(info.span.file));
    starts += info.starts_statement;
  }
  CHECK(starts == 3);
  for (const Site& site : compiled.program->sites) CHECK(!compiled.sources->is_library(site.span.file));
  CHECK(compiled.program->calls.size() == 1);
  for (const VariableLocation& v : compiled.program->variables) CHECK(v.name == "p");
}

TEST_CASE("a finding inside the library points at the user's call") {
  Kernel k("#include <cuda_fp16.h>\n__global__ void k(half* p) {\n  atomicAdd(p + threadIdx.x, (half)1.0f);\n}");
  REQUIRE(k.compiled.ok());
  k.shape({1, 1, 1}, {8, 1, 1}).in<uint16_t>(std::vector<uint16_t>(7, 0)).run();
  REQUIRE(k.kinds() == "oob.write");
  REQUIRE(k.result.findings[0].places.size() >= 1);
  CHECK(k.compiled.sources->start(k.result.findings[0].places[0].span).line == 3);
}

TEST_CASE("traits and limits") {
  const std::string head = "#include <type_traits>\n#include <limits>\n#include <cuda/std/limits>\n#include <cuda/std/type_traits>\n";
  Kernel k(head +
           "template <class T> __device__ std::enable_if_t<std::is_integral<T>::value, int> what(T) { return 1; }\n"
           "template <class T> __device__ std::enable_if_t<std::is_floating_point_v<T>, int> what(T) { return 2; }\n"
           "__global__ void k(float* r) { r[0] = what(1) + 10 * what(1.0f) + 100 * std::is_same_v<std::decay_t<const int&>, int>;"
           "r[1] = cuda::std::numeric_limits<float>::max(); r[2] = sizeof(std::conditional_t<(2 > 1), char, int>); }");
  REQUIRE(k.compiled.ok());
  k.shape({1, 1, 1}, {1, 1, 1}).out<float>(3).run();
  CHECK(k.get<float>(0) == std::vector<float>{121.0f, 3.402823466e+38f, 1.0f});
  // As nvcc: std's functions are the host's (tests/unit/language/host_constexpr_test.cpp).
  CHECK(first_code(head + "__global__ void k(float* r) { r[0] = std::numeric_limits<float>::max(); }") == "WB3123");
  CHECK(first_code(head + "__global__ void k(float* r) { r[0] = cuda::std::numeric_limits<float>::max(); }") == "");
}

TEST_CASE("names of a header that is not included are refused with its name") {
  CHECK(first_code("__global__ void k(half* p) { }") == "WB3201");
  CHECK(first_code("__global__ void k(float* p) { p[0] = __half2float(__float2half(p[0])); }") == "WB3201");
  CHECK(first_code("#include <cuda_fp16.h>\n__global__ void k(half* p) { }") == "");
}
