// The parts of a kernel's body between its barriers, each a loop over the threads of the block; what they compute again or keep for each thread.
#include "simulator/loops/loops_printer.h"

#include <algorithm>

#include "simulator/loops/tree_walk.h"

namespace wb::loops {

void LoopsPrinter::print_parts(const std::vector<Part>& parts, bool in_hoisted_loop) {
  for (const Part& part : parts)
    for (StmtId id : part.statements)
      if (m_[id].kind == StmtKind::declaration && structure_.of(m_[id].var) == Residence::per_thread) print_thread_array(m_[id].var);
  for (const Part& part : parts) {
    switch (part.kind) {
      case Part::Kind::threads: print_threads(part); break;
      case Part::Kind::barrier: print_barrier(part); break;
      case Part::Kind::once: print_statement(part.statement); break;
      case Part::Kind::hoisted: print_hoisted(part); break;
      case Part::Kind::uniform_return: print_uniform_return(part, in_hoisted_loop); break;
    }
  }
}

void LoopsPrinter::print_barrier(const Part& part) {
  const Stmt& stmt = m_[part.statement];
  std::string comment = comments_.take_after(stmt.span, stmt.span.end);
  if (!comment.empty()) comment = ":" + comment.substr(2);
  out_.add("// __syncthreads(), every thread has come this far" + comment, line_of(stmt.span));
}

void LoopsPrinter::print_uniform_return(const Part& part, bool in_hoisted_loop) {
  const Stmt& stmt = m_[part.statement];
  if (in_hoisted_loop) needs_next_block_ = true;
  out_.add("if (" + expr_.print(stmt.a) + ") " + (in_hoisted_loop ? "goto " + fresh("next_block") + ";" : "continue;"), line_of(stmt.span),
           comments_.take_after(stmt.span, stmt.span.end));
}

// A statement of the kernel that stands outside of the loops over the threads.
void LoopsPrinter::print_hoisted(const Part& part) {
  const Stmt& stmt = m_[part.statement];
  const auto comment = [&] { return head_comment(stmt); };
  const bool may_die_out = is_loop(stmt.kind) && structure_.needs_alive;
  switch (stmt.kind) {
    case StmtKind::compound: out_.add("{", line_of(stmt.span)); break;
    case StmtKind::if_: out_.add("if (" + expr_.print(stmt.a) + ") {", line_of(stmt.span), comment()); break;
    case StmtKind::while_: out_.add("while (" + expr_.print(stmt.a) + ") {", line_of(stmt.span), comment()); break;
    case StmtKind::do_: out_.add("do {", line_of(stmt.span), comment()); break;
    case StmtKind::for_: out_.add(for_head(stmt) + " {", line_of(stmt.span), comment()); break;
    case StmtKind::break_: out_.add("break;", line_of(stmt.span)); return;
    case StmtKind::continue_: out_.add("continue;", line_of(stmt.span)); return;
    default: expr_.refuse("this statement around a barrier is not written as explicit loops", stmt.span); return;
  }
  if (is_loop(stmt.kind)) out_.mark_head(out_.size() - 1, LoopHead::Over::own, 0, counter_of(stmt));
  out_.open();
  print_parts(part.body, true);
  if (may_die_out) out_.add("if (std::count(" + alive_ + ", " + alive_ + " + " + thread_count() + ", true) == 0) break;", 0, "// nobody is left");
  out_.close();
  if (stmt.kind == StmtKind::if_ && stmt.otherwise) {
    out_.add("} else {");
    out_.open();
    print_parts(part.otherwise, true);
    out_.close();
  }
  out_.add(stmt.kind == StmtKind::do_ ? "} while (" + expr_.print(stmt.a) + ");" : "}");
}

std::string LoopsPrinter::thread_count() const {
  std::string text;
  for (int axis = 0; axis < 3; ++axis)
    if (result_.block_axes >> axis & 1) text += (text.empty() ? "" : " * ") + std::string("blockDim.") + "xyz"[axis];
  return text;
}

// One loop over the threads of the block.
void LoopsPrinter::print_threads(const Part& part) {
  const std::vector<VarId> again = recomputed_for(part);
  const std::vector<StmtId> statements = worth_printing(part);
  const bool has_copies = part.run == 1 && !structure_.changed_parameters.empty();
  if (statements.empty() && !has_copies && structure_.parts.size() > 1) return;
  run_ = part.run;
  next_thread_.clear();
  print_loop_heads(LoopHead::Over::threads, result_.block_axes, block_names_, "blockDim", said_threads_ ? "" : "// every thread of the block");
  said_threads_ = true;
  out_.open();
  if (structure_.has_barrier && result_.block_axes != 1 && uses_flat(part)) out_.add("const unsigned int " + flat_ + " = " + flat_index() + ";");
  if (structure_.needs_alive && part.run > 1) out_.add("if (!" + alive_ + "[" + flat_ + "]) continue;");
  if (reads_thread_index(statements, again)) out_.add("const uint3 threadIdx = " + index_value(result_.block_axes, block_names_) + ";");
  // `goto` may not skip a declaration: a body that is left by it stands in braces of its own.
  const bool jumps = returns_from_loop(part);
  if (jumps) out_.add("{"), out_.open();
  if (has_copies) print_parameter_copies();
  for (VarId var : again) {
    out_.add(declaration_of(var, true), line_of(m_[var].span));
    out_.last().is_repeated = true;
  }
  print_list(statements);
  if (jumps) out_.close(), out_.add("}"), out_.add(next_thread_ + ":;");
  out_.close();
  out_.add("}");
}

// A `return` inside one of the kernel's own loops, where `continue` would mean that loop.
bool LoopsPrinter::returns_from_loop(const Part& part) const {
  bool found = false;
  for (StmtId id : part.statements)
    for_each_stmt(m_, id, [&](StmtId each) {
      if (is_loop(m_[each].kind)) for_each_stmt(m_, m_[each].body, [&](StmtId inner) { found |= m_[inner].kind == StmtKind::return_; });
    });
  return found;
}

std::string LoopsPrinter::flat_index() const {
  std::string text;
  for (int axis = 2; axis >= 0; --axis) {
    if (!(result_.block_axes >> axis & 1)) continue;
    if (text.empty()) text = block_names_[axis];
    else text = (text.find(' ') == std::string::npos ? text : "(" + text + ")") + " * blockDim." + "xyz"[axis] + " + " + block_names_[axis];
  }
  return text;
}

void LoopsPrinter::print_parameter_copies() {
  for (VarId each : structure_.changed_parameters) {
    const Residence residence = structure_.of(each);
    if (residence == Residence::here)
      out_.add(expr_.declaration(types_.unqualified(m_[each].type), expr_.name(each)) + " = " + launch_name(each) + ";", 0, "// each thread has its own");
    if (residence == Residence::per_thread) out_.add(expr_.name(each) + " = " + launch_name(each) + ";");
  }
}

// Statements of a part that leave something to print: declarations of shared memory stand elsewhere.
std::vector<StmtId> LoopsPrinter::worth_printing(const Part& part) const {
  const std::set<uint32_t> wanted = recomputed_in(part);
  std::vector<StmtId> list;
  for (StmtId id : part.statements) {
    const Stmt& stmt = m_[id];
    if (stmt.kind == StmtKind::declaration) {
      const Variable& variable = m_[stmt.var];
      if (variable.storage == Storage::shared || variable.storage == Storage::dynamic_shared) continue;
      if (structure_.of(stmt.var) == Residence::per_thread && !variable.init) continue;
      if (structure_.of(stmt.var) == Residence::recomputed && !wanted.contains(stmt.var.v)) continue;
    }
    list.push_back(id);
  }
  return list;
}

// The recomputed variables that a part needs, itself or for computing others of them.
std::set<uint32_t> LoopsPrinter::recomputed_in(const Part& part) const {
  std::set<uint32_t> wanted;
  const auto want = [&](const auto& self, ExprId root) -> void {
    for_each_expr(m_, root, [&](ExprId id) {
      if (m_[id].kind != ExprKind::variable || structure_.of(m_[id].var) != Residence::recomputed) return;
      if (wanted.insert(m_[id].var.v).second) self(self, m_[m_[id].var].init);
    });
  };
  for (StmtId id : part.statements) {
    if (m_[id].kind == StmtKind::declaration && structure_.of(m_[id].var) == Residence::recomputed) continue;  // only if something needs it
    for_each_stmt(m_, id, [&](StmtId each) {
      want(want, m_[each].a);
      want(want, m_[each].step);
      if (m_[each].kind == StmtKind::declaration) want(want, m_[m_[each].var].init);
    });
  }
  return wanted;
}

// Variables of earlier parts that this one computes again, in order of declaration.
std::vector<VarId> LoopsPrinter::recomputed_for(const Part& part) const {
  const std::set<uint32_t> wanted = recomputed_in(part);
  std::vector<VarId> list;
  for (uint32_t var : wanted) {
    const auto declared = structure_.declared_in_run.find(var);
    if (declared != structure_.declared_in_run.end() && declared->second != part.run) list.push_back({var});
  }
  std::sort(list.begin(), list.end(), [&](VarId a, VarId b) { return m_[a].span.begin < m_[b].span.begin; });
  return list;
}

bool LoopsPrinter::reads_thread_index(const std::vector<StmtId>& statements, const std::vector<VarId>& again) const {
  bool reads = false;
  const auto look = [&](ExprId id) {
    const Expr& e = m_[id];
    reads |= e.kind == ExprKind::special && static_cast<int>(e.special) / 3 == 0;
    reads |= e.kind == ExprKind::call && (expr_.indices_of(e.function) & 1);
  };
  for (StmtId id : statements) for_each_expr_in(m_, id, look);
  for (VarId var : again) for_each_expr(m_, m_[var].init, look);
  return reads;
}

bool LoopsPrinter::uses_flat(const Part& part) const {
  if (structure_.needs_alive) return true;
  bool uses = part.run == 1 && !structure_.changed_parameters.empty();
  for (StmtId id : part.statements) {
    if (m_[id].kind == StmtKind::declaration && structure_.of(m_[id].var) == Residence::per_thread) uses = true;
    for_each_expr_in(m_, id, [&](ExprId each) { uses |= m_[each].kind == ExprKind::variable && structure_.of(m_[each].var) == Residence::per_thread; });
  }
  return uses;
}

}  // namespace wb::loops
