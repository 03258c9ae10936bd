// Names in expressions: a path through namespaces and classes, and what its last name stands for.
//
//     cg :: thread_block :: size        wb::Point<float> :: origin        threadIdx        rsqrtf
//     `------- the path -------'  ^     `-- the path --'    ^             no path: found in the file, else built in
//                              the name                  the name
#include <algorithm>

#include "simulator/language/parser.h"
#include "simulator/language/string_nodes.h"
#include "simulator/language/type_queries.h"
#include "simulator/language/member_pointers.h"

namespace wb {
namespace {

// "cuda::std"
std::string path_of(const Scope& name_space) {
  std::string path(name_space.name);
  for (const Scope* s = name_space.parent; s && !s->name.empty(); s = s->parent) path = std::string(s->name) + "::" + path;
  return path;
}

}  // namespace

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
  NamePath path{here()};
  if (eat(Tok::scope)) path.where = global;
  for (;;) {
    if (!is(Tok::identifier)) {
      report(Code::WB2005, here(), {found()});
      return {};
    }
    const Token name = take();
    Symbol* symbol = path.where ? lookup_in(*path.where, name.text) : lookup(name.text);
    const bool is_outside = !path.where && symbol && lookup_left_function;
    const Span span = cover(path.begin, name.span);
    if (symbol && symbol->is_pack) {
      if (symbol->elements || !in_template_pattern) report(Code::WB3082, span, {std::string(name.text)});
      return {};
    }
    if (is_outside && is_local_variable(*symbol) && unevaluated == 0) return outer_local(*symbol, name.text, span);
    if (!symbol) return parse_undeclared(path, name);
    if (std::optional<Operand> ended = follow_path(path, name, *symbol)) return std::move(*ended);
  }
}

// One step along the path: into the namespace or class that was named, if `::` follows. Else, what the name stands for.
std::optional<Operand> Parser::follow_path(NamePath& path, const Token& name, Symbol& symbol) {
  if (symbol.kind == SymbolKind::name_space && is(Tok::scope)) {
    enter(path, symbol.scope);
    path.is_std = symbol.scope == std_scope;
    return std::nullopt;
  }
  if (symbol.kind == SymbolKind::type && is(Tok::scope)) {  // X::value, Enum::name
    const Type type = module->types[symbol.type];
    Scope* inner = type.kind == TypeKind::record ? record_info({type.index}).scope : symbol.scope;
    if (!is_placeholder(symbol.type)) {
      if (type.kind == TypeKind::enumeration && !inner) return parse_plain_enumerator(path, symbol.type);
      if (inner) {
        enter(path, inner);
        return std::nullopt;
      }
    }
    if (in_template_pattern) return Operand{};
  }
  if (symbol.kind == SymbolKind::record_template) {
    if (symbol.tmpl->is_variable) return variable_instance(*symbol.tmpl, name.span);
    if (is(Tok::less)) {  // X<int>::value
      if (!enter_instance(path, *symbol.tmpl, name.span)) return Operand{};
      return std::nullopt;
    }
  }
  return declared_name(path, name, symbol);
}

// The cursor is at the `::` behind the name of `inner`.
void Parser::enter(NamePath& path, Scope* inner) {
  take();
  eat(Tok::kw_template);
  path.where = inner;
  path.is_std = false;
}

// The cursor is at the `<` behind a class template's name.
bool Parser::enter_instance(NamePath& path, TemplateDecl& tmpl, Span name) {
  Span last;
  const auto instance = named_instance(tmpl, name, last);
  if (!instance || !module->types.is_record(*instance) || !is(Tok::scope) || is_placeholder(*instance)) return false;
  enter(path, record_info({module->types[*instance].index}).scope);
  return path.where != nullptr;
}

// E::a of an enumeration that is no class: its enumerators stand in the scope around it.
Operand Parser::parse_plain_enumerator(const NamePath& path, TypeId enumeration) {
  take();
  const Token item = take();
  Symbol* value = path.where ? lookup_in(*path.where, item.text) : lookup(item.text);
  if (value && value->kind == SymbolKind::value) return name_operand(*value, item.text, cover(path.begin, item.span));
  report(Code::WB3003, item.span, {std::string(item.text), type_name(enumeration), "no such name"});
  return {};
}

bool Parser::is_local_variable(const Symbol& symbol) const {
  if (symbol.kind != SymbolKind::variable || symbol.is_field || symbol.is_host_constant) return false;
  const Storage storage = module->variables[symbol.var.v].storage;
  return storage == Storage::local || storage == Storage::parameter;
}

// A local variable of the function around a lambda, or around a local class: only its constant value is at hand.
Operand Parser::outer_local(const Symbol& symbol, std::string_view name, Span span) {
  if (auto known = known_constants.find(symbol.var.v); known != known_constants.end())
    return expr_operand(make_constant(module->types.unqualified(module->variables[symbol.var.v].type), known->second, span));
  report(Code::WB3075, span, {std::string(name)}, {{symbol.span, "`" + std::string(name) + "` is declared here"}});
  return {};
}

// A name that the file, or our library, declares; with its template arguments where it is a function template's.
Operand Parser::declared_name(const NamePath& path, const Token& name, Symbol& symbol) {
  const std::optional<RecordId> named_in = class_of_name(path.where, symbol);
  if (named_in && symbol.kind != SymbolKind::functions && !check_access(*named_in, name.text, nullptr, name.span)) return {};
  Operand o = name_operand(symbol, name.text, path.where ? cover(path.begin, name.span) : name.span);
  o.named_in = named_in;
  o.is_qualified = path.where != nullptr;
  if (o.kind != Operand::Kind::functions || !is(Tok::less)) return o;
  const bool any_template = std::any_of(o.functions.begin(), o.functions.end(), [](const FunctionDecl* f) { return f->tmpl != nullptr; });
  if (!any_template || skip_template_list(pos) == pos) return o;
  Span last;
  if (!parse_template_arguments(o.template_arguments, last)) return {};
  o.has_template_arguments = true;
  o.span = cover(o.span, last);
  return o;
}

// Nobody declared it: part of namespace std, built in, or unknown.
Operand Parser::parse_undeclared(const NamePath& path, const Token& name) {
  if (fn && fn->decl && (name.text == "__func__" || name.text == "__FUNCTION__")) return expr_operand(string_node(*this, std::string(fn->decl->name), name.span));
  if (path.is_std) return parse_std_name(name, cover(path.begin, name.span));
  if (path.where && path.where == namespace_at("cuda::std") && builtins_named(name.text)) return std_function(name, cover(path.begin, name.span));  // cuda::std::sqrt
  if (path.where && path.where != global) {
    report_no_member(*path.where, name);
    return {};
  }
  if (std::optional<Operand> known = parse_builtin_name(name)) return std::move(*known);
  const Span span = cover(path.begin, name.span);
  if (is(Tok::left_paren) && !path.where) {  // perhaps a function of the namespace that an argument's type comes from
    Operand o = functions_operand(name.text, span);
    o.with_builtins = false;
    o.is_unknown = true;
    return o;
  }
  report_unknown_name(name.text, span);
  if (is(Tok::less) && looks_like_template_arguments()) pos = skip_template_list(pos);
  return {};
}

void Parser::report_no_member(const Scope& where, const Token& name) {
  if (where.kind == Scope::Kind::record && in_template_pattern) return;
  if (fn && !fn->reported_names.insert(name.text).second) return;
  if (where.kind == Scope::Kind::name_space && report_missing_include(name.text, name.span, path_of(where))) return;
  report(Code::WB3003, name.span, {std::string(name.text), std::string(where.name), "no such name"});
}

// std::sqrt, cuda::std::sqrt
Operand Parser::std_function(const Token& name, Span span) {
  Operand o = functions_operand(name.text, span);
  o.is_std = true;
  return o;
}

// std::name, where our library does not declare it.
Operand Parser::parse_std_name(const Token& name, Span span) {
  if ((name.text == "move" || name.text == "forward") && (is(Tok::left_paren) || is(Tok::less))) return expr_operand(parse_std_move(name.text, span));
  if (name.text == "printf" && is(Tok::left_paren)) return expr_operand(parse_printf(name.span));
  if (builtins_named(name.text)) return std_function(name, span);
  refuse_std(name.text, span);
  if (is(Tok::less) && skip_template_list(pos) > pos) pos = skip_template_list(pos);
  return {};
}

namespace {

// CUDART_NAN_F is another one than the compiler's own, which NAN and numeric_limits give.
struct NamedNumber {
  std::string_view name;
  ScalarKind kind;
  uint64_t bits;
};
constexpr NamedNumber numbers_that_are_none[] = {{"__wb_nanf", ScalarKind::float_, 0x7fffffff},
                                                 {"__wb_quiet_nanf", ScalarKind::float_, 0x7fc00000},
                                                 {"__wb_signaling_nanf", ScalarKind::float_, 0x7fc00001},
                                                 {"__wb_quiet_nan", ScalarKind::double_, 0x7ff8000000000000},
                                                 {"__wb_signaling_nan", ScalarKind::double_, 0x7ff8000000000001}};

}  // namespace

// Built-in variables, functions, and what looks like a function and is read in a way of its own; nothing: not built in.
std::optional<Operand> Parser::parse_builtin_name(const Token& name) {
  const std::string_view text = name.text;
  if (text == "warpSize") return expr_operand(special_value(text, name.span));
  if (text == "threadIdx" || text == "blockIdx" || text == "blockDim" || text == "gridDim") {
    Operand o;
    o.kind = Operand::Kind::special;
    o.name = text;
    o.span = name.span;
    return o;
  }
  for (const NamedNumber& number : numbers_that_are_none)
    if (text == number.name) return expr_operand(make_constant(module->types.scalar(number.kind), number.bits, name.span));
  if (is(Tok::left_paren)) {
    if (text == "offsetof") return expr_operand(parse_offsetof(name.span));
    if (is_type_query(text)) return expr_operand(parse_type_query(*this, text, name.span));
    if (text == "printf") return expr_operand(parse_printf(name.span));
    if (text == "__wb_assert") return expr_operand(parse_assert(name.span));
    if (special_form(text) != SpecialForm::none) return expr_operand(parse_special_form(name));
  }
  const bool makes_a_vector = text.starts_with("make_") && vector_type(text.substr(5));
  if (builtins_named(text) || !masked_warp_function(text).empty() || makes_a_vector) return functions_operand(text, name.span);
  return std::nullopt;
}

// The builtins of a name.
Operand Parser::functions_operand(std::string_view name, Span span) {
  Operand o;
  o.kind = Operand::Kind::functions;
  o.name = name;
  o.span = span;
  o.with_builtins = true;
  return o;
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

// sizeof(Point::x), decltype(Point::x): there is no object, and nothing is evaluated.
ExprId Parser::member_of_none(const Symbol& symbol, Span span) {
  const ExprId nowhere = make_constant(module->types.pointer_to(module->types.record(symbol.owner)), 0, span);
  const ExprId object = dereference(nowhere, span, true);
  return object ? member_of(object, symbol.owner, symbol.field, span) : ExprId{};
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
          if (unevaluated) return expr_operand(member_of_none(symbol, span));
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
      return expr_operand(is_member_pointer(*this, symbol.type) ? member_pointer_constant(*this, symbol.type, symbol.bits, span) : make_constant(symbol.type, symbol.bits, span));
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
    case SymbolKind::host:
      report_host_name(symbol, name, span, symbol.span.end ? std::vector<DiagNote>{{symbol.span, "`" + std::string(name) + "` is declared here"}} : std::vector<DiagNote>{});
      return {};
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
