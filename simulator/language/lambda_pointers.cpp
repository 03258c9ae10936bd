#include "simulator/language/lambda_pointers.h"

namespace wb {
namespace {

// The lambda's operator() for the pointer's parameters; null: it captures something, or does not fit.
FunctionDecl* fitting_operator(Parser& p, TypeId from, TypeId function) {
  const Type type = p.module->types[p.module->types.unqualified(from)];
  if (type.kind != TypeKind::record || type.index >= p.records.size() || !p.records[type.index].is_lambda) return nullptr;
  if (!p.module->types.records[type.index].fields.empty()) return nullptr;
  const auto found = p.record_info({type.index}).scope->names.find("operator()");
  FunctionDecl* f = found == p.record_info({type.index}).scope->names.end() ? nullptr : found->second.functions.front();
  if (!f) return nullptr;
  const std::vector<TypeId> parameters = p.module->types.function_parameters[p.module->types[function].index];
  if (parameters.size() != f->parameters.size()) return nullptr;
  if (f->tmpl) {
    std::vector<TemplateArgument> arguments(f->tmpl->parameters.size());
    for (size_t i = 0; i < parameters.size(); ++i)
      if (!p.deduce_type(p.module->types.unqualified(f->parameters[i].type), parameters[i], arguments)) return nullptr;
    f = p.instantiate(*f, std::move(arguments), f->span);
  }
  if (f) p.need_body(*f);  // its result may follow from it
  return f && p.function_type(*f) == function ? f : nullptr;
}

}  // namespace

FunctionDecl* function_of_lambda(Parser& p, TypeId from, TypeId to) {
  const Type target = p.module->types[to];
  if (target.kind != TypeKind::pointer || p.module->types[target.element].kind != TypeKind::function) return nullptr;
  FunctionDecl* call = fitting_operator(p, from, target.element);
  if (!call) return nullptr;
  for (FunctionDecl& known : p.functions)
    if (known.inherited == call && known.is_static_method) return &known;
  FunctionDecl& f = p.functions.emplace_back(*call);
  f.inherited = call;
  f.is_static_method = true;
  f.is_const_method = f.is_body_done = f.is_body_running = f.is_queued = false;
  p.create_function(f);
  p.need_body(f);
  return &f;
}

}  // namespace wb
