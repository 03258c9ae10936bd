#pragma once
#include <doctest.h>

#include <memory>
#include <string>

#include "simulator/language/front_end.h"

namespace wb {

// The kernel of `text`, which must be right.
inline FrontEndResult parse_kernel(const std::string& text, const std::string& kernel = "") {
  auto sources = std::make_shared<SourceMap>();
  const FileId main = sources->add("k.cu", text);
  DiagSink diags;
  FrontEndResult result = parse_module(sources, main, kernel, {}, diags);
  INFO(text);
  REQUIRE(result.ok);
  return result;
}

}  // namespace wb
