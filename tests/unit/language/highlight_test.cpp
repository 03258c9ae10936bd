#include "simulator/language/highlight.h"

#include <doctest/doctest.h>

#include <string>

using namespace wb;

namespace {
std::string classes(std::string_view text) {
  static constexpr const char* names[] = {"plain", "keyword", "type", "cuda", "variable", "builtin", "number", "string", "comment", "preprocessor", "identifier", "operator"};
  std::string out;
  uint32_t last = 0;
  for (const HighlightSpan& s : highlight(text)) {
    CHECK(s.begin >= last);
    last = s.end;
    if (s.cls == TokenClass::operator_) continue;
    out += std::string(text.substr(s.begin, s.end - s.begin)) + ":" + names[static_cast<int>(s.cls)] + " ";
  }
  return out;
}
}  // namespace

TEST_CASE("each word has its class") {
  CHECK(classes("__global__ void k(float* p) { return; }") == "__global__:cuda void:type k:identifier float:type p:identifier return:keyword ");
  CHECK(classes("threadIdx.x + sqrtf(1.5f) // sum") == "threadIdx:variable x:identifier sqrtf:builtin 1.5f:number // sum:comment ");
  CHECK(classes("#include <cmath>\nuint8_t c = 'a';") == "#:preprocessor include:preprocessor <:string cmath:string >:string uint8_t:type c:identifier 'a':string " );
}

TEST_CASE("half-typed text has colours, too") {
  CHECK(classes("int x = \"abc") == "int:type x:identifier \"abc:string ");
  CHECK(classes("/* open") == "/* open:comment ");
  CHECK(classes("") == "");
}
