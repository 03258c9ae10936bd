// The smallest expressions: names, literals, casts by name, sizeof, constructions.
#include <algorithm>
#include <utility>

#include "simulator/language/literals.h"
#include "simulator/language/parser.h"
#include "simulator/language/scalar_math.h"

namespace wb {
namespace {

// "cuda::std"
std::string path_of(const Scope& name_space) {
  std::string path(name_space.name);
  for (const Scope* s = name_space.parent; s && !s->name.empty(); s = s->parent) path = std::string(s->name) + "::" + path;
  return path;
}

}  // namespace

// primary = name | literal | "(" expression ")" | "this" | named-cast | type "(" ... ")" | type "{" ... "}"
Operand Parser::parse_primary() {
  const Token t = peek();
  switch (t.kind) {
    case Tok::number: return expr_operand(parse_number());
    case Tok::character: {
      take();
      Literal literal = read_character(t.text);
      if (literal.error.kind != LiteralError::Kind::none) {
        report(Code::WB1007, t.span, {std::string(t.text)});
        return {};
      }
      return expr_operand(make_constant(module->types.scalar(literal.kind), literal.bits, t.span));
    }
    case Tok::string: return expr_operand(parse_string());
    case Tok::kw_true:
    case Tok::kw_false:
      take();
      return expr_operand(make_constant(module->types.scalar(ScalarKind::bool_), t.kind == Tok::kw_true, t.span));
    case Tok::kw_nullptr: take(); return expr_operand(make_constant(module->types.pointer_to(module->types.scalar(ScalarKind::void_)), 0, t.span));
    case Tok::kw_this: {
      take();
      if (!fn || !fn->record || (fn->decl && fn->decl->is_static_method)) {
        report(Code::WB2018, t.span, {"this"});
        return {};
      }
      return expr_operand(this_value(t.span));
    }
    case Tok::left_paren: {
      Nesting guard(*this);
      if (guard.too_deep) return {};
      struct Outside {
        bool& flag;
        bool was;
        ~Outside() { flag = was; }
      } outside{in_angles, std::exchange(in_angles, false)};
      if (Operand folded; parse_fold(folded)) return folded;
      take();
      ExprId e = parse_expression();
      // After a mistake inside: behind the parenthesis, if it is on this line still.
      if (!e && !is(Tok::right_paren)) {
        size_t open = pos;
        while (!is(Tok::right_paren) && !is(Tok::semicolon) && !is(Tok::left_brace) && !is(Tok::right_brace) && !is(Tok::end)) {
          if (is(Tok::left_paren) || is(Tok::left_bracket)) pos = skip_balanced(pos);
          else take();
        }
        if (!is(Tok::right_paren)) pos = open;
        eat(Tok::right_paren);
        return {};
      }
      if (!expect_close(Tok::right_paren, t)) return {};
      // Parentheses are no node, and name no function either: (f)(x) is rare enough.
      return expr_operand(e);
    }
    case Tok::kw_static_cast: case Tok::kw_reinterpret_cast: case Tok::kw_const_cast: case Tok::kw_dynamic_cast: return expr_operand(parse_named_cast(t.kind));
    case Tok::kw_sizeof: return expr_operand(parse_sizeof(false));
    case Tok::identifier:
    case Tok::scope:
      if (is_type_start()) break;
      return parse_name();
    case Tok::kw_operator: {
      Declarator d;
      parse_declarator_name(d);
      Operand o;
      Symbol* symbol = lookup(d.name);
      if (!symbol || symbol->kind != SymbolKind::functions) {
        report(Code::WB3001, d.span, {std::string(d.name)});
        return o;
      }
      return name_operand(*symbol, d.name, d.span);
    }
    case Tok::left_bracket: return expr_operand(parse_lambda());
    case Tok::kw_asm: case Tok::kw_asm2: case Tok::kw_goto: case Tok::kw_typeid: case Tok::kw_try: case Tok::kw_throw: case Tok::kw_new: case Tok::kw_delete:
      refuse_keyword(t);
      take();
      return {};
    default: break;
  }
  if (is_type_start()) {
    Specifiers specs = parse_specifiers(false);
    if (!specs.ok || !specs.has_type) return {};
    if (is(Tok::scope) && module->types.is_record(specs.type)) {  // X::value
      Scope* where = record_info({module->types[specs.type].index}).scope;
      take();
      Token name = take();
      Symbol* symbol = where ? lookup_in(*where, name.text) : nullptr;
      if (symbol) return name_operand(*symbol, name.text, name.span);
      if (!in_template_pattern) report(Code::WB3003, name.span, {std::string(name.text), type_name(specs.type), "no such member"});
      return {};
    }
    if (is(Tok::left_paren) || is(Tok::left_brace)) return expr_operand(parse_functional_cast(specs.type, t.span));
    report(Code::WB2004, t.span, {"the type `" + type_name(specs.type) + "`"});
    return {};
  }
  report(Code::WB2004, t.line_start ? after_previous() : t.span, {found()});
  return {};
}

ExprId Parser::parse_number() {
  Token t = take();
  Literal literal = read_number(t.text);
  if (literal.error.kind == LiteralError::Kind::malformed) {
    report(Code::WB1005, t.span, {std::string(t.text), literal.error.detail});
    return {};
  }
  if (literal.error.kind == LiteralError::Kind::too_large) {
    report(Code::WB1006, t.span, {std::string(t.text)});
    return {};
  }
  return make_constant(module->types.scalar(literal.kind), literal.bits, t.span);
}

ExprId Parser::parse_string() {
  Span begin = here();
  std::string text;
  while (is(Tok::string)) {
    Token t = take();
    if (t.text[0] == 'L' || t.text[0] == 'U' || (t.text[0] == 'u' && !t.text.starts_with("u8"))) {
      report(Code::WB4001, t.span, {"strings of wide characters", "write the string without the letter in front, or an array of numbers"});
      return {};
    }
    auto part = read_string(t.text);
    if (!part) {
      report(Code::WB1007, t.span, {std::string(t.text)});
      return {};
    }
    text += *part;
  }
  TypeId element = module->types.with(module->types.scalar(ScalarKind::char_), true, false);
  Expr e = node(ExprKind::string_literal, module->types.array_of(element, text.size() + 1), span_from(begin));
  e.index = static_cast<uint32_t>(module->strings.size());
  e.is_lvalue = true;
  module->strings.push_back(std::move(text));
  return make(std::move(e));
}

// sizeof "(" type ")" | sizeof unary | alignof "(" type ")"
ExprId Parser::parse_sizeof(bool is_alignof) {
  Span begin = take().span;
  Nesting guard(*this);
  if (guard.too_deep) return {};
  if (!is_alignof && is(Tok::ellipsis)) return parse_pack_size(begin);
  TypeId type;
  size_t saved = pos;
  bool is_type = false;
  if (is(Tok::left_paren)) {
    ++pos;
    is_type = is_type_start();
    pos = saved;
  }
  if (is_type) {
    Token open = take();
    auto id = parse_type_id();
    if (id && (is(Tok::left_paren) || is(Tok::left_brace))) {  // sizeof(T(1))
      pos = saved;
      is_type = false;
    } else {
      if (!expect_close(Tok::right_paren, open) || !id) return {};
      type = *id;
    }
  }
  if (!is_type) {
    size_t calls = unfinished_calls.size(), temporaries = fn ? fn->pending.size() : 0;
    ++unevaluated;
    ExprId e = parse_unary();
    --unevaluated;
    unfinished_calls.resize(std::min(calls, unfinished_calls.size()));
    if (fn) fn->pending.resize(std::min(temporaries, fn->pending.size()));  // nothing of it is evaluated
    if (!e) return {};
    type = at(e).type;
  }
  if (module->types[type].kind == TypeKind::reference) type = module->types[type].element;
  if (is_placeholder(type)) return {};
  uint64_t size = is_alignof ? module->types.align_of(type) : module->types.size_of(type);
  if (size == 0) {
    report(Code::WB3045, span_from(begin), {"sizeof", type_name(type), "its size is not known here"});
    return {};
  }
  return make_constant(module->types.scalar(ScalarKind::ulong), size, span_from(begin));
}

// static_cast "<" type ">" "(" expression ")"
ExprId Parser::parse_named_cast(Tok which) {
  Token word = take();
  if (which == Tok::kw_dynamic_cast) {
    refuse_keyword(word);
    if (is(Tok::less)) pos = std::max(skip_template_list(pos), pos + 1);
    if (is(Tok::left_paren)) pos = skip_balanced(pos);
    return {};
  }
  if (!expect(Tok::less, "after the cast's name")) return {};
  auto type = parse_type_id();
  if (!type) {
    while (!is(Tok::left_paren) && !is(Tok::semicolon) && !is(Tok::end) && !is(Tok::right_brace)) take();
    if (is(Tok::left_paren)) pos = skip_balanced(pos);
    return {};
  }
  if (!expect(Tok::greater, "after the type of the cast")) return {};
  Token open = peek();
  if (!expect(Tok::left_paren, "before what is cast")) return {};
  ExprId e = parse_expression();
  if (!expect_close(Tok::right_paren, open) || !e) return {};
  Span span = span_from(word.span);
  const Type target = module->types[*type];
  if (is_function_set(e)) return explicit_cast(e, *type, span, false);
  const Type source = type_of(rvalue(e));
  if (which == Tok::kw_static_cast && target.kind == TypeKind::pointer && source.kind == TypeKind::pointer) {
    TypeId a = module->types.unqualified(source.element), b = module->types.unqualified(target.element);
    if (a != b && !module->types.is_void(a) && !module->types.is_void(b) && !is_derived(a, b) && !is_derived(b, a)) {
      report(Code::WB3008, at(e).span, {type_name(value_type(e)), type_name(*type)}, {{std::nullopt, "`reinterpret_cast` looks at the same bytes as another type"}});
      return {};
    }
  }
  is_reinterpreted = which == Tok::kw_reinterpret_cast;
  ExprId result = explicit_cast(e, *type, span, which != Tok::kw_static_cast);
  is_reinterpreted = false;
  return result;
}

// T(a, b) or T{a, b}
ExprId Parser::parse_functional_cast(TypeId type, Span begin) {
  Nesting guard(*this);
  if (guard.too_deep) return {};
  if (is(Tok::left_brace)) {
    TypeId t = module->types.unqualified(type);
    ExprId e = parse_braced(t, begin);
    if (e) module->exprs[e.v].span = span_from(begin);
    return e;
  }
  std::vector<ExprId> arguments;
  if (!parse_arguments(arguments)) return {};
  Span span = span_from(begin);
  if (is_placeholder(type)) return {};
  if (module->types.is_record(type)) return construct(module->types.unqualified(type), std::move(arguments), span, false);
  if (arguments.empty()) return value_initialised(type, span);
  if (arguments.size() > 1) {
    report(Code::WB3010, span, {type_name(type), "1", std::to_string(arguments.size()), ""});
    return {};
  }
  return explicit_cast(arguments[0], type, span, true);
}

// threadIdx and its kin as a whole: a uint3 (blockDim and gridDim: dim3) made of its three registers.
ExprId Parser::special_value(std::string_view name, Span span) {
  if (name == "warpSize") {
    Expr e = node(ExprKind::special, module->types.scalar(ScalarKind::int_), span);
    e.special = Special::warp_size;
    return make(std::move(e));
  }
  int base = name == "threadIdx" ? 0 : name == "blockIdx" ? 3 : name == "blockDim" ? 6 : 9;
  Expr list = node(ExprKind::init_list, *vector_type(base >= 6 ? "dim3" : "uint3"), span);
  for (int axis = 0; axis < 3; ++axis) {
    Expr e = node(ExprKind::special, module->types.scalar(ScalarKind::uint), span);
    e.special = static_cast<Special>(base + axis);
    list.args.push_back(make(std::move(e)));
  }
  return make(std::move(list));
}

// Is this `<` the start of template arguments: closed before the statement ends, and followed by what can follow a template's name?
bool Parser::looks_like_template_arguments() {
  size_t behind = skip_template_list(pos);
  if (behind == pos) return false;
  switch (tokens[behind].kind) {
    case Tok::left_paren: case Tok::scope: case Tok::left_brace: case Tok::semicolon: case Tok::comma: case Tok::right_paren: case Tok::greater: return true;
    default: return false;
  }
}

// name = "::"? (scope "::")* identifier template-arguments?
Operand Parser::parse_name() {
  Span begin = here();
  Scope* where = nullptr;
  bool is_std = false;
  if (eat(Tok::scope)) where = global;
  for (;;) {
    if (!is(Tok::identifier)) {
      report(Code::WB2005, here(), {found()});
      return {};
    }
    Token name = take();
    Span span = cover(begin, name.span);
    bool was_qualified = where != nullptr;
    Symbol* symbol = where ? lookup_in(*where, name.text) : lookup(name.text);
    bool is_outside = !was_qualified && symbol && lookup_left_function;
    if (symbol && symbol->kind == SymbolKind::name_space && is(Tok::scope)) {
      where = symbol->scope;
      is_std = where == std_scope;
      take();
      eat(Tok::kw_template);
      continue;
    }
    if (symbol && symbol->is_pack) {
      if (symbol->elements || !in_template_pattern) report(Code::WB3082, span, {std::string(name.text)});
      return {};
    }
    if (is_outside && symbol->kind == SymbolKind::variable && !symbol->is_field && !symbol->is_host_constant) {
      // A local variable of the function around a lambda, or around a local class: only its constant value is at hand.
      const Variable& v = module->variables[symbol->var.v];
      if (v.storage == Storage::local || v.storage == Storage::parameter) {
        if (auto known = known_constants.find(symbol->var.v); known != known_constants.end()) return expr_operand(make_constant(module->types.unqualified(v.type), known->second, span));
        report(Code::WB3075, span, {std::string(name.text)}, {{symbol->span, "`" + std::string(name.text) + "` is declared here"}});
        return {};
      }
    }
    if (symbol && is(Tok::scope) && symbol->kind == SymbolKind::type) {  // X::value, Enum::name
      const Type type = module->types[symbol->type];
      Scope* inner = type.kind == TypeKind::record ? record_info({type.index}).scope : symbol->scope;
      if (type.kind == TypeKind::enumeration && !inner) inner = where ? where : scope;
      if (inner && !is_placeholder(symbol->type)) {
        take();
        if (type.kind == TypeKind::enumeration && inner == scope) {
          Token item = take();
          Symbol* value = lookup(item.text);
          if (value && value->kind == SymbolKind::value) return name_operand(*value, item.text, cover(begin, item.span));
          report(Code::WB3003, item.span, {std::string(item.text), type_name(symbol->type), "no such name"});
          return {};
        }
        where = inner;
        is_std = false;
        continue;
      }
      if (in_template_pattern) return {};
    }
    if (symbol && symbol->kind == SymbolKind::record_template && symbol->tmpl->is_variable) return variable_instance(*symbol->tmpl, name.span);
    if (symbol && symbol->kind == SymbolKind::record_template && is(Tok::less) && !symbol->tmpl->is_variable) {  // X<int>::value
      Span last;
      auto instance = named_instance(*symbol->tmpl, name.span, last);
      if (!instance || !module->types.is_record(*instance) || !is(Tok::scope)) return {};
      if (is_placeholder(*instance)) return {};
      take();
      eat(Tok::kw_template);
      where = record_info({module->types[*instance].index}).scope;
      if (!where) return {};
      is_std = false;
      continue;
    }
    if (is_std && !symbol) {
      static constexpr std::string_view device_anyway[] = {"min", "max"};
      bool is_host_only = false;
      for (std::string_view host_only : device_anyway) is_host_only |= name.text == host_only;
      if (is_host_only && !(fn && fn->constant_depth > 0)) {
        report(Code::WB3023, span, {std::string(name.text), std::string(name.text)});
        if (is(Tok::less) && looks_like_template_arguments()) pos = skip_template_list(pos);
        return {};
      }
      if ((name.text == "move" || name.text == "forward") && (is(Tok::left_paren) || is(Tok::less))) return expr_operand(parse_std_move(name.text, span));
      if (name.text == "printf" && is(Tok::left_paren)) return expr_operand(parse_printf(name.span));
      if (builtins_named(name.text)) {
        Operand o;
        o.kind = Operand::Kind::functions;
        o.name = name.text;
        o.span = span;
        o.with_builtins = true;
        o.is_std = true;
        return o;
      }
      refuse_std(name.text, span);
      if (is(Tok::less) && skip_template_list(pos) > pos) pos = skip_template_list(pos);
      return {};
    }
    if (symbol) {
      const std::optional<RecordId> named_in = class_of_name(where, *symbol);
      if (named_in && symbol->kind != SymbolKind::functions && !check_access(*named_in, name.text, nullptr, name.span)) return {};
      Operand o = name_operand(*symbol, name.text, where ? span : name.span);
      o.named_in = named_in;
      if (o.kind == Operand::Kind::functions && is(Tok::less)) {
        bool any_template = false;
        for (FunctionDecl* f : o.functions) any_template |= f->tmpl != nullptr;
        if (any_template && skip_template_list(pos) == pos) any_template = false;
        if (any_template) {
          Span last;
          if (!parse_template_arguments(o.template_arguments, last)) return {};
          o.has_template_arguments = true;
          o.span = cover(o.span, last);
        }
      }
      // make_float4 and the like hide behind nothing; user functions join the builtins of their name.
      return o;
    }
    if (where && where != global) {
      if (where->kind == Scope::Kind::record && in_template_pattern) return {};
      if (fn && !fn->reported_names.insert(name.text).second) return {};
      if (where->kind == Scope::Kind::name_space && report_missing_include(name.text, name.span, path_of(*where))) return {};
      report(Code::WB3003, name.span, {std::string(name.text), std::string(where->name), "no such name"});
      return {};
    }
    if (name.text == "threadIdx" || name.text == "blockIdx" || name.text == "blockDim" || name.text == "gridDim" || name.text == "warpSize") {
      Operand o;
      o.kind = Operand::Kind::special;
      o.name = name.text;
      o.span = name.span;
      if (name.text == "warpSize") return expr_operand(special_value(name.text, name.span));
      return o;
    }
    if (name.text == "offsetof" && is(Tok::left_paren)) return expr_operand(parse_offsetof(name.span));
    if (name.text == "__wb_nanf") return expr_operand(make_constant(module->types.scalar(ScalarKind::float_), 0x7fffffff, name.span));
    if (name.text == "printf" && is(Tok::left_paren)) return expr_operand(parse_printf(name.span));
    if (name.text == "__wb_assert" && is(Tok::left_paren)) return expr_operand(parse_assert(name.span));
    if (is(Tok::left_paren) && special_form(name.text) != SpecialForm::none) return expr_operand(parse_special_form(name));
    if (builtins_named(name.text) || !masked_warp_function(name.text).empty() || (name.text.starts_with("make_") && vector_type(name.text.substr(5)))) {
      Operand o;
      o.kind = Operand::Kind::functions;
      o.name = name.text;
      o.span = name.span;
      o.with_builtins = true;
      return o;
    }
    if (is(Tok::left_paren) && !where) {  // perhaps a function of the namespace that an argument's type comes from
      Operand o;
      o.kind = Operand::Kind::functions;
      o.name = name.text;
      o.span = span;
      o.is_unknown = true;
      return o;
    }
    report_unknown_name(name.text, span);
    if (is(Tok::less) && looks_like_template_arguments()) pos = skip_template_list(pos);
    return {};
  }
}

// std::move(x) and std::forward<T>(x), which nvcc counts as device functions: the same object, ready to be moved from.
ExprId Parser::parse_std_move(std::string_view name, Span begin) {
  std::vector<TemplateArgument> given;
  Span last = begin;
  if (is(Tok::less) && !parse_template_arguments(given, last)) return {};
  std::vector<ExprId> arguments;
  if (!parse_arguments(arguments)) return {};
  if (arguments.size() != 1) {
    report(Code::WB3010, begin, {"std::" + std::string(name), "1", std::to_string(arguments.size()), ""});
    return {};
  }
  bool is_forward = name == "forward";
  if (is_forward && (given.size() != 1 || !given[0].is_type)) {
    report(Code::WB3037, cover(begin, last), {"std::forward", "T"});
    return {};
  }
  if (is_forward && module->types[given[0].type].kind == TypeKind::reference && !module->types[given[0].type].is_rvalue) return arguments[0];
  return as_xvalue(arguments[0]);
}

Operand Parser::name_operand(Symbol& symbol, std::string_view name, Span span) {
  Operand o;
  o.name = name;
  o.span = span;
  switch (symbol.kind) {
    case SymbolKind::variable:
      if (symbol.is_host_constant) return expr_operand(host_constant(symbol, name, span));
      if (symbol.is_field) {  // a member's name inside a method: this->name
        if (!fn || !fn->record || (fn->decl && fn->decl->is_static_method)) {
          report(Code::WB2018, span, {std::string(name)});
          return {};
        }
        ExprId object = dereference(rvalue(make_variable(fn->this_var, span)), span, true);
        if (object && record_info(*fn->record).is_lambda && !(symbol.owner == *fn->record)) object = this_object(span);
        if (!object) return {};
        return expr_operand(member_of(object, symbol.owner, symbol.field, span));
      }
      if (symbol.binding >= 0) return expr_operand(binding_value(symbol, span));
      return expr_operand(name_variable(symbol.var, span));
    case SymbolKind::value:
      if (!symbol.is_known) return {};
      return expr_operand(make_constant(symbol.type, symbol.bits, span));
    case SymbolKind::functions: {
      o.kind = Operand::Kind::functions;
      o.functions = symbol.functions;
      bool is_member = !symbol.functions.empty() && symbol.functions.front()->owner;
      if (is_member && fn && fn->record && !(fn->decl && fn->decl->is_static_method)) {
        RecordId owner = *symbol.functions.front()->owner;
        bool is_static = std::all_of(symbol.functions.begin(), symbol.functions.end(), [](FunctionDecl* f) { return f->is_static_method; });
        bool is_outer = record_info(*fn->record).is_lambda && !(owner == *fn->record);
        o.object = is_static ? ExprId{} : is_outer ? this_value(span) : rvalue(make_variable(fn->this_var, span));
        if (o.object && module->types[at(o.object).type].kind == TypeKind::pointer && module->types[module->types[at(o.object).type].element].index != owner.v) {  // a base's method
          ExprId base = base_of(dereference(o.object, span, true), owner, span);
          o.object = base ? address_of(base, span, true) : o.object;
        }
      }
      // A file's own function stands beside the builtins of its name, unless it is a member or hidden deeper.
      o.with_builtins = !is_member && builtins_named(name) != nullptr;
      return o;
    }
    case SymbolKind::host: report(Code::WB3025, span, {std::string(name)}, symbol.span.end ? std::vector<DiagNote>{{symbol.span, "`" + std::string(name) + "` is declared here"}} : std::vector<DiagNote>{}); return {};
    case SymbolKind::broken: return {};
    case SymbolKind::type:
    case SymbolKind::record_template:
      if (symbol.kind == SymbolKind::record_template && symbol.tmpl->is_variable) return variable_instance(*symbol.tmpl, span);
      report(Code::WB2004, span, {"the type `" + std::string(name) + "`"});
      return {};
    case SymbolKind::name_space: report(Code::WB2004, span, {"the namespace `" + std::string(name) + "`"}); return {};
  }
  return {};
}

}  // namespace wb
