// Declarators: from `(*p)[16]` to a type, names with their qualifiers, array bounds, the words behind a function's parameters.
#include <algorithm>
#include <utility>

#include "simulator/language/constraints.h"
#include "simulator/language/scalar_math.h"
#include "simulator/language/virtual_functions.h"
#include "simulator/language/member_pointers.h"
#include "simulator/source/limits.h"

namespace wb {

// How many pointers, references and arrays stand around the innermost type.
int Parser::type_depth(TypeId type) const {
  int depth = 0;
  for (const Type* t = &module->types[type]; t->kind == TypeKind::pointer || t->kind == TypeKind::reference || t->kind == TypeKind::array; t = &module->types[t->element]) ++depth;
  return depth;
}

// T Class::*: where the `*` of a pointer to a member stands that begins at token i; 0: none does.
size_t Parser::member_pointer_at(size_t i) const {
  const size_t first = i;
  while (i + 2 < tokens.size() && tokens[i].kind == Tok::identifier) {
    const size_t behind = tokens[i + 1].kind == Tok::less ? skip_template_list(i + 1) : i + 1;
    if (tokens[behind].kind != Tok::scope) return 0;
    i = behind + 1;
  }
  return i > first && tokens[i].kind == Tok::star ? i : 0;
}

TypeId Parser::parse_pointer_operators(Declarator& d, TypeId base) {
  for (;;) {
    if (const size_t star = member_pointer_at(pos)) {
      if (const auto type = parse_member_pointer(*this, d, base, star)) base = *type;
      else d.ok = false;
      continue;
    }
    if ((is(Tok::star) || is(Tok::amp)) && type_depth(base) >= limits::type_depth) {
      report(Code::WB2008, here(), {std::to_string(limits::type_depth)});
      d.ok = false;
      while (is(Tok::star) || is(Tok::amp) || is(Tok::kw_const)) take();
      return base;
    }
    if (is(Tok::star)) {
      take();
      if (module->types[base].kind == TypeKind::reference) {
        report(Code::WB3045, previous(), {std::string(d.name), "pointer to a reference", "references have no address of their own"});
        d.ok = false;
        return base;
      }
      base = module->types.pointer_to(base);
      d.is_restrict = false;
    } else if (is(Tok::amp) || is(Tok::amp_amp)) {
      base = module->types.reference_to(base, take().kind == Tok::amp_amp);
    } else if (is(Tok::kw_const)) {
      take();
      base = module->types.with(base, true, false);
    } else if (is(Tok::kw_volatile) || is(Tok::kw_volatile2)) {
      take();
      base = module->types.with(base, false, true);
    } else if (is(Tok::kw_restrict) || is(Tok::kw_restrict2)) {
      take();
      d.is_restrict = true;
    } else if (is(Tok::kw_grid_constant) || is(Tok::kw_forceinline) || is(Tok::kw_noinline) || is(Tok::kw_inline) || is(Tok::kw_device) || is(Tok::kw_host) ||
               is(Tok::kw_global) || is(Tok::kw_shared) || is(Tok::kw_constant)) {
      take();  // read_spaces_ahead() has seen it
    } else if (is(Tok::kw_align) || is(Tok::kw_alignas) || (is(Tok::kw_attribute) && kind(1) == Tok::left_paren)) {
      d.alignment = std::max(d.alignment, parse_alignment());
    } else if (is(Tok::kw_launch_bounds) || is(Tok::kw_attribute)) {
      Specifiers ignored;
      parse_attribute_words(ignored);
      if (ignored.max_threads) d.pattern_count = ignored.max_threads;
    } else if (!parse_cluster_dims(d.cluster)) {
      return base;
    }
  }
}

// declarator = pointer-operator* ( name | "(" declarator ")" ) ( "[" size "]" | "(" parameters ")" )*
Declarator Parser::parse_declarator(const Specifiers& specs, bool is_parameter) {
  Declarator d;
  d.span = here();
  parse_declarator_into(d, specs.type, specs, is_parameter);
  return d;
}

void Parser::parse_declarator_into(Declarator& d, TypeId base, const Specifiers& specs, bool is_parameter) {
  Nesting guard(*this);
  if (guard.too_deep) {
    d.ok = false;
    return;
  }
  base = parse_pointer_operators(d, base);
  bool is_nested = is(Tok::left_paren) && (kind(1) == Tok::star || kind(1) == Tok::amp || kind(1) == Tok::amp_amp || member_pointer_at(pos + 1));
  if (!is_nested) {
    parse_declarator_name(d);
    return parse_declarator_suffixes(d, base, specs, is_parameter);
  }
  // The outer suffixes bind first: read them, then come back for what stands inside the parentheses.
  Token open = take();
  size_t inner = pos;
  pos = skip_balanced(pos - 1);
  Declarator outer;
  if (is(Tok::left_paren)) {
    if (auto type = parse_function_type(base)) outer.type = *type;
    else outer.ok = false;
    if (member_pointer_at(inner)) d.is_const_method = eat(Tok::kw_const);
    if (eat(Tok::kw_noexcept) && is(Tok::left_paren)) pos = skip_balanced(pos);
  } else {
    parse_declarator_suffixes(outer, base, specs, false);
  }
  size_t after = pos;
  pos = inner;
  parse_declarator_into(d, outer.type, specs, false);
  if (!outer.ok) d.ok = false;
  if (d.ok) expect_close(Tok::right_paren, open);
  pos = after;
}

namespace {

// operator-name = "operator" ("(" ")" | "[" "]" | symbol)
void parse_declared_operator(Parser& p, Declarator& d) {
  const Span begin = p.take().span;
  std::string name = "operator";
  const bool is_call = p.is(Tok::left_paren) && p.kind(1) == Tok::right_paren, is_subscript = p.is(Tok::left_bracket) && p.kind(1) == Tok::right_bracket;
  if (is_call || is_subscript) {
    p.take();
    p.take();
    name += is_call ? "()" : "[]";
  } else if (p.is_type_start()) {
    p.report(Code::WB4001, begin, {"conversion operators", "write a method that returns the value, and call it"});
    d.ok = false;
    p.parse_type_id();
  } else {
    name += p.take().text;
    if (name.ends_with('"') && p.is(Tok::identifier)) name += p.take().text;  // operator"" _KB
    while (!p.is(Tok::left_paren) && !p.is(Tok::end) && !p.peek().space_before) name += p.take().text;
  }
  d.name = p.keep(name);
  d.span = cover(begin, p.previous());
  if (name == "operator," || name == "operatornew" || name == "operatordelete") {
    p.report(Code::WB4001, d.span, {"overloads of `" + name.substr(8) + "`", "write a function with a name"});
    d.ok = false;
  }
}

Symbol* qualified_symbol(Parser& p, const Declarator& d, std::string_view name) { return d.qualifier ? p.lookup_in(*d.qualifier, name) : p.lookup(name); }

void qualify(Parser& p, Declarator& d, TypeId type) {
  d.qualifier_record = RecordId{p.module->types[type].index};
  d.qualifier = p.record_info(*d.qualifier_record).scope;
}

// Foo "<" ... ">" "::", behind Foo; false: it is something else.
bool parse_template_qualifier(Parser& p, Declarator& d, std::string_view name) {
  if (!p.is(Tok::less) || p.fn) return false;
  const size_t behind = p.skip_template_list(p.pos);
  Symbol* symbol = behind > p.pos && p.tokens[behind].kind == Tok::scope ? qualified_symbol(p, d, name) : nullptr;
  if (!symbol || symbol->kind != SymbolKind::record_template) return false;
  std::vector<TemplateArgument> arguments;
  Span last;
  const auto instance = p.parse_template_arguments(arguments, last) ? p.instantiate_record(*symbol->tmpl, std::move(arguments), last) : std::nullopt;
  if (instance && p.module->types.is_record(*instance)) {
    qualify(p, d, *instance);
  } else {
    d.ok = false;
    p.pos = behind;
  }
  p.eat(Tok::scope);
  p.eat(Tok::kw_template);
  return true;
}

// (namespace | class) "::", behind its name; false: it is no qualifier.
bool parse_qualifier(Parser& p, Declarator& d, const Token& name) {
  if (!p.is(Tok::scope)) return false;
  const Symbol* symbol = qualified_symbol(p, d, name.text);
  if (symbol && symbol->kind == SymbolKind::name_space) {
    d.qualifier = symbol->scope;
  } else if (symbol && symbol->kind == SymbolKind::type && p.module->types[symbol->type].kind == TypeKind::record) {
    qualify(p, d, symbol->type);
  } else {
    p.report_unknown_name(name.text, name.span);
    d.ok = false;
  }
  p.take();
  return true;
}

// The arguments that an explicit specialisation writes behind its name, `template <> void k<int>(int* a)`, are stepped over.
void skip_specialised_arguments(Parser& p, Declarator& d) {
  if (!p.is(Tok::less) || p.fn) return;
  const size_t behind = p.skip_template_list(p.pos);
  const Tok next = p.tokens[behind].kind;
  if (behind == p.pos || (next != Tok::left_paren && next != Tok::equal && next != Tok::left_brace)) return;
  d.specialised_begin = p.pos;
  p.pos = behind;
}

}  // namespace

// name = ("~")? (scope "::")* identifier | operator-name
bool Parser::parse_declarator_name(Declarator& d) {
  d.span = here();
  while (is(Tok::identifier) || is(Tok::tilde) || is(Tok::kw_operator)) {
    if (is(Tok::kw_operator)) {
      parse_declared_operator(*this, d);
      return true;
    }
    if (eat(Tok::tilde)) d.is_destructor = true;
    const Token name = take();
    d.name = name.text;
    d.span = name.span;
    if (parse_template_qualifier(*this, d, name.text) || parse_qualifier(*this, d, name)) continue;
    skip_specialised_arguments(*this, d);
    return true;
  }
  return false;
}

std::optional<uint64_t> Parser::parse_array_size(const Declarator& d, const Specifiers& specs) {
  if (in_template_pattern && is(Tok::identifier) && kind(1) == Tok::right_bracket) {
    Symbol* symbol = lookup(peek().text);
    if (symbol && symbol->kind == SymbolKind::value && !symbol->is_known) {
      take();
      return bound_marker | symbol->bits;
    }
  }
  if (fn) ++fn->constant_depth;
  ExprId size = rvalue(parse_conditional());
  if (fn) --fn->constant_depth;
  if (!size) return std::nullopt;
  if (!is_integer_like(at(size).type) && module->types[at(size).type].kind != TypeKind::enumeration) {
    report(Code::WB3008, at(size).span, {type_name(at(size).type), "unsigned long"});
    return std::nullopt;
  }
  auto value = evaluate(size);
  if (!value) {
    if (in_template_pattern) return std::nullopt;
    report(specs.is_shared ? Code::WB3027 : Code::WB3026, at(size).span, {std::string(d.name)});
    return std::nullopt;
  }
  int64_t count = as_signed(type_of(size).scalar, *value);
  bool is_negative = is_signed(type_of(size).scalar) && count < 0;
  if (is_negative || *value == 0) {
    report(Code::WB3028, at(size).span, {std::to_string(count)});
    return std::nullopt;
  }
  if (*value >= bound_marker) {  // a number of that size would be taken for a parameter of a template
    report(Code::WB3063, at(size).span, {std::to_string(limits::object_bytes)});
    return std::nullopt;
  }
  return *value;
}

// constexpr T& f(): the word makes variables const, not what a function gives back.
TypeId Parser::without_constexpr(TypeId result) {
  const Type type = module->types[result];
  if (type.kind == TypeKind::reference) return module->types.reference_to(module->types.unqualified(type.element), type.is_rvalue);
  if (type.kind == TypeKind::pointer) return module->types.pointer_to(module->types.unqualified(type.element));
  return module->types.unqualified(result);
}

// suffixes = "(" parameters ")" function-words | ("[" constant? "]")*
void Parser::parse_declarator_suffixes(Declarator& d, TypeId base, const Specifiers& specs, bool is_parameter) {
  d.type = base;
  const bool may_be_function = (!fn || current_record || is_parameter) && !specs.is_shared && !specs.is_constant;
  if (!is(Tok::left_paren) || !may_be_function || (!is_parameter && opens_initialiser())) return parse_array_bounds(d, specs, is_parameter);
  if (!is_parameter) return parse_function_suffix(d, base, specs);
  if (d.name.empty()) return;  // a functional cast's type ends here
  if (auto type = parse_function_type(base)) d.type = module->types.pointer_to(*type);
  else d.ok = false;
}

// "(" parameters ")" function-word* ("=" ("default" | "delete" | "0"))?
void Parser::parse_function_suffix(Declarator& d, TypeId result, const Specifiers& specs) {
  take();
  d.is_function = true;
  d.function_result = specs.is_constexpr && !specs.says_const ? without_constexpr(result) : result;
  bool ok = true;
  InScope inside(*this, member_scope(d.qualifier));  // a method's parameters may name the class's own types
  d.parameters = parse_parameters(ok, &d);
  if (!ok) d.ok = false;
  while (parse_function_word(d)) {}
  if (is(Tok::equal) && (kind(1) == Tok::kw_default || kind(1) == Tok::kw_delete || (kind(1) == Tok::number && peek(1).text == "0"))) {
    d.is_defaulted = kind(1) == Tok::kw_default;
    d.is_pure = kind(1) == Tok::number;
    d.is_deleted_or_default = true;
    if (d.is_pure && !specs.is_virtual) {
      report(Code::WB2018, peek(1).span, {"= 0"}, {{std::nullopt, "a function without `virtual` cannot be left to other classes"}});
      d.ok = false;
    }
    take();
    take();
  }
}

// What may stand behind a function's parameters; false: nothing of that kind does.
bool Parser::parse_function_word(Declarator& d) {
  switch (kind()) {
    case Tok::kw_const:
      d.is_const_method = true;
      take();
      return true;
    case Tok::amp: case Tok::kw_volatile: case Tok::kw_forceinline: case Tok::kw_noinline: take(); return true;
    case Tok::amp_amp:
      report(Code::WB4001, take().span, {"methods for values alone (`&&` behind the parameters)", "leave the `&&` out, or write a function that takes a `T&&`"});
      d.ok = false;
      return true;
    case Tok::kw_attribute: {
      Specifiers ignored;
      parse_attribute_words(ignored);
      return true;
    }
    case Tok::kw_noexcept:
      take();
      if (is(Tok::left_paren)) pos = skip_balanced(pos);
      return true;
    case Tok::identifier:
      if (peek().text != "override" && peek().text != "final") return false;
      (peek().text == "final" ? d.is_final : d.says_override) = true;
      take();
      return true;
    case Tok::kw_requires: parse_trailing_requires(*this, d); return true;
    case Tok::arrow: {
      take();
      InScope visible(*this, parameter_scope(d));
      if (auto result = parse_result_type()) d.function_result = *result;
      else d.ok = false;
      return true;
    }
    default: return false;
  }
}

struct Parser::ArrayBound {
  bool is_open = false;  // T a[]
  uint64_t count = 0;
};

// ("[" constant? "]")*
void Parser::parse_array_bounds(Declarator& d, const Specifiers& specs, bool is_parameter) {
  const int depth = type_depth(d.type);
  std::vector<ArrayBound> bounds;
  while (is(Tok::left_bracket)) {
    const Token open = take();
    if (is(Tok::right_bracket) && !bounds.empty()) {
      report(Code::WB2004, here(), {found()});
      d.ok = false;
    }
    bounds.push_back(parse_array_bound(d, specs));
    if (!expect_close(Tok::right_bracket, open)) d.ok = false;
    if (static_cast<int>(bounds.size()) + depth > limits::type_depth) {
      report(Code::WB2008, open.span, {std::to_string(limits::type_depth)});
      d.ok = false;
      while (is(Tok::left_bracket)) pos = skip_balanced(pos);
      break;
    }
  }
  for (size_t i = bounds.size(); i-- > 0;) make_array_type(d, bounds[i], is_parameter && i == 0);
}

// The cursor is behind the `[`, and comes to its `]`.
Parser::ArrayBound Parser::parse_array_bound(Declarator& d, const Specifiers& specs) {
  if (is(Tok::right_bracket)) return {.is_open = true};
  if (auto count = parse_array_size(d, specs)) return {.count = *count};
  if (!in_template_pattern) d.ok = false;
  while (!is(Tok::right_bracket) && !is(Tok::semicolon) && !is(Tok::end) && !is(Tok::right_brace)) take();
  return {.count = 1};
}

// d.type becomes an array of itself; a parameter's outermost array is a pointer.
void Parser::make_array_type(Declarator& d, ArrayBound bound, bool decays) {
  const Type element = module->types[d.type];
  const bool is_no_object = element.kind == TypeKind::reference || module->types.is_void(d.type);
  if (is_no_object && d.ok) {
    report(Code::WB3045, d.span, {std::string(d.name), type_name(d.type) + "[]", "arrays consist of objects"});
    d.ok = false;
  }
  const uint64_t size = is_no_object || decays || (bound.count & bound_marker) ? 0 : module->types.size_of(d.type);
  if (size > 0 && bound.count > limits::object_bytes / size) {
    report(Code::WB3063, d.span, {std::to_string(limits::object_bytes)});
    d.ok = false;
    bound.count = 1;
  }
  const bool is_pointer = decays && (!d.name.empty() || bound.is_open);
  d.type = is_pointer ? module->types.pointer_to(d.type) : module->types.array_of(d.type, bound.is_open ? 0 : bound.count);
}

// Where the parameters of a member that is defined outside its class are looked up: in the class, and among the parameters of the
// template<...> in front of the definition.
Scope* Parser::member_scope(Scope* qualifier) {
  if (!qualifier) return scope;
  for (Scope* s = scope; s; s = s->parent)
    if (s == qualifier) return scope;
  if (scope->kind != Scope::Kind::template_) return qualifier;
  Scope* both = new_scope(Scope::Kind::template_, qualifier);
  both->used.push_back(scope);
  return both;
}

// Does the `(` behind a name open an initialiser: T x(3, 4)?
bool Parser::opens_initialiser() {
  switch (kind(1)) {
    case Tok::number: case Tok::character: case Tok::string: case Tok::minus: case Tok::plus: case Tok::kw_true: case Tok::kw_false: case Tok::kw_nullptr: case Tok::kw_sizeof: return true;
    case Tok::identifier: {
      if (kind(2) != Tok::comma && kind(2) != Tok::right_paren && kind(2) != Tok::plus && kind(2) != Tok::star) return false;
      Symbol* symbol = lookup(peek(1).text);
      return symbol && (symbol->kind == SymbolKind::value || (symbol->kind == SymbolKind::variable && symbol->is_host_constant));
    }
    default: return false;
  }
}

// Is this the class whose members are being read? Its methods and friends may take it by value: their bodies wait until it is complete.
bool Parser::is_being_defined(TypeId type) const {
  if (!module->types.is_record(type)) return false;
  for (const Scope* s = scope; s; s = s->parent)
    if (s->kind == Scope::Kind::record && s->record.v == module->types[type].index) return true;
  return false;
}

// A variable of this type can exist.
bool Parser::check_object_type(TypeId id, const Declarator& d) {
  const Type type = module->types[id];  // a copy: asking about types may add some
  if (module->types.is_void(module->types.unqualified(id)))
    return report(Code::WB3045, d.span, {std::string(d.name), "void", "`void` means that there is no value"});
  if (type.kind == TypeKind::record && !module->types.records[type.index].is_complete && !is_placeholder(id))
    return report(Code::WB3045, d.span, {std::string(d.name), type_name(id), "this type is declared but never defined"});
  if (type.kind == TypeKind::array && type.count != 0) return check_object_type(type.element, d);
  return check_not_abstract(*this, id, d.span);
}

}  // namespace wb
