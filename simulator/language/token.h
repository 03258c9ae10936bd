#pragma once
// What the lexer makes of text. Keywords and punctuation have a kind each, so the parser compares small numbers.
// `>` is always a token of its own: the expression parser joins `>` `>` into a shift, so that `A<B<int>>` needs no special care.
#include <cstdint>
#include <string_view>

#include "simulator/source/span.h"

namespace wb {

#define WB_PUNCTUATION(P)                                                                                                       \
  P(left_paren, "(") P(right_paren, ")") P(left_brace, "{") P(right_brace, "}") P(left_bracket, "[") P(right_bracket, "]")       \
  P(semicolon, ";") P(comma, ",") P(dot, ".") P(ellipsis, "...") P(arrow, "->") P(colon, ":") P(scope, "::") P(question, "?")    \
  P(plus, "+") P(minus, "-") P(star, "*") P(slash, "/") P(percent, "%") P(amp, "&") P(pipe, "|") P(caret, "^") P(tilde, "~")     \
  P(bang, "!") P(amp_amp, "&&") P(pipe_pipe, "||") P(less, "<") P(greater, ">") P(less_equal, "<=") P(greater_equal, ">=")       \
  P(equal_equal, "==") P(bang_equal, "!=") P(spaceship, "<=>") P(shift_left, "<<") P(plus_plus, "++") P(minus_minus, "--") P(equal, "=")             \
  P(plus_equal, "+=") P(minus_equal, "-=") P(star_equal, "*=") P(slash_equal, "/=") P(percent_equal, "%=") P(amp_equal, "&=")    \
  P(pipe_equal, "|=") P(caret_equal, "^=") P(shift_left_equal, "<<=") P(hash, "#") P(hash_hash, "##") P(backslash, "\\")

//   K(enumerator, spelling, class for the editor)
#define WB_KEYWORDS(K)                                                                                                          \
  K(kw_alignas, "alignas", keyword) K(kw_alignof, "alignof", keyword) K(kw_asm, "asm", keyword) K(kw_auto, "auto", keyword)      \
  K(kw_bool, "bool", type) K(kw_break, "break", keyword) K(kw_case, "case", keyword) K(kw_catch, "catch", keyword)               \
  K(kw_char, "char", type) K(kw_class, "class", keyword) K(kw_const, "const", keyword) K(kw_constexpr, "constexpr", keyword)     \
  K(kw_concept, "concept", keyword) K(kw_consteval, "consteval", keyword) K(kw_constinit, "constinit", keyword)                  \
  K(kw_requires, "requires", keyword)                                                                                            \
  K(kw_const_cast, "const_cast", keyword) K(kw_continue, "continue", keyword) K(kw_decltype, "decltype", keyword)                \
  K(kw_default, "default", keyword) K(kw_delete, "delete", keyword) K(kw_do, "do", keyword) K(kw_double, "double", type)         \
  K(kw_dynamic_cast, "dynamic_cast", keyword) K(kw_else, "else", keyword) K(kw_enum, "enum", keyword)                            \
  K(kw_explicit, "explicit", keyword) K(kw_extern, "extern", keyword) K(kw_false, "false", keyword) K(kw_float, "float", type)   \
  K(kw_for, "for", keyword) K(kw_friend, "friend", keyword) K(kw_goto, "goto", keyword) K(kw_if, "if", keyword)                  \
  K(kw_inline, "inline", keyword) K(kw_int, "int", type) K(kw_long, "long", type) K(kw_mutable, "mutable", keyword)              \
  K(kw_namespace, "namespace", keyword) K(kw_new, "new", keyword) K(kw_noexcept, "noexcept", keyword)                            \
  K(kw_nullptr, "nullptr", keyword) K(kw_operator, "operator", keyword) K(kw_private, "private", keyword)                        \
  K(kw_protected, "protected", keyword) K(kw_public, "public", keyword) K(kw_register, "register", keyword)                      \
  K(kw_reinterpret_cast, "reinterpret_cast", keyword) K(kw_return, "return", keyword) K(kw_short, "short", type)                 \
  K(kw_signed, "signed", type) K(kw_sizeof, "sizeof", keyword) K(kw_static, "static", keyword)                                   \
  K(kw_static_assert, "static_assert", keyword) K(kw_static_cast, "static_cast", keyword) K(kw_struct, "struct", keyword)        \
  K(kw_switch, "switch", keyword) K(kw_template, "template", keyword) K(kw_this, "this", keyword)                                \
  K(kw_thread_local, "thread_local", keyword) K(kw_throw, "throw", keyword) K(kw_true, "true", keyword) K(kw_try, "try", keyword) \
  K(kw_typedef, "typedef", keyword) K(kw_typeid, "typeid", keyword) K(kw_typename, "typename", keyword)                          \
  K(kw_union, "union", keyword) K(kw_unsigned, "unsigned", type) K(kw_using, "using", keyword) K(kw_virtual, "virtual", keyword) \
  K(kw_void, "void", type) K(kw_volatile, "volatile", keyword) K(kw_while, "while", keyword)                                     \
  K(kw_global, "__global__", cuda_keyword) K(kw_device, "__device__", cuda_keyword) K(kw_host, "__host__", cuda_keyword)         \
  K(kw_shared, "__shared__", cuda_keyword) K(kw_constant, "__constant__", cuda_keyword) K(kw_managed, "__managed__", cuda_keyword) \
  K(kw_restrict, "__restrict__", cuda_keyword) K(kw_restrict2, "__restrict", cuda_keyword)                                       \
  K(kw_forceinline, "__forceinline__", cuda_keyword) K(kw_noinline, "__noinline__", cuda_keyword)                                \
  K(kw_launch_bounds, "__launch_bounds__", cuda_keyword) K(kw_grid_constant, "__grid_constant__", cuda_keyword)                  \
  K(kw_align, "__align__", cuda_keyword) K(kw_attribute, "__attribute__", keyword) K(kw_inline2, "__inline__", keyword)          \
  K(kw_inline3, "__inline", keyword) K(kw_asm2, "__asm__", keyword) K(kw_volatile2, "__volatile__", keyword)

#define WB_TOKEN_ENUM_P(name, spelling) name,
#define WB_TOKEN_ENUM_K(name, spelling, cls) name,
enum class Tok : uint8_t {
  end, identifier, number, character, string, unknown,
  pragma_unroll,  // stands where `#pragma unroll` stood
  WB_PUNCTUATION(WB_TOKEN_ENUM_P) WB_KEYWORDS(WB_TOKEN_ENUM_K) count
};
#undef WB_TOKEN_ENUM_P
#undef WB_TOKEN_ENUM_K

struct Token {
  Tok kind = Tok::end;
  bool space_before = false;
  bool line_start = false;    // first of its line
  bool no_expand = false;     // a macro's own name inside its expansion
  std::string_view text;      // lives as long as the TextArena of the compilation
  Span span;
};

inline bool is_keyword(Tok kind) { return kind >= Tok::kw_alignas && kind < Tok::count; }
inline bool is_word(const Token& t) { return t.kind == Tok::identifier || is_keyword(t.kind); }
const char* spelling(Tok kind);  // of punctuation and keywords; "" otherwise
Tok keyword_kind(std::string_view word);  // identifier when it is none

}  // namespace wb
