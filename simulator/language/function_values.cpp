// Functions as values: `f` and `&f`, which of several is meant, calls through pointers.
//
// A function's name that is not called is a function_address: an rvalue, a pointer to the function. Where the name stands for several
// functions (overloads, a template), the type that it is converted to chooses; until then its type is a stand-in, and the names that it
// may mean are kept in `function_sets`.
#include <algorithm>

#include "simulator/language/parser.h"

namespace wb {

// The type by which pointers point to the function.
TypeId Parser::function_type(const FunctionDecl& f) {
  std::vector<TypeId> parameters;
  for (const ParameterDecl& p : f.parameters) parameters.push_back(module->types.unqualified(p.type));
  return module->types.function_of(f.result, std::move(parameters));
}

ExprId Parser::function_address(FunctionDecl& f, Span span) {
  if (f.owner && !f.is_static_method) {
    report(Code::WB4001, span, {"pointers to methods", "call the method in a function, and take the function's address"});
    return {};
  }
  if (!check_callable(f, span)) return {};
  if (!f.is_device && !f.is_constexpr) {
    report(Code::WB3022, span, {std::string(f.name)}, {{f.span, "`" + std::string(f.name) + "` is defined here"}});
    return {};
  }
  if ((f.instance_of || f.is_in_template || !f.is_device || is_library(f.span)) && unevaluated == 0) queue_body(f, span);
  if (f.is_auto) need_body(f);
  if (!f.body_begin) unfinished_calls.emplace_back(&f, span);
  const TypeId type = function_type(f);
  module->functions[f.id.v].type = type;
  Expr e = node(ExprKind::function_address, module->types.pointer_to(type), span);
  e.function = f.id;
  return make(std::move(e));
}

// The functions that a name can mean as a value.
std::vector<FunctionDecl*> Parser::functions_meant(const Operand& name) {
  std::vector<FunctionDecl*> found;
  for (FunctionDecl* f : name.functions) {
    if (!f->is_readable) continue;
    if (f->tmpl && name.has_template_arguments) {
      std::vector<TemplateArgument> arguments;
      std::string missing;
      if (!deduce(*f, name.template_arguments, {}, arguments, missing)) continue;
      f = instantiate(*f, std::move(arguments), name.span);
      if (!f) continue;
    } else if (name.has_template_arguments) {
      continue;
    }
    found.push_back(f);
  }
  return found;
}

ExprId Parser::function_value(const Operand& name) {
  const std::vector<FunctionDecl*> found = functions_meant(name);
  if (found.size() == 1 && !found[0]->tmpl) return function_address(*found[0], name.span);
  if (found.empty()) {
    report(Code::WB4001, name.span, {name.functions.empty() ? "CUDA's functions as values" : "this function as a value",
                                     "call it: `" + std::string(name.name) + "(...)`, in a function of your own"});
    return {};
  }
  Expr e = node(ExprKind::function_address, module->types.pointer_to(module->types.function_of(module->types.scalar(ScalarKind::void_), {module->types.scalar(ScalarKind::void_)})), name.span);
  const ExprId id = make(std::move(e));
  if (id) function_sets[id.v] = name;
  return id;
}

bool Parser::is_function_set(ExprId e) const { return e && at(e).kind == ExprKind::function_address && function_sets.count(e.v); }

// The one of the set that a pointer (or reference) of type `to` can hold; null: none.
FunctionDecl* Parser::choose_function(ExprId set, TypeId to) {
  const Type target = module->types[to];
  if ((target.kind != TypeKind::pointer && target.kind != TypeKind::reference) || module->types[target.element].kind != TypeKind::function) return nullptr;
  const Operand name = function_sets.at(set.v);
  FunctionDecl* from_template = nullptr;
  for (FunctionDecl* f : functions_meant(name)) {
    if (!f->tmpl) {
      if (function_type(*f) == target.element) return f;
      continue;
    }
    // A template's arguments come from the parameters of the pointer's type.
    const std::vector<TypeId> parameters = module->types.function_parameters[module->types[target.element].index];
    if (parameters.size() != f->parameters.size()) continue;
    std::vector<TemplateArgument> arguments(f->tmpl->parameters.size());
    bool fits = true;
    for (size_t i = 0; i < parameters.size(); ++i) fits &= deduce_type(module->types.unqualified(f->parameters[i].type), parameters[i], arguments);
    fits &= deduce_type(f->result, module->types[target.element].element, arguments);
    for (const TemplateArgument& a : arguments) fits &= a.is_known;
    FunctionDecl* made = fits ? instantiate(*f, std::move(arguments), name.span) : nullptr;
    if (made && function_type(*made) == target.element) from_template = made;
  }
  return from_template;
}

ExprId Parser::convert_function_set(ExprId set, TypeId to, Span place) {
  if (FunctionDecl* f = choose_function(set, to)) return function_address(*f, at(set).span);
  report(Code::WB3120, place, {std::string(function_sets.at(set.v).name)});
  return {};
}

// A value that can be called: a pointer to a function, a reference to one, `*pointer`. None: it is something else.
ExprId Parser::callable_pointer(ExprId e) {
  if (!e) return {};
  const Type type = type_of(e);
  if (type.kind == TypeKind::function) return at(e).kind == ExprKind::dereference ? at(e).a : ExprId{};
  if (type.kind == TypeKind::pointer && module->types[type.element].kind == TypeKind::function) return rvalue(e);
  return {};
}

ExprId Parser::call_pointer(ExprId pointer, std::vector<ExprId> arguments, Span span) {
  if (!pointer) return {};
  if (is_function_set(pointer)) {
    Operand name = function_sets.at(pointer.v);
    return resolve_call(name, std::move(arguments), span);
  }
  if (at(pointer).kind == ExprKind::function_address) return call_function(*function_by_id[at(pointer).function.v], std::move(arguments), span, {}, at(pointer).span);
  const Type type = module->types[type_of(pointer).element];
  const std::vector<TypeId> parameters = module->types.function_parameters[type.index];
  if (parameters.size() != arguments.size()) {
    report(Code::WB3010, span, {std::string(sources->text(sources->outermost(at(pointer).span))), std::to_string(parameters.size()), std::to_string(arguments.size()), ""});
    return {};
  }
  Expr call = node(ExprKind::call_indirect, type.element, span);
  call.a = pointer;
  call.op_span = at(pointer).span;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i]) return {};
    const ExprId argument = convert_argument(arguments[i], parameters[i], at(arguments[i]).span);
    if (!argument) return {};
    call.args.push_back(argument);
  }
  const ExprId result = make(std::move(call));
  return result && type_of(result).kind == TypeKind::reference ? dereference(result, span, true) : result;
}

// Does the parenthesis behind a type open the parameters of a function's type, as in `X<void(int, float)>`? `T()` counts as one, too.
bool Parser::at_function_type() {
  if (!is(Tok::left_paren)) return false;
  const size_t behind = skip_balanced(pos);
  const Tok next = tokens[behind].kind;
  if (next != Tok::comma && next != Tok::greater && next != Tok::kw_noexcept && next != Tok::ellipsis) return false;
  if (kind(1) == Tok::right_paren) return true;
  size_t first = pos + 1;
  At there(*this, first, nullptr);
  return is_type_start();
}

// "(" parameters ")" of a function's type, read at the parenthesis; `result` is what such a function returns.
std::optional<TypeId> Parser::parse_function_type(TypeId result) {
  take();
  bool ok = true;
  std::vector<TypeId> types;
  for (const ParameterDecl& p : parse_parameters(ok)) types.push_back(module->types.unqualified(p.type));
  if (eat(Tok::kw_noexcept) && is(Tok::left_paren)) pos = skip_balanced(pos);
  if (!ok) return std::nullopt;
  return module->types.function_of(result, std::move(types));
}

}  // namespace wb
