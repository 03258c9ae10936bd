#include "simulator/language/shape_values.h"

namespace wb {
namespace {

bool is_uint3(const Parser& p, TypeId type) {
  const Type& t = p.module->types[type];
  if (t.kind != TypeKind::record) return false;
  const Record& record = p.module->types.records[t.index];
  return record.name == "uint3" && record.span.end == 0;  // CUDA's own
}

}  // namespace

bool is_other_shape(const Parser& p, TypeId from, TypeId to) { return (p.is_dim3(from) && is_uint3(p, to)) || (is_uint3(p, from) && p.is_dim3(to)); }

ExprId as_other_shape(Parser& p, ExprId e, TypeId to, Span span) {
  std::vector<ExprId> before;
  if (p.at(e).kind == ExprKind::init_list && p.at(e).args.size() == 3) {
    Expr sizes = p.at(e);
    sizes.type = p.module->types.unqualified(to);
    return p.make(std::move(sizes));
  }
  const ExprId object = p.name_once(p.at(e).is_lvalue ? e : p.materialise(e), before);
  if (!object) return {};
  Expr sizes = p.node(ExprKind::init_list, p.module->types.unqualified(to), span);
  for (uint32_t axis = 0; axis < 3; ++axis) {
    const Expr named = p.at(object);  // a copy: `make` moves them all
    const ExprId size = p.rvalue(p.make_member(p.make(named), axis, span));
    if (!size) return {};
    sizes.args.push_back(size);
  }
  const ExprId made = p.make(std::move(sizes));
  return before.empty() ? made : p.build_comma(before[0], made, span);
}

}  // namespace wb
