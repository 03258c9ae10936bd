#include "simulator/program/kernel_use.h"

#include <algorithm>
#include <optional>
#include <span>
#include <unordered_map>
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

// Values that are made of where a block stands in the grid; where nobody asks for that, of where a thread stands in its block.
class GridIndices {
 public:
  GridIndices(const Module& m, bool has_blocks) : m_(m), first_(has_blocks ? Special::block_idx_x : Special::thread_idx_x), last_(has_blocks ? Special::block_idx_z : Special::thread_idx_z) {
    constexpr int most_passes = 8;  // a chain of variables, each made of one that stands further down
    const Provenance provenance(m);
    bool is_new = true;
    for (int pass = 0; is_new && pass < most_passes; ++pass) {
      is_new = false;
      for (uint32_t v = 0; v < m.variables.size(); ++v)
        for (ExprId source : provenance.sources(VarId{v}))
          if (!variables_.contains(v) && contains(source)) is_new = variables_.insert(v).second;
    }
  }
  bool contains(ExprId id) const {
    if (!id) return false;
    const Expr& e = m_[id];
    if (e.kind == ExprKind::special) return e.special >= first_ && e.special <= last_;
    if (e.kind == ExprKind::load) return m_[e.a].kind == ExprKind::variable && variables_.contains(m_[e.a].var.v);
    return (e.kind == ExprKind::binary || e.kind == ExprKind::cast || e.kind == ExprKind::unary) && (contains(e.a) || contains(e.b));
  }

 private:
  const Module& m_;
  const Special first_, last_;
  std::unordered_set<uint32_t> variables_;
};

// if (i < n), if (i >= n) return: the grid may be larger than what it works on. Bounds from below are none.
class Guards {
 public:
  Guards(const Program& program, bool has_blocks) : m_(*program.module), parameters_(m_[program.kernel].parameters), provenance_(m_) {
    find_conditions_to_leave();
    const GridIndices indices(m_, has_blocks);
    for (uint32_t id = 0; id < m_.exprs.size(); ++id) {
      const Expr& e = m_.exprs[id];
      if (e.kind != ExprKind::binary || e.op < Op::equal) continue;
      for (const auto& [index, bound] : {std::pair{e.a, e.b}, {e.b, e.a}}) {
        const auto n = variable(bound);
        if (!n || !is_parameter(*n) || !indices.contains(index)) continue;
        if (e.op == Op::equal && has_blocks) places_.insert(n->v);
        if (!is_upper(e.op, index.v == e.a.v, leaves_.contains(id))) continue;
        guards_.insert(n->v);
        if (const auto i = variable(index))
          if (const auto [known, is_new] = guard_of_.emplace(i->v, n->v); !is_new && known->second != n->v) known->second = no_guard;
      }
    }
  }
  void tell(KernelUse& use) {
    std::unordered_map<uint32_t, uint32_t> bounded;  // by pointer
    for (const Expr& e : m_.exprs) {
      const bool is_element = e.kind == ExprKind::subscript || e.kind == ExprKind::dereference;
      if (!is_element && (e.kind != ExprKind::builtin_call || e.args.empty() || !m_.types.is_pointer(m_[e.args[0]].type))) continue;
      const auto i = e.kind == ExprKind::subscript ? variable(e.b) : std::nullopt;
      const auto guard = i ? guard_of_.find(i->v) : guard_of_.end();
      const uint32_t bound = guard == guard_of_.end() ? no_guard : guard->second;
      for (uint32_t root : provenance_.of(is_element ? e.a : e.args[0]).variables)
        if (const auto [known, is_new] = bounded.emplace(root, bound); !is_new && known->second != bound) known->second = no_guard;
    }
    for (VarId parameter : parameters_) {
      if (guards_.contains(parameter.v)) use.guards.insert(m_[parameter].name);
      else if (places_.contains(parameter.v)) use.places.insert(m_[parameter].name);
      if (const auto bound = bounded.find(parameter.v); bound != bounded.end() && bound->second != no_guard) use.bounded[m_[parameter].name] = m_[VarId{bound->second}].name;
    }
  }

 private:
  static constexpr uint32_t no_guard = UINT32_MAX;

  // index op bound: what goes on lies below it.
  static bool is_upper(Op op, bool index_is_first, bool leaves) {
    const bool says_less = op == Op::less || op == Op::less_equal, says_more = op == Op::greater || op == Op::greater_equal;
    return (says_less || says_more) && (says_less == index_is_first) != leaves;
  }
  // if (a || b) return;
  void find_conditions_to_leave() {
    for (const Stmt& s : m_.stmts) {
      if (s.kind != StmtKind::if_ || !s.body || s.otherwise) continue;
      const Stmt& body = m_[s.body];
      const bool leaves = body.kind == StmtKind::return_ || (body.kind == StmtKind::compound && body.list.size() == 1 && m_[body.list[0]].kind == StmtKind::return_);
      for (std::vector<ExprId> todo = leaves ? std::vector<ExprId>{s.a} : std::vector<ExprId>{}; !todo.empty();) {
        const ExprId id = todo.back();
        todo.pop_back();
        leaves_.insert(id.v);
        if (m_[id].kind == ExprKind::logical_or) todo.insert(todo.end(), {m_[id].a, m_[id].b});
      }
    }
  }
  std::optional<VarId> variable(ExprId id) const {
    const Expr& e = m_[without_casts(m_, id)];
    return e.kind == ExprKind::load && m_[e.a].kind == ExprKind::variable ? std::optional(m_[e.a].var) : std::nullopt;
  }
  bool is_parameter(VarId var) const {
    return std::any_of(parameters_.begin(), parameters_.end(), [&](VarId p) { return p.v == var.v; });
  }

  const Module& m_;
  const std::vector<VarId>& parameters_;
  Provenance provenance_;
  std::unordered_set<uint32_t> leaves_;  // conditions, or parts of them, behind which a function is left
  std::unordered_set<uint32_t> guards_, places_;
  std::unordered_map<uint32_t, uint32_t> guard_of_;  // by index; of two different ones none
};

// if (threadIdx.x == 0) tile = atomicAdd(&next, 1);  of a tile in shared memory
bool takes_tickets(const Module& m) {
  return std::any_of(m.exprs.begin(), m.exprs.end(), [&](const Expr& e) {
    if (e.kind != ExprKind::assign) return false;
    const Expr &to = m[e.a], &call = m[without_casts(m, e.b)];
    if (to.kind != ExprKind::variable || m[to.var].storage != Storage::shared || call.kind != ExprKind::builtin_call || call.args.size() < 2) return false;
    const Expr& step = m[without_casts(m, call.args[1])];
    return std::string_view(builtin_info(call.builtin).spelling) == "atomicAdd" && step.kind == ExprKind::constant && step.bits == 1;
  });
}

// bar.sync 1, 64: what the block must have at least.
uint32_t threads_of_named_barriers(const Module& m) {
  const Provenance provenance(m);
  uint64_t most = 0;
  const auto take = [&](ExprId id) {
    const Expr& e = m[without_casts(m, id)];
    if (e.kind == ExprKind::constant) most = std::max<uint64_t>(most, e.bits);
  };
  for (const Expr& e : m.exprs) {
    if (e.kind != ExprKind::builtin_call || e.args.size() < 2 || std::string_view(builtin_info(e.builtin).spelling).find("barrier_") == std::string_view::npos) continue;
    const Expr& count = m[without_casts(m, e.args[1])];
    take(e.args[1]);
    if (count.kind != ExprKind::load || m[count.a].kind != ExprKind::variable) continue;
    for (ExprId given : provenance.sources(m[count.a].var)) take(given);  // by the library's function for the instruction
  }
  return static_cast<uint32_t>(std::min<uint64_t>(most, UINT32_MAX));
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
  const bool has_blocks = std::find(use.block_axis.begin(), use.block_axis.end(), true) != use.block_axis.end();
  Guards(program, has_blocks).tell(use);
  use.takes_tickets = !has_blocks && takes_tickets(*program.module);
  if (program.has_named_barriers) use.named_threads = threads_of_named_barriers(*program.module);
  use.tables = tables_of(*program.module, program.kernel);
  for (const auto& [pointer, place] : use.tables.filled) use.sought.erase(place.number);
  for (const ProgramParameter& parameter : std::span(program.parameters).first(program.own_parameters()))
    if (parameter.is_pointer && parameter.may_be_stored) use.stored.insert(parameter.name);
  return use;
}

}  // namespace wb
