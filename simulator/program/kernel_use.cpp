#include "simulator/program/kernel_use.h"

#include <optional>
#include <span>
#include <unordered_set>

#include "simulator/language/builtin_table.h"
#include "simulator/language/typed_tree.h"
#include "simulator/program/provenance.h"

namespace wb {

namespace {

// a[i], *p, p->x, a[i].x: the place behind a pointer that an lvalue leads to; none: a variable itself.
ExprId pointed_to(const Module& m, ExprId lvalue) {
  while (m[lvalue].kind == ExprKind::member) lvalue = m[lvalue].a;
  return m[lvalue].kind == ExprKind::dereference || m[lvalue].kind == ExprKind::subscript ? lvalue : ExprId{};
}

void find_inputs(const Program& program, KernelUse& use) {
  const Module& m = *program.module;
  Provenance provenance(m);
  std::unordered_set<uint32_t> read, flags;
  const auto add = [&](ExprId pointer, std::unordered_set<uint32_t>& to) {
    if (!pointer) return;
    const Provenance::Roots roots = provenance.of(pointer);
    to.insert(roots.variables.begin(), roots.variables.end());
  };
  for (const Expr& e : m.exprs) {
    if (e.kind == ExprKind::load || e.kind == ExprKind::compound_assign) add(pointed_to(m, e.a), m.types[m[e.a].type].is_volatile ? flags : read);
    if (e.kind == ExprKind::call && m[e.function].name == "atomic_ref" && e.args.size() == 2) add(e.args[1], flags);  // its constructor
    if (e.kind != ExprKind::builtin_call || e.args.empty() || !m.types.is_pointer(m[e.args[0]].type)) continue;
    const std::string_view name = builtin_info(e.builtin).spelling;
    if (name == "memcpy") {
      add(e.args[1], read);
      continue;
    }
    add(e.args[0], name.starts_with("__ld") ? read : flags);
  }
  for (VarId parameter : m[program.kernel].parameters)
    if (read.contains(parameter.v) && !flags.contains(parameter.v)) use.inputs.insert(m[parameter].name);
}

ExprId without_casts(const Module& m, ExprId e) {
  while (m[e].kind == ExprKind::cast) e = m[e].a;
  return e;
}

// a[i] == key
void find_sought(const Program& program, KernelUse& use) {
  const Module& m = *program.module;
  std::set<uint32_t> sought, bounds;
  const auto variable = [&](ExprId e) { return m[e].kind == ExprKind::load && m[m[e].a].kind == ExprKind::variable ? std::optional(m[m[e].a].var.v) : std::nullopt; };
  for (const Expr& e : m.exprs) {
    if (e.kind != ExprKind::binary || e.op < Op::equal) continue;
    const ExprId a = without_casts(m, e.a), b = without_casts(m, e.b);
    for (const auto& [number, other] : {std::pair{a, b}, {b, a}}) {
      const bool is_of_element = (e.op == Op::equal || e.op == Op::not_equal) && m[other].kind == ExprKind::load && pointed_to(m, m[other].a);
      if (const auto v = variable(number)) (is_of_element ? sought : bounds).insert(*v);
    }
  }
  for (VarId parameter : m[program.kernel].parameters)
    if (sought.contains(parameter.v) && !bounds.contains(parameter.v)) use.sought.insert(m[parameter].name);
}

// v == 42, in the file itself
void find_compared(const Module& m, KernelUse& use) {
  for (const Expr& e : m.exprs) {
    if (e.kind != ExprKind::binary || (e.op != Op::equal && e.op != Op::not_equal) || e.span.file.v != 0) continue;
    const ExprId a = without_casts(m, e.a), b = without_casts(m, e.b);
    for (const auto& [number, other] : {std::pair{a, b}, {b, a}})
      if (m[number].kind == ExprKind::constant && m.types.is_arithmetic(m[number].type) && is_integer(m.types[m[number].type].scalar) && m[other].kind != ExprKind::special && m[other].kind != ExprKind::constant)
        use.compared.insert(static_cast<int32_t>(m[number].bits));
  }
}

}  // namespace

KernelUse use_of(const Program& program) {
  KernelUse use;
  for (const Preset& preset : program.presets) {
    if (preset.kind != Preset::Kind::special) continue;
    constexpr auto first_thread = static_cast<uint32_t>(Special::thread_idx_x), first_block = static_cast<uint32_t>(Special::block_idx_x);
    if (preset.index - first_thread < 3) use.thread_axis[preset.index - first_thread] = true;
    if (preset.index - first_block < 3) use.block_axis[preset.index - first_block] = true;
  }
  const auto is_of_kernel = [&](size_t i) { return program.shared_layouts.empty() || program.shared_layouts[0].places[i] != SharedLayout::not_there; };
  for (size_t i = 0; i < program.allocations.size(); ++i)
    if (program.allocations[i].info.space == Space::shared && static_cast<int32_t>(i) != program.dynamic_shared && is_of_kernel(i)) use.shared_arrays.push_back(program.allocations[i].info.shape);
  use.has_dynamic_shared = program.dynamic_shared >= 0;
  use.max_threads = (*program.module)[program.kernel].max_threads;
  if (const auto& cluster = (*program.module)[program.kernel].cluster; cluster[0]) use.cluster = cluster;
  find_inputs(program, use);
  find_sought(program, use);
  find_compared(*program.module, use);
  for (const ProgramParameter& parameter : std::span(program.parameters).first(program.own_parameters()))
    if (parameter.is_pointer && parameter.may_be_stored) use.stored.insert(parameter.name);
  return use;
}

}  // namespace wb
