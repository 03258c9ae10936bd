// The words in front of a declarator, in any order: storage, execution and memory spaces, cv, attributes, and one type.
//
//     static __device__ const unsigned long long int __align__(16)   *p = ...
//     `- said once and noted  `- words of one type   `- attribute    the declarator
#include <algorithm>

#include "simulator/language/constraints.h"
#include "simulator/language/placeholders.h"
#include "simulator/language/unsupported.h"

namespace wb {

// The words of an arithmetic type, which may stand in any order: `long unsigned int long`.
struct Parser::ArithmeticWords {
  int longs = 0;
  bool is_signed = false, is_unsigned = false, is_short = false;
  std::optional<ScalarKind> base;  // void, bool, char, int, float, double

  bool any() const { return base || has_modifier(); }
  bool has_modifier() const { return longs > 0 || is_signed || is_unsigned || is_short; }
  ScalarKind kind() const;
};

// `long double` is a double in device code.
ScalarKind Parser::ArithmeticWords::kind() const {
  const ScalarKind named = base.value_or(ScalarKind::int_);
  if (named == ScalarKind::char_) return is_unsigned ? ScalarKind::uchar : is_signed ? ScalarKind::schar : ScalarKind::char_;
  if (named != ScalarKind::int_) return named;
  if (is_short) return is_unsigned ? ScalarKind::ushort : ScalarKind::short_;
  if (longs >= 2) return is_unsigned ? ScalarKind::ulonglong : ScalarKind::longlong;
  if (longs == 1) return is_unsigned ? ScalarKind::ulong : ScalarKind::long_;
  return is_unsigned ? ScalarKind::uint : ScalarKind::int_;
}

// decl-specifiers = (storage | function-specifier | cv | type | execution-space)*
Specifiers Parser::parse_specifiers(bool allow_storage) {
  Specifiers specs;
  specs.begin = here();
  ArithmeticWords words;
  do {
    const Span word = here();
    if (parse_plain_specifier(specs)) continue;
    if (!parse_type_specifier(specs, words)) break;
    specs.type_span = cover(specs.has_type ? specs.type_span : word, previous());
    specs.has_type = true;
  } while (!is_full() && !stopped);
  if (words.any()) specs.type = module->types.scalar(words.kind());
  if (!specs.has_type) return specs;
  specs.type = module->types.with(specs.type, specs.is_const, specs.is_volatile);
  if (allow_storage) read_spaces_ahead(specs);
  return specs;
}

// One word, or attribute, that names no type; false: another is at the cursor.
bool Parser::parse_plain_specifier(Specifiers& specs) {
  const Token& t = peek();
  if (note_space(specs, t)) {
    take();
    return true;
  }
  switch (t.kind) {
    case Tok::kw_static: specs.is_static = true; break;
    case Tok::kw_typedef: specs.is_typedef = true; break;
    case Tok::kw_constexpr: specs.is_constexpr = specs.is_const = true; break;
    case Tok::kw_consteval: specs.is_consteval = specs.is_constexpr = specs.is_const = true; break;
    case Tok::kw_constinit: break;  // the initialisers of globals are constant in any case
    case Tok::kw_inline: case Tok::kw_inline2: case Tok::kw_inline3: case Tok::kw_forceinline: case Tok::kw_noinline: case Tok::kw_register:
    case Tok::kw_mutable: case Tok::kw_grid_constant: case Tok::kw_restrict: case Tok::kw_restrict2: specs.is_inline = true; break;
    case Tok::kw_friend: specs.is_friend = true; break;
    case Tok::kw_explicit: specs.is_explicit = true; break;
    case Tok::kw_const: specs.is_const = specs.says_const = true; break;
    case Tok::kw_volatile: case Tok::kw_volatile2: specs.is_volatile = true; break;
    case Tok::kw_typename: break;
    case Tok::kw_virtual:
      if (current_record) {
        specs.is_virtual = true;
        break;
      }
      [[fallthrough]];
    case Tok::kw_thread_local:
      refuse_keyword(t);
      specs.ok = false;
      break;
    case Tok::kw_extern:
      specs.is_extern = true;
      take();
      eat(Tok::string);
      return true;
    default: return parse_attribute_specifier(specs);
  }
  take();
  return true;
}

// __align__(n), alignas(n), __attribute__((...)), __launch_bounds__(n), [[nodiscard]]; false: none is at the cursor.
bool Parser::parse_attribute_specifier(Specifiers& specs) {
  switch (kind()) {
    case Tok::kw_align: case Tok::kw_alignas: case Tok::kw_attribute:
      if (is(Tok::kw_attribute) && kind(1) != Tok::left_paren) take();
      else specs.alignment = std::max(specs.alignment, parse_alignment());
      return true;
    case Tok::kw_launch_bounds: parse_attribute_words(specs); return true;
    case Tok::identifier:
      return parse_cluster_dims(specs.cluster);
    case Tok::left_bracket:
      if (kind(1) != Tok::left_bracket) return false;
      pos = skip_balanced(pos);
      return true;
    default: return false;
  }
}

// __global__, __device__, __host__, __shared__, __constant__, __managed__: programming guide, "C++ Language Extensions".
bool Parser::note_space(Specifiers& specs, const Token& t) {
  switch (t.kind) {
    case Tok::kw_host: specs.is_host = true; return true;
    case Tok::kw_global: specs.is_global = true; break;
    case Tok::kw_device: case Tok::kw_managed: specs.is_device = true; break;
    case Tok::kw_shared: specs.is_shared = true; break;
    case Tok::kw_constant: specs.is_constant = true; break;
    default: return false;
  }
  specs.space_span = t.span;
  return true;
}

// A word of the type, or the whole of it; false: the declarator begins here.
bool Parser::parse_type_specifier(Specifiers& specs, ArithmeticWords& words) {
  if (parse_arithmetic_word(specs, words)) return true;
  if (specs.has_type) return false;
  switch (kind()) {
    case Tok::kw_auto: parse_auto(specs); return true;
    case Tok::kw_decltype: take_type(specs, parse_decltype_specifier(specs)); return true;
    case Tok::kw_enum: take_type(specs, parse_enum()); return true;
    case Tok::kw_struct: case Tok::kw_class: case Tok::kw_union: take_type(specs, parse_record(specs)); return true;
    case Tok::identifier: case Tok::scope: {
      if (names_special_member(pos)) return false;
      const bool follows_typename = pos > 0 && tokens[pos - 1].kind == Tok::kw_typename;
      if (!follows_typename && !is_type_start()) return false;
      if (const auto behind = behind_concept(*this, pos)) {  // what it asks for only keeps wrong code out
        pos = *behind;
        return true;
      }
      if (!parse_named_type(specs)) specs.ok = false;
      return true;
    }
    default: return false;
  }
}

void Parser::take_type(Specifiers& specs, std::optional<TypeId> type) {
  if (type) specs.type = *type;
  else specs.ok = false;
}

bool Parser::parse_arithmetic_word(Specifiers& specs, ArithmeticWords& words) {
  const Token& t = peek();
  ScalarKind base{};
  switch (t.kind) {
    case Tok::kw_signed: words.is_signed = true; take(); return true;
    case Tok::kw_unsigned: words.is_unsigned = true; take(); return true;
    case Tok::kw_short: words.is_short = true; take(); return true;
    case Tok::kw_long: ++words.longs; take(); return true;
    case Tok::kw_void: base = ScalarKind::void_; break;
    case Tok::kw_bool: base = ScalarKind::bool_; break;
    case Tok::kw_char: base = ScalarKind::char_; break;
    case Tok::kw_int: base = ScalarKind::int_; break;
    case Tok::kw_float: base = ScalarKind::float_; break;
    case Tok::kw_double: base = ScalarKind::double_; break;
    default: return false;
  }
  if (specs.has_type && !words.any()) return false;  // `Point int`
  if (words.base && *words.base != ScalarKind::int_) {
    report(Code::WB2018, t.span, {std::string(t.text)});
    specs.ok = false;
  }
  words.base = base;
  take();
  return true;
}

void Parser::parse_auto(Specifiers& specs) {
  const Span word = take().span;
  // A generic lambda's parameter has a name of its own for its type.
  Symbol* bound = auto_parameter >= 0 ? lookup(auto_name(static_cast<size_t>(auto_parameter))) : nullptr;
  if (!bound) {
    specs.is_auto = true;
    specs.type = placeholder_type(placeholder::auto_, "auto");
    return;
  }
  if (bound->is_pack && bound->elements) {
    report(Code::WB3082, word, {"auto"});
    specs.ok = false;
  }
  specs.type = bound->type;
}

std::optional<TypeId> Parser::parse_decltype_specifier(Specifiers& specs) {
  const bool is_of_auto = kind(1) == Tok::left_paren && kind(2) == Tok::kw_auto && kind(3) == Tok::right_paren;
  if (!is_of_auto) return parse_decltype();
  pos += 4;
  specs.is_auto = true;
  return placeholder_type(placeholder::decltype_auto, "decltype(auto)");
}

// T* __device__ f(): nvcc takes an execution or memory space among the pointer operators, too, where the declarator steps over it.
void Parser::read_spaces_ahead(Specifiers& specs) const {
  for (size_t i = pos; i < tokens.size(); ++i) {
    switch (tokens[i].kind) {
      case Tok::star: case Tok::amp: case Tok::amp_amp: case Tok::kw_const: case Tok::kw_volatile: case Tok::kw_restrict: case Tok::kw_restrict2:
      case Tok::kw_inline: case Tok::kw_forceinline: case Tok::kw_noinline: break;
      default:
        if (!note_space(specs, tokens[i])) return;
    }
  }
}

// __cluster_dims__(x, y, z), among the words of a kernel's declaration; false: it is not at the cursor.
bool Parser::parse_cluster_dims(std::array<uint32_t, 3>& cluster) {
  if (!is(Tok::identifier) || peek().text != cluster_word || kind(1) != Tok::left_paren) return false;
  take();
  if (fn != nullptr || in_template_pattern) {
    pos = skip_balanced(pos);
    return true;
  }
  const Token open = take();
  cluster = {1, 1, 1};
  for (size_t axis = 0; axis < 3 && !is(Tok::right_paren); ++axis) {
    if (const auto n = parse_constant(module->types.scalar(ScalarKind::int_), "__cluster_dims__")) cluster[axis] = static_cast<uint32_t>(*n);
    if (!eat(Tok::comma)) break;
  }
  expect_close(Tok::right_paren, open);
  return true;
}

void Parser::set_cluster(Function& function, const Specifiers& specs, const Declarator& d) {
  if (specs.cluster[0]) function.cluster = specs.cluster;
  else if (d.cluster[0]) function.cluster = d.cluster;
}

// __launch_bounds__(n, m), and the words that change nothing here.
void Parser::parse_attribute_words(Specifiers& specs) {
  Token word = take();
  if (word.kind == Tok::kw_launch_bounds) {
    Token open = peek();
    if (!expect(Tok::left_paren, "after `__launch_bounds__`")) return;
    if (fn == nullptr && !in_template_pattern) {
      if (auto n = parse_constant(module->types.scalar(ScalarKind::int_), "__launch_bounds__")) specs.max_threads = static_cast<uint32_t>(*n);
      while (eat(Tok::comma)) parse_constant(module->types.scalar(ScalarKind::int_), "__launch_bounds__");
      expect_close(Tok::right_paren, open);
    } else {
      pos = skip_balanced(pos - 1);
    }
    return;
  }
  if (is(Tok::left_paren)) pos = skip_balanced(pos);
}

}  // namespace wb
