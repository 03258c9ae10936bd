// Instances: a template's tokens read again with its parameters bound to arguments. Classes are read when they are named, bodies of
// functions and methods when they are called, as C++ has it: a member that makes no sense for some arguments does no harm until it is used.
#include <utility>

#include "simulator/language/constraints.h"
#include "simulator/language/placeholders.h"
#include "simulator/source/limits.h"

namespace wb {
namespace {

// A template that does not fit is no mistake of the function that calls another one by the same name.
struct Forgiven {
  Parser& parser;
  size_t before;
  explicit Forgiven(Parser& p) : parser(p), before(p.quiet_errors) {}
  ~Forgiven() { parser.quiet_errors = before; }
};

}  // namespace

bool Parser::too_many_instances(Span place) {
  if (++instantiations <= limits::instantiations) return false;
  report(Code::WB3065, place, {std::to_string(limits::instantiations)});
  stopped = true;
  pos = tokens.size() - 1;
  return true;
}

// Reads f's signature with its parameters bound. False: it makes no sense for them.
bool Parser::read_signature(const FunctionDecl& f, Scope* bound, Specifiers& specs, Declarator& d) {
  FunctionContext* outer = std::exchange(fn, nullptr);
  std::optional<RecordId> outer_record = std::exchange(current_record, f.owner);
  bool was = std::exchange(in_template_pattern, false);
  bool ok = true;
  const Forgiven forgiven(*this);
  {
    Quiet silent(*this);
    At there(*this, f.tmpl->begin, bound);
    if (f.tmpl->is_lambda) {
      bool has_result = false;
      specs.is_auto = true;
      d.function_result = f.result;
      current_record.reset();
      ok = read_lambda_signature(f.tmpl->begin, d, has_result);
    } else {
      parse_signature(specs, d);
    }
    ok = ok && specs.ok && d.ok && !d.is_excluded && !silent.failed();
  }
  in_template_pattern = was;
  current_record = outer_record;
  fn = outer;
  return ok;
}

// The function that the template gives for these arguments; null: its signature does not fit them.
FunctionDecl* Parser::instantiate(FunctionDecl& f, std::vector<TemplateArgument> arguments, Span place) {
  TemplateDecl& t = *f.tmpl;
  for (TemplateArgument& a : arguments)
    if (!a.is_known) a = {};
  {
    const Forgiven forgiven(*this);
    Quiet silent(*this);
    if (!complete_arguments(t, arguments, place) || silent.failed()) return nullptr;
  }
  for (auto& [known, special] : t.function_specialisations)
    if (known == arguments) return special;
  for (const auto& known : t.functions)
    if (known.arguments == arguments) return known.function;
  int depth = fn && fn->decl ? fn->decl->instantiation_depth + 1 : 1;
  if (depth > limits::instantiation_depth) {
    report(Code::WB3038, place, {std::to_string(limits::instantiation_depth)});
    stopped = true;
    pos = tokens.size() - 1;
    return nullptr;
  }
  if (too_many_instances(place)) return nullptr;
  Nesting guard(*this);
  if (guard.too_deep) return nullptr;
  Scope* bound = new_scope(Scope::Kind::template_, t.scope);
  bind_arguments(*bound, t, arguments);
  if (!t.constraints.empty() && !meets_constraints(*this, t, bound)) return nullptr;
  Specifiers specs;
  Declarator d;
  if (!read_signature(f, bound, specs, d)) return nullptr;
  for (const auto& known : t.functions)
    if (known.arguments == arguments) return known.function;
  FunctionDecl& made = functions.emplace_back();
  made.name = f.name;
  made.display_name = t.is_lambda ? std::string(f.name) : std::string(f.name) + argument_list(arguments);
  if (made.display_name.size() > 500) made.display_name = made.display_name.substr(0, 500) + "...>";
  made.span = f.span;
  made.is_device = f.is_device;
  made.is_host = f.is_host;
  made.is_kernel = f.is_kernel;
  made.is_constexpr = f.is_constexpr;
  made.is_consteval = f.is_consteval;
  made.is_static_method = f.is_static_method;
  made.is_const_method = f.is_const_method;
  made.is_constructor = f.is_constructor;
  made.is_deleted = f.is_deleted;
  made.is_auto = is_auto_type(d.function_result) && !f.is_constructor;
  made.owner = f.owner;
  made.access = f.access;
  made.result = module->types.unqualified(d.function_result);
  made.parameters = d.parameters;
  made.pack_name = d.pack_name;
  made.pack_begin = d.pack_begin;
  made.pack_count = d.pack_count;
  for (size_t i = 0; i < made.parameters.size() && i < f.parameters.size() && !made.parameters[i].is_pack; ++i)
    if (made.parameters[i].default_begin == 0) made.parameters[i].default_begin = f.parameters[i].default_begin;
  made.scope = bound;
  made.body_begin = f.body_begin;
  made.declaration_begin = f.declaration_begin;
  made.extent = f.extent;
  made.instance_of = &f;
  made.arguments = arguments;
  made.instantiation_depth = depth;
  made.asked_at = user_place(place);
  made.asked_by = fn ? fn->decl : nullptr;
  create_function(made);
  module->functions[made.id.v].max_threads = specs.max_threads ? specs.max_threads : static_cast<uint32_t>(d.pattern_count);
  set_cluster(module->functions[made.id.v], specs, d);
  t.functions.push_back({std::move(arguments), &made});
  return &made;
}

// The function is called: its body is needed, unless somebody asked for it before.
void Parser::queue_body(FunctionDecl& f, Span place) {
  if (f.body_begin == 0 || f.is_body_done || f.is_body_running || f.is_queued) return;
  f.is_queued = true;
  if (f.asked_at.end == 0) {
    f.asked_at = user_place(place);
    f.asked_by = fn ? fn->decl : nullptr;
    f.instantiation_depth = fn && fn->decl ? fn->decl->instantiation_depth + 1 : 1;
  }
  queue.push_back(&f);
}

// X<...> at the cursor, which ends behind it. What was read once is not read again.
std::optional<TypeId> Parser::named_instance(TemplateDecl& t, Span name, Span& last) {
  std::pair<size_t, Scope*> key{pos, scope};
  if (auto it = named_instances.find(key); it != named_instances.end() && !in_template_pattern) {
    const Type& type = module->types[it->second.type];
    bool has_failed = type.kind == TypeKind::record && type.index < records.size() && records[type.index].has_failed_quietly;
    if (!has_failed) {
      pos = it->second.end;
      last = tokens[pos - 1].span;
      return it->second.type;
    }
  }
  std::vector<TemplateArgument> arguments;
  if (!parse_template_arguments(arguments, last)) return std::nullopt;
  size_t end = pos;
  auto type = instantiate_record(t, std::move(arguments), cover(name, last));
  if (type && !in_template_pattern) named_instances[key] = {*type, end};
  return type;
}

std::optional<TypeId> Parser::instantiate_alias(TemplateDecl& t, const std::vector<TemplateArgument>& arguments) {
  if (t.end <= t.begin) return std::nullopt;
  Scope* bound = new_scope(Scope::Kind::template_, t.scope);
  bind_arguments(*bound, t, arguments);
  At there(*this, t.begin, bound);
  Nesting guard(*this);
  if (guard.too_deep) return std::nullopt;
  bool is_pattern = false;
  for (const TemplateArgument& a : arguments) is_pattern |= is_dependent(a);
  bool was = std::exchange(in_template_pattern, is_pattern);
  take();
  take();
  while (is(Tok::left_bracket)) pos = skip_balanced(pos);
  std::optional<TypeId> type;
  if (eat(Tok::equal)) {
    std::optional<Quiet> silent;
    if (is_pattern) silent.emplace(*this);
    type = parse_type_id();
    if (!type && is_pattern) type = placeholder_type(placeholder::dependent, "dependent");
  }
  in_template_pattern = was;
  return type;
}

// pi<float>: the value of a variable template for its arguments. The cursor is at `<`.
Operand Parser::variable_instance(TemplateDecl& t, Span span) {
  std::vector<TemplateArgument> arguments;
  Span last = span;
  if (is(Tok::less) && !parse_template_arguments(arguments, last)) return {};
  span = cover(span, last);
  if (t.is_concept) return concept_value(*this, t, std::move(arguments), span);
  if (!complete_arguments(t, arguments, span)) return {};
  for (const TemplateArgument& a : arguments)
    if (is_dependent(a)) return {};
  for (const TemplateDecl::VariableInstance& known : t.variables)
    if (known.arguments == arguments) return known.is_known ? expr_operand(make_constant(known.type, known.bits, span)) : Operand{};
  if (too_many_instances(span)) return {};
  Nesting guard(*this);
  if (guard.too_deep) return {};
  Scope* bound = nullptr;
  size_t begin = chosen_definition(t, arguments, bound);
  if (begin == 0) {
    report(Code::WB3081, span, {std::string(t.name) + argument_list(arguments)});
    return {};
  }
  TemplateDecl::VariableInstance made;
  made.arguments = arguments;
  {
    At there(*this, begin, bound);
    FunctionContext* outer = std::exchange(fn, nullptr);
    bool was = std::exchange(in_template_pattern, false);
    being_made.emplace_back(std::string(t.name) + argument_list(arguments), span);
    Specifiers specs = parse_specifiers(true);
    Declarator d;
    if (specs.ok) d = parse_declarator(specs);
    ExprId init;
    bool failed = false;
    if (specs.is_device || specs.is_constant || specs.is_shared) {
      report(Code::WB4001, d.span, {"variable templates with a place in memory", "make it `constexpr`, or a member of a class template"});
    } else if (specs.ok && d.ok && specs.is_auto && eat(Tok::equal)) {
      init = rvalue(parse_assignment());
      if (init) d.type = at(init).type;
    } else if (specs.ok && d.ok) {
      init = parse_initialiser(d.type, d, failed);
    }
    if (auto value = init ? evaluate(init) : std::nullopt) {
      made.type = module->types.unqualified(d.type);
      made.bits = *value;
      made.is_known = true;
    } else if (init) {
      std::string why;
      Span culprit = why_not_constant(init, why);
      report(Code::WB3040, culprit, {why});
    }
    being_made.pop_back();
    in_template_pattern = was;
    fn = outer;
  }
  t.variables.push_back(made);
  return made.is_known ? expr_operand(make_constant(made.type, made.bits, span)) : Operand{};
}

}  // namespace wb
