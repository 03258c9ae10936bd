#include "simulator/language/highlight.h"

#include <algorithm>

#include "simulator/language/lexer.h"
#include "simulator/language/parser.h"

namespace wb {
namespace {

#define WB_CLASS_K(name, spelling, cls) TokenClass::cls,
constexpr TokenClass keyword_classes[] = {WB_KEYWORDS(WB_CLASS_K)};
#undef WB_CLASS_K

bool is_type_name(std::string_view name) {
  static constexpr std::string_view names[] = {"size_t", "ptrdiff_t", "uint", "uchar", "ushort", "ulong", "dim3", "half", "half2", "intptr_t", "uintptr_t"};
  if (std::find(std::begin(names), std::end(names), name) != std::end(names)) return true;
  if (name.ends_with("_t") && (name.starts_with("int") || name.starts_with("uint"))) return true;
  static constexpr std::string_view bases[] = {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "longlong", "ulonglong", "float", "double"};
  if (name.size() < 2 || name.back() < '1' || name.back() > '4') return false;
  return std::find(std::begin(bases), std::end(bases), name.substr(0, name.size() - 1)) != std::end(bases);
}

TokenClass class_of(const Token& t) {
  if (is_keyword(t.kind)) return keyword_classes[static_cast<int>(t.kind) - static_cast<int>(Tok::kw_alignas)];
  switch (t.kind) {
    case Tok::number: return TokenClass::number;
    case Tok::string:
    case Tok::character: return TokenClass::string;
    case Tok::unknown: return t.text.starts_with('"') || t.text.starts_with('\'') ? TokenClass::string : TokenClass::plain;
    case Tok::identifier: break;
    default: return TokenClass::operator_;
  }
  std::string_view name = t.text;
  if (name == "threadIdx" || name == "blockIdx" || name == "blockDim" || name == "gridDim" || name == "warpSize") return TokenClass::cuda_variable;
  if (is_type_name(name)) return TokenClass::type;
  if (builtins_named(name) || special_form(name) != SpecialForm::none || name.starts_with("__shfl") || name == "printf" || name.starts_with("make_")) return TokenClass::builtin_function;
  return TokenClass::identifier;
}

}  // namespace

std::vector<HighlightSpan> highlight(std::string_view text) {
  std::vector<HighlightSpan> spans;
  std::vector<Lexer::Comment> comments;
  Lexer lexer(text, {}, nullptr);
  lexer.comments = &comments;
  size_t seen = 0;
  bool in_directive = false, in_include = false, names_directive = false;
  auto add = [&](uint32_t begin, uint32_t end, TokenClass cls) {
    if (end > begin && cls != TokenClass::plain) spans.push_back({begin, end, cls});
  };
  for (;;) {
    Token t = lexer.next();
    for (; seen < comments.size(); ++seen) add(comments[seen].begin, comments[seen].end, TokenClass::comment);
    if (t.kind == Tok::end) break;
    if (t.line_start) {
      in_directive = names_directive = t.kind == Tok::hash;
      in_include = false;
      if (in_directive) {
        add(t.span.begin, t.span.end, TokenClass::preprocessor);
        continue;
      }
    }
    if (names_directive) {
      names_directive = false;
      in_include = t.text == "include";
      add(t.span.begin, t.span.end, TokenClass::preprocessor);
      continue;
    }
    add(t.span.begin, t.span.end, in_include ? TokenClass::string : class_of(t));
  }
  return spans;
}

}  // namespace wb
