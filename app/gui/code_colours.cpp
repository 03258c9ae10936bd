#include "app/gui/code_colours.h"

#include "simulator/language/highlight.h"

namespace wb {
namespace {

Colour colour_of(const Theme& theme, TokenClass cls) {
  switch (cls) {
    case TokenClass::keyword:
    case TokenClass::cuda_keyword: return theme.code_keyword;
    case TokenClass::type: return theme.code_type;
    case TokenClass::cuda_variable:
    case TokenClass::builtin_function: return theme.code_builtin;
    case TokenClass::number: return theme.code_number;
    case TokenClass::string: return theme.code_string;
    case TokenClass::comment: return theme.code_comment;
    case TokenClass::preprocessor: return theme.code_preprocessor;
    case TokenClass::plain:
    case TokenClass::identifier:
    case TokenClass::operator_: break;
  }
  return theme.code_text;
}

}  // namespace

std::vector<CodeRun> colour_code(const Theme& theme, std::string_view text) {
  std::vector<CodeRun> runs;
  for (const HighlightSpan& span : highlight(text)) {
    const Colour colour = colour_of(theme, span.cls);
    runs.push_back({span.begin, span.end, colour});
  }
  return runs;
}

}  // namespace wb
