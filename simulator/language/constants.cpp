// Constant expressions: their values, the functions that must be read for them, and why an expression is none.
#include <utility>

#include "simulator/language/finish.h"
#include "simulator/language/parser.h"

namespace wb {

std::optional<uint64_t> Parser::evaluate(ExprId e) {
  if (!e) return std::nullopt;
  read_constant_bodies(e);
  return ConstantEvaluator(*module, &known_constants, &known_objects).evaluate(e);
}

std::optional<uint64_t> Parser::evaluate_alone(ExprId e) {
  if (!e) return std::nullopt;
  ConstantEvaluator evaluator(*module, &known_constants, &known_objects);
  auto value = evaluator.evaluate(e);
  return value && !evaluator.has_written() ? value : std::nullopt;
}

// Bodies of constexpr functions may still wait: those that the expression calls, and those that they call in turn.
void Parser::read_constant_bodies(ExprId expression) {
  std::vector<ExprId> todo{expression};
  std::vector<FunctionDecl*> functions_called;
  auto visit = [&](ExprId id) {
    const Expr& x = at(id);
    if (x.kind != ExprKind::call || x.function.v >= function_by_id.size()) return;
    if (FunctionDecl* f = function_by_id[x.function.v]) functions_called.push_back(f);
  };
  for (size_t i = 0; i < todo.size() && i < 4096; ++i) {
    const Expr& x = at(todo[i]);
    for (ExprId child : {x.a, x.b, x.c})
      if (child) todo.push_back(child);
    todo.insert(todo.end(), x.args.begin(), x.args.end());
    visit(todo[i]);
  }
  for (size_t i = 0; i < functions_called.size() && !stopped; ++i) {
    FunctionDecl& f = *functions_called[i];
    need_body(f);
    if (!f.is_constexpr || !f.is_body_done || !read_for_constants.insert(f.id.v).second) continue;
    for_each_expr(*module, (*module)[f.id].body, visit);
  }
}

// The value of a constexpr array or object, for constant expressions that use it.
void Parser::note_constant_object(VarId var, TypeId type, ExprId init, bool reports) {
  if (!init || (!module->types.is_array(type) && !module->types.is_record(type))) return;
  (void)evaluate(init);  // reads the bodies that are needed
  ConstantEvaluator evaluator(*module, &known_constants, &known_objects);
  if (auto value = evaluator.evaluate_object(init)) {
    known_objects[var.v] = std::move(*value);
    return;
  }
  ExprId culprit = evaluator.culprit();
  if (!reports || !culprit || (at(culprit).kind != ExprKind::load && at(culprit).kind != ExprKind::special && at(culprit).kind != ExprKind::variable)) return;
  std::string why;
  Span span = why_not_constant(init, why);
  report(Code::WB3040, span, {why});
}

ExprId Parser::constant_node(const ConstantValue& value, TypeId type, Span span) {
  type = module->types.unqualified(type);
  if (!value.is_aggregate) return make_constant(type, value.bits, span);
  const Type t = module->types[type];
  Expr list = node(ExprKind::init_list, type, span);
  for (size_t i = 0; i < value.parts.size(); ++i) {
    TypeId part = t.kind == TypeKind::array ? t.element : module->types.records[t.index].fields[i].type;
    list.args.push_back(constant_node(value.parts[i], part, span));
  }
  return make(std::move(list));
}

// A host constexpr array or object in device code: its value is known, and that is all there is. (nvcc lets an object's members be used, and
// an element of a class's static array where the index is a constant.)
ExprId Parser::host_constant(const Symbol& symbol, std::string_view name, Span span) {
  bool is_value_context = !fn || fn->constant_depth > 0 || !fn->is_device;
  if (is_value_context) return make_variable(symbol.var, span);
  const ConstantValue* value = &known_objects.at(symbol.var.v);
  TypeId type = module->variables[symbol.var.v].type;
  while (module->types.is_array(type) && symbol.is_static_member && is(Tok::left_bracket)) {
    Token open = take();
    ExprId index = rvalue(parse_expression());
    if (!expect_close(Tok::right_bracket, open) || !index) return {};
    auto known = evaluate(index);
    if (!known || *known >= value->parts.size()) break;
    value = &value->parts[*known];
    type = module->types[type].element;
  }
  if (!module->types.is_array(type)) return constant_node(*value, type, span);
  report(Code::WB3025, span, {std::string(name)}, {{symbol.span, "`" + std::string(name) + "` is declared here"}});
  return {};
}

Span Parser::why_not_constant(ExprId e, std::string& why) {
  ConstantEvaluator evaluator(*module, &known_constants, &known_objects);
  (void)evaluator.evaluate(e);
  ExprId culprit = evaluator.culprit() ? evaluator.culprit() : e;
  const Expr& x = at(culprit);
  if (x.kind == ExprKind::load && at(x.a).kind == ExprKind::variable) why = "the value of `" + module->variables[at(x.a).var.v].name + "` is only known when the kernel runs";
  else if (x.kind == ExprKind::special) why = "its value is only known when the kernel runs";
  else if (x.kind == ExprKind::binary && (x.op == Op::divide || x.op == Op::remainder)) why = "it divides by zero";
  else if (x.kind == ExprKind::call) why = "this call cannot be computed while compiling";
  else why = "its value is not known while compiling";
  return x.span;
}

}  // namespace wb
