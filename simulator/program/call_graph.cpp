#include "simulator/program/call_graph.h"

#include <algorithm>

namespace wb {
namespace {

constexpr uint64_t long_kernel = 100'000;  // nodes of the tree with everything inlined: from here on large functions are called
constexpr uint64_t large_function = 1'000;
constexpr uint64_t many_copies = 10'000;   // nodes of all copies of a function together
constexpr uint64_t saturated = uint64_t{1} << 40;

}  // namespace

CallGraph::CallGraph(const Module& module, FunctionId kernel) : m_(module) {
  // Reachable functions; what is reached through pointers only shows when all bodies have been read.
  std::vector<FunctionId> todo = {kernel};
  std::vector<uint32_t> called_types, taken;
  // Whose address is taken anywhere: the host may copy pointers from one variable to another.
  for (uint32_t f = 0; f < m_.functions.size(); ++f)
    if (m_.functions[f].type.v && m_.functions[f].body) taken.push_back(f);
  const auto collect = [&](const Node& node) {
    for (uint32_t f : node.calls) {
      call_sites_[f]++;
      todo.push_back({f});
    }
    for (uint32_t f : node.launches) {
      launched_.push_back(f);
      todo.push_back({f});
    }
    for (uint32_t type : node.indirect)
      if (std::find(called_types.begin(), called_types.end(), type) == called_types.end()) called_types.push_back(type);
  };
  for (bool grows = true; grows;) {
    grows = false;
    while (!todo.empty()) {
      const FunctionId f = todo.back();
      todo.pop_back();
      if (nodes_.count(f.v)) continue;
      read(f);
      collect(nodes_.at(f.v));
    }
    for (uint32_t f : taken) {
      const uint32_t type = m_[FunctionId{f}].type.v;
      if (std::find(called_types.begin(), called_types.end(), type) == called_types.end()) continue;
      std::vector<FunctionId>& targets = targets_[type];
      if (std::find(targets.begin(), targets.end(), FunctionId{f}) != targets.end()) continue;
      targets.push_back({f});
      todo.push_back({f});
      grows = true;
    }
  }
  find_cycles(kernel.v);
  for (const uint32_t f : launched_)
    if (nodes_.at(f).index == 0) find_cycles(f);
  for (const auto& [type, targets] : targets_)
    for (FunctionId f : targets) {
      if (nodes_.at(f.v).index == 0) find_cycles(f.v);
      nodes_.at(f.v).is_out_of_line = true;
    }
  for (auto& [f, node] : nodes_) node.is_out_of_line |= node.is_recursive;
  measure(false);
  uint64_t expanded = nodes_.at(kernel.v).expanded;
  for (const uint32_t f : launched_) expanded = std::max(expanded, nodes_.at(f).expanded);
  if (expanded > long_kernel) measure(true);
  if (module.has_exceptions) find_throwing();
}

void CallGraph::read(FunctionId function) {
  Node node;
  read_statement(m_[function].body, node);
  nodes_.emplace(function.v, std::move(node));
}

void CallGraph::read_statement(StmtId id, Node& node) {
  if (!id) return;
  const Stmt& s = m_[id];
  node.size++;
  read_expression(s.a, node);
  read_expression(s.step, node);
  if (s.kind == StmtKind::declaration) read_expression(m_[s.var].init, node);
  read_statement(s.init, node);
  read_statement(s.body, node);
  read_statement(s.otherwise, node);
  for (StmtId child : s.list) read_statement(child, node);
}

void CallGraph::read_expression(ExprId id, Node& node) {
  if (!id) return;
  const Expr& e = m_[id];
  node.size++;
  if (e.kind == ExprKind::builtin_call && e.builtin == Builtin::launch_grid) {  // the kernel begins anew: nobody comes back from there
    const Expr& call = m_[e.args.back()];
    node.launches.push_back(call.function.v);
    for (size_t i = 0; i + 1 < e.args.size(); ++i) read_expression(e.args[i], node);
    for (ExprId argument : call.args) read_expression(argument, node);
    return;
  }
  if (e.kind == ExprKind::builtin_call) node.may_throw |= e.builtin == Builtin::leave_by_exception;
  if (e.kind == ExprKind::call) node.calls.push_back(e.function.v);
  if (e.kind == ExprKind::call_indirect) node.indirect.push_back(m_.types[m_[e.a].type].element.v);
  read_expression(e.a, node);
  read_expression(e.b, node);
  read_expression(e.c, node);
  for (ExprId argument : e.args) read_expression(argument, node);
}

std::vector<uint32_t> CallGraph::callees(const Node& node) const {
  std::vector<uint32_t> all = node.calls;
  for (uint32_t type : node.indirect)
    if (auto it = targets_.find(type); it != targets_.end())
      for (FunctionId f : it->second) all.push_back(f.v);
  return all;
}

// Tarjan's strongly connected components, without recursion.
void CallGraph::find_cycles(uint32_t root) {
  struct Visit {
    uint32_t function;
    std::vector<uint32_t> callees;
    size_t next = 0;
  };
  static constexpr uint32_t first = 1;
  uint32_t counter = first + static_cast<uint32_t>(finished_.size());
  std::vector<uint32_t> stack;
  std::vector<Visit> visits;
  const auto enter = [&](uint32_t f) {
    Node& node = nodes_.at(f);
    node.index = node.low = counter++;
    node.is_on_stack = true;
    stack.push_back(f);
    visits.push_back({f, callees(node)});
  };
  enter(root);
  while (!visits.empty()) {
    Visit& visit = visits.back();
    Node& node = nodes_.at(visit.function);
    if (visit.next < visit.callees.size()) {
      const uint32_t f = visit.callees[visit.next++];
      Node& callee = nodes_.at(f);
      if (f == visit.function) node.is_recursive = true;
      if (callee.index == 0) enter(f);
      else if (callee.is_on_stack) node.low = std::min(node.low, callee.index);
      continue;
    }
    const uint32_t f = visit.function, low = node.low;
    finished_.push_back(f);
    if (node.low == node.index) {
      const bool is_cycle = stack.back() != f;
      for (uint32_t member = ~0u; member != f;) {
        member = stack.back();
        stack.pop_back();
        Node& m = nodes_.at(member);
        m.is_on_stack = false;
        m.cycle = node.index;
        m.is_recursive |= is_cycle;
      }
    }
    visits.pop_back();
    if (!visits.empty()) {
      Node& caller = nodes_.at(visits.back().function);
      caller.low = std::min(caller.low, low);
    }
  }
}

// The size of every function with what is inlined into it. `cuts`: large ones with several callers are put out of line.
void CallGraph::measure(bool cuts) {
  for (uint32_t f : finished_) {
    Node& node = nodes_.at(f);
    node.expanded = node.size;
    for (uint32_t callee : node.calls) {
      const Node& c = nodes_.at(callee);
      node.expanded = std::min(saturated, node.expanded + (c.is_out_of_line ? 8 : c.expanded));
    }
    if (cuts && call_sites_[f] > 1 && (node.expanded > large_function || node.expanded * call_sites_[f] > many_copies)) node.is_out_of_line = true;
  }
}

// Whoever calls one that throws does.
void CallGraph::find_throwing() {
  for (bool grows = true; grows;) {
    grows = false;
    for (auto& [f, node] : nodes_) {
      if (node.may_throw) continue;
      const std::vector<uint32_t> called = callees(node);
      node.may_throw = !node.indirect.empty() || std::any_of(called.begin(), called.end(), [&](uint32_t callee) { return nodes_.at(callee).may_throw; });
      grows |= node.may_throw;
    }
  }
}

const CallGraph::Node* CallGraph::node(FunctionId function) const {
  auto it = nodes_.find(function.v);
  return it == nodes_.end() ? nullptr : &it->second;
}

bool CallGraph::is_out_of_line(FunctionId function) const {
  const Node* n = node(function);
  return n && n->is_out_of_line;
}
bool CallGraph::may_throw(FunctionId function) const {
  const Node* n = node(function);
  return n && n->may_throw;
}
bool CallGraph::is_recursive(FunctionId function) const {
  const Node* n = node(function);
  return n && n->is_recursive;
}
bool CallGraph::may_come_back(FunctionId caller, FunctionId callee) const {
  const Node *a = node(caller), *b = node(callee);
  return a && b && a->is_recursive && a->cycle == b->cycle;
}
bool CallGraph::may_come_back(FunctionId caller, TypeId type) const {
  for (FunctionId f : targets(type))
    if (may_come_back(caller, f)) return true;
  return false;
}
const std::vector<FunctionId>& CallGraph::targets(TypeId type) const {
  static const std::vector<FunctionId> none;
  auto it = targets_.find(type.v);
  return it == targets_.end() ? none : it->second;
}

}  // namespace wb
