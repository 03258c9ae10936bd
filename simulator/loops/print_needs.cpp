// What the printed text needs beside the kernel: the functions it leads to, what none of them may do in loops, and names that nobody has.
#include "simulator/loops/loops_printer.h"

#include <algorithm>

#include "simulator/loops/tree_walk.h"

namespace wb::loops {

void LoopsPrinter::find_reachable() {
  std::set<uint32_t> seen;
  visit_function(kernel_id_.v, seen, 0, kernel_.span);
  for (uint32_t function : reachable_)
    for_each_expr_in(m_, m_[FunctionId{function}].body, [&](ExprId id) {
      if (m_[id].kind != ExprKind::special || m_[id].special == Special::warp_size) return;
      const int number = static_cast<int>(m_[id].special);
      const bool is_block = number / 3 == 1 || number / 3 == 3;
      (is_block ? result_.grid_axes : result_.block_axes) |= 1u << (number % 3);
    });
  if (all_axes_) result_.grid_axes = result_.block_axes = 7;
}

void LoopsPrinter::visit_function(uint32_t function, std::set<uint32_t>& seen, int depth, Span called_at) {
  if (!seen.insert(function).second) return;
  const Function& f = m_.functions[function];
  called_at_[function] = expr_.called_at = called_at;
  check_waits(f);
  if (!f.body) expr_.refuse("`" + f.display_name + "` has no body", f.span);
  if (depth > 200) return;
  for (VarId parameter : f.parameters) check_variable(parameter);
  for_each_stmt(m_, f.body, [&](StmtId id) {
    if (m_[id].kind == StmtKind::declaration) check_variable(m_[id].var);
    if (m_[id].kind == StmtKind::goto_) expr_.refuse("`goto` crosses what becomes loops", m_[id].span);
  });
  for_each_expr_in(m_, f.body, [&](ExprId id) {
    if (m_[id].kind != ExprKind::call) return;
    const uint32_t callee = m_[id].function.v;
    const bool is_open = seen.contains(callee) && std::find(reachable_.begin(), reachable_.end(), callee) == reachable_.end();
    if (is_open && callee != function) announced_.insert(callee);
    visit_function(callee, seen, depth + 1, m_.sources->is_library(f.span.file) ? called_at : m_[id].span);
    expr_.called_at = called_at;
  });
  reachable_.push_back(function);
}

// __nanosleep(...);
bool LoopsPrinter::is_pause(StmtId id) const {
  return m_[id].kind == StmtKind::expression && m_[m_[id].a].kind == ExprKind::builtin_call && m_[m_[id].a].builtin == Builtin::nanosleep;
}

// A library function that waits for another thread would wait for ever: that one's turn comes later.
void LoopsPrinter::check_waits(const Function& f) {
  if (!m_.sources->is_library(f.span.file)) return;
  for_each_stmt(m_, f.body, [&](StmtId id) {
    if (m_[id].kind != StmtKind::while_) return;
    const std::vector<StmtId> body = list_of(m_[id].body);
    const bool is_wait = std::all_of(body.begin(), body.end(), [&](StmtId part) { return is_pause(part); });
    if (is_wait) expr_.refuse("`" + f.name + "` works on several threads at once: it waits for others, whose turn comes later in loops", m_[id].span);
  });
}

void LoopsPrinter::check_variable(VarId var) {
  TypeId type = m_[var].type;
  while (points(type) || types_.is_array(type)) type = types_[type].element;
  const Type& t = types_[type];
  if (t.kind == TypeKind::function) expr_.refuse("pointers to functions are not written as explicit loops", m_[var].span);
  if (t.kind == TypeKind::scalar && is_half_like(t.scalar)) expr_.refuse("`half` and `bfloat16` are not written as explicit loops", m_[var].span);
}

// Names that the printed functions already use.
void LoopsPrinter::find_names() {
  for (uint32_t i = 0; i < m_.functions.size(); ++i) names_.insert(expr_.function_name({i}));
  for (VarId global : m_.globals) names_.insert(m_[global].name);
  for (uint32_t function : reachable_) {
    for (VarId parameter : m_.functions[function].parameters) names_.insert(m_[parameter].name);
    for_each_stmt(m_, m_.functions[function].body, [&](StmtId id) {
      if (m_[id].kind == StmtKind::declaration) names_.insert(m_[m_[id].var].name);
    });
  }
}

std::string LoopsPrinter::fresh(std::string wanted) const {
  while (names_.contains(wanted)) wanted += "_";
  return wanted;
}

// Shared memory is declared for the whole block: a name that another variable of the kernel has as well would be mistaken for it.
void LoopsPrinter::name_shared_apart() {
  std::map<std::string, int> uses;
  for (VarId parameter : kernel_.parameters) ++uses[m_[parameter].name];
  for_each_stmt(m_, kernel_.body, [&](StmtId id) {
    if (m_[id].kind != StmtKind::declaration) return;
    const Storage storage = m_[m_[id].var].storage;
    if (storage == Storage::local) ++uses[m_[m_[id].var].name];
  });
  for (VarId global : m_.globals) {
    const Variable& variable = m_[global];
    const bool is_shared = variable.storage == Storage::shared || variable.storage == Storage::dynamic_shared;
    if (!is_shared || ++uses[variable.name] == 1) continue;
    const std::string name = fresh(variable.name + "_shared" + (uses[variable.name] > 2 ? "_" + std::to_string(uses[variable.name]) : ""));
    names_.insert(name);
    expr_.rename(global, name);
  }
}

// Parameters made of a pack have its name, all of them.
void LoopsPrinter::name_twins_apart(const Function& function) {
  std::set<std::string> used;
  for (VarId parameter : function.parameters) {
    const std::string own = expr_.name(parameter);
    if (used.insert(own).second) continue;
    int number = 2;
    while (used.contains(own + "_" + std::to_string(number)) || names_.contains(own + "_" + std::to_string(number))) ++number;
    used.insert(own + "_" + std::to_string(number));
    expr_.rename(parameter, own + "_" + std::to_string(number));
  }
}

// Constructors and destructors are functions that change what they get: such a variable is not printed as const.
void LoopsPrinter::find_built(const Function& function) {
  const auto add = [&](ExprId place) {
    VarId root;
    while (place && (m_[place].kind == ExprKind::address_of || m_[place].kind == ExprKind::cast || m_[place].kind == ExprKind::load || m_[place].kind == ExprKind::dereference)) place = m_[place].a;
    if (place && root_variable(m_, place, root)) built_.insert(root.v);
  };
  for_each_expr_in(m_, function.body, [&](ExprId id) {
    const Expr& e = m_[id];
    if (e.kind == ExprKind::assign) add(e.a);
    if (e.kind != ExprKind::call) return;
    for (size_t i = 0; i < e.args.size() && i < m_[e.function].parameters.size(); ++i) {
      const Type& wanted = types_[m_[m_[e.function].parameters[i]].type];
      const bool changes = (wanted.kind == TypeKind::pointer || wanted.kind == TypeKind::reference) && !types_[wanted.element].is_const;
      if (changes) add(e.args[i]);
    }
  });
}

// The type that a variable is declared with.
TypeId LoopsPrinter::declared_type(VarId var) {
  const TypeId type = m_[var].type;
  if (!built_.contains(var.v)) return type;
  const Type t = types_[type];
  if (t.kind == TypeKind::reference && types_[t.element].kind == TypeKind::record) return types_.reference_to(types_.unqualified(t.element));
  TypeId element = type;
  while (types_[element].kind == TypeKind::array) element = types_[element].element;
  return types_[element].kind == TypeKind::record || !m_[var].init ? without_const(type) : type;
}

// All three short names, or all three long ones: one style in one text.
void LoopsPrinter::name_axes(std::string (&names)[3], const char* short_name, const char* long_name) const {
  bool is_free = true;
  for (char axis : {'x', 'y', 'z'}) is_free &= !names_.contains(short_name + std::string(1, axis));
  for (int axis = 0; axis < 3; ++axis) names[axis] = fresh((is_free ? short_name : long_name) + std::string(1, "xyz"[axis]));
}

void LoopsPrinter::choose_names() {
  find_names();
  name_axes(grid_names_, "b", "block_");
  name_axes(block_names_, "t", "thread_");
  flat_ = result_.block_axes == 1 ? block_names_[0] : fresh(names_.contains("t") ? "thread" : "t");
  alive_ = fresh("alive");
  name_shared_apart();
  for (uint32_t function : reachable_) {
    name_twins_apart(m_.functions[function]);
    find_built(m_.functions[function]);
  }
  for (const auto& [var, residence] : structure_.residence)
    if (residence == Residence::per_thread) expr_.rename({var}, expr_.name({var}) + "[" + flat_ + "]");
}

}  // namespace wb::loops
