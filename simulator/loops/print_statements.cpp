// Statements, with the student's own comments and, where it can be, on lines like the student's.
#include "simulator/loops/loops_printer.h"

namespace wb::loops {

std::string LoopsPrinter::head_comment(const Stmt& stmt) {
  const bool has_body = stmt.body.v != 0;
  return comments_.take_after(stmt.span, has_body ? m_[stmt.body].span.begin : stmt.span.end);
}

void LoopsPrinter::print_list(const std::vector<StmtId>& list) {
  for (StmtId id : list) {
    const Stmt& stmt = m_[id];
    if (stmt.kind != StmtKind::case_ && stmt.kind != StmtKind::default_)
      for (std::string& line : comments_.take_above(stmt.span)) out_.add(std::move(line));
    print_statement(id);
  }
}

void LoopsPrinter::print_statement(StmtId id) {
  const Stmt& stmt = m_[id];
  const uint32_t line = line_of(stmt.span);
  const auto comment = [&] { return comments_.take_after(stmt.span, stmt.span.end); };
  switch (stmt.kind) {
    case StmtKind::empty: out_.add(";", line, comment()); break;
    case StmtKind::expression: out_.add(expr_.print_effect(stmt.a) + ";", line, comment()); break;
    case StmtKind::declaration: print_declaration(stmt); break;
    case StmtKind::compound:
      out_.add("{", line);
      print_block_end(stmt.list);
      break;
    case StmtKind::if_: print_if(stmt, ""); break;
    case StmtKind::while_: print_loop("while (" + expr_.print(stmt.a) + ")", stmt); break;
    case StmtKind::for_: print_for_statement(stmt); break;
    case StmtKind::do_: print_do(stmt); break;
    case StmtKind::switch_: print_switch(stmt); break;
    case StmtKind::case_: out_.add("case " + std::to_string(static_cast<int64_t>(stmt.bits)) + ":", line, comment()); break;
    case StmtKind::default_: out_.add("default:", line, comment()); break;
    case StmtKind::break_: out_.add("break;", line, comment()); break;
    case StmtKind::continue_: out_.add("continue;", line, comment()); break;
    case StmtKind::return_: print_return(stmt); break;
    case StmtKind::label_: case StmtKind::goto_: expr_.refuse("`goto` crosses what becomes loops", stmt.span); break;
  }
}

void LoopsPrinter::print_block_end(const std::vector<StmtId>& list) {
  out_.open();
  print_list(list);
  out_.close();
  out_.add("}");
}

void LoopsPrinter::print_declaration(const Stmt& stmt) {
  const Variable& variable = m_[stmt.var];
  const uint32_t line = line_of(stmt.span);
  const std::string comment = comments_.take_after(stmt.span, stmt.span.end);
  if (variable.storage == Storage::shared || variable.storage == Storage::dynamic_shared) return;
  if (structure_.of(stmt.var) != Residence::per_thread || !in_kernel_) return out_.add(declaration_of(stmt.var, true), line, comment);
  if (!variable.init) return;
  const bool is_array = types_.is_array(variable.type);
  if (is_array) return print_array_start(stmt, comment);
  const std::string value = m_[variable.init].kind == ExprKind::init_list ? expr_.print(variable.init) : expr_.print_for(variable.init, variable.type);
  out_.add(expr_.name(stmt.var) + " = " + value + ";", line, comment);
}

// An array over threads of arrays cannot be assigned: its elements are.
void LoopsPrinter::print_array_start(const Stmt& stmt, const std::string& comment) {
  const Variable& variable = m_[stmt.var];
  const std::string start = fresh("start_of_" + identifier(variable.name));
  out_.add(expr_.declaration(variable.type, start) + " = " + expr_.print_for(variable.init, variable.type) + ";", line_of(stmt.span), comment);
  out_.add("std::memcpy(" + expr_.name(stmt.var) + ", " + start + ", sizeof " + start + ");", line_of(stmt.span));
}

// Statements that take more than one printed line, and so need braces as a body.
bool LoopsPrinter::is_short(StmtId id) const {
  const Stmt& stmt = m_[id];
  if (stmt.kind == StmtKind::return_) return !writes_alive();
  return stmt.kind == StmtKind::expression || stmt.kind == StmtKind::break_ || stmt.kind == StmtKind::continue_ || stmt.kind == StmtKind::empty;
}

// `head` and the statement that it governs: on one line where the student had it so.
void LoopsPrinter::print_governed(const std::string& head, StmtId body, Span span, const std::string& head_note) {
  const uint32_t line = line_of(span);
  if (!body || m_[body].kind == StmtKind::empty) return out_.add(head + ";", line, head_note);
  if (m_[body].kind == StmtKind::compound || (!is_short(body) && m_[body].kind != StmtKind::for_ && m_[body].kind != StmtKind::if_)) {
    out_.add(head + " {", line, head_note);
    print_block_end(list_of(body));
    return;
  }
  const Span both = cover(span, m_[body].span);
  if (is_short(body) && comments_.is_on_one_line(both)) {
    const size_t at = out_.size();
    print_statement(body);
    TextBuilder::Line& only = out_.last();
    if (out_.size() == at + 1) {
      only.code = head + " " + only.code;
      only.source_line = line;
      if (only.comment.empty()) only.comment = head_note;
      return;
    }
  }
  out_.add(head, line, head_note);
  out_.open();
  print_statement(body);
  out_.close();
}

void LoopsPrinter::print_if(const Stmt& stmt, const std::string& before) {
  const std::string head = before + "if (" + expr_.print(stmt.a) + ")";
  if (!stmt.otherwise) return print_governed(head, stmt.body, stmt.span, head_comment(stmt));
  // With an `else` both sides stand in braces: no question which `if` it belongs to.
  out_.add(head + " {", line_of(stmt.span), head_comment(stmt));
  out_.open();
  print_list(list_of(stmt.body));
  out_.close();
  const Stmt& otherwise = m_[stmt.otherwise];
  if (otherwise.kind == StmtKind::if_) {
    if (!otherwise.otherwise) {
      out_.add("} else if (" + expr_.print(otherwise.a) + ") {", line_of(otherwise.span), head_comment(otherwise));
      print_block_end(list_of(otherwise.body));
      return;
    }
    return print_if(otherwise, "} else ");
  }
  out_.add("} else {", line_of(otherwise.span));
  print_block_end(list_of(stmt.otherwise));
}

void LoopsPrinter::print_loop(const std::string& head, const Stmt& stmt) {
  ++student_loops_;
  const size_t at = out_.size();
  print_governed(head, stmt.body, stmt.span, head_comment(stmt));
  out_.mark_head(at, LoopHead::Over::own, 0, counter_of(stmt));
  --student_loops_;
}

// What a loop counts with: the first variable that its head declares.
std::string LoopsPrinter::counter_of(const Stmt& stmt) const {
  if (stmt.kind != StmtKind::for_) return "";
  for (StmtId id : list_of(stmt.init))
    if (m_[id].kind == StmtKind::declaration) return m_[m_[id].var].name;
  return "";
}

void LoopsPrinter::print_do(const Stmt& stmt) {
  out_.add("do {", line_of(stmt.span), head_comment(stmt));
  out_.mark_head(out_.size() - 1, LoopHead::Over::own, 0, "");
  ++student_loops_;
  out_.open();
  print_list(list_of(stmt.body));
  out_.close();
  --student_loops_;
  out_.add("} while (" + expr_.print(stmt.a) + ");", line_of(m_[stmt.a].span), comments_.take_after(stmt.span, stmt.span.end));
}

void LoopsPrinter::print_switch(const Stmt& stmt) {
  out_.add("switch (" + expr_.print(stmt.a) + ") {", line_of(stmt.span), head_comment(stmt));
  out_.open();
  for (StmtId id : list_of(stmt.body)) {
    const bool is_label = m_[id].kind == StmtKind::case_ || m_[id].kind == StmtKind::default_;
    if (!is_label) out_.open();
    print_list({id});
    if (!is_label) out_.close();
  }
  out_.close();
  out_.add("}");
}

// Several variables of one type share a head: "for (int i = 0, j = n; ...".
std::string LoopsPrinter::for_head(const Stmt& stmt) {
  std::string init;
  for (StmtId id : list_of(stmt.init)) {
    const Stmt& each = m_[id];
    if (each.kind == StmtKind::expression) {
      init += (init.empty() ? "" : ", ") + expr_.print_effect(each.a);
    } else if (each.kind == StmtKind::declaration) {
      std::string text = declaration_of(each.var, true);
      text.pop_back();
      const std::string type = expr_.type(types_.unqualified(m_[each.var].type)) + " ";
      if (!init.empty() && text.starts_with(type)) text = text.substr(type.size());
      init += (init.empty() ? "" : ", ") + text;
    }
  }
  return "for (" + init + "; " + (stmt.a ? expr_.print(stmt.a) : "") + ";" + (stmt.step ? " " + expr_.print_effect(stmt.step) : "") + ")";
}

// In the kernel a thread's `return` goes on with the next thread.
void LoopsPrinter::print_return(const Stmt& stmt) {
  const uint32_t line = line_of(stmt.span);
  const std::string comment = comments_.take_after(stmt.span, stmt.span.end);
  if (!in_kernel_) {
    if (!stmt.a) return out_.add("return;", line, comment);
    const bool is_list = m_[stmt.a].kind == ExprKind::init_list;
    return out_.add("return " + (is_list ? expr_.print(stmt.a) : expr_.print_for(stmt.a, result_type_)) + ";", line, comment);
  }
  if (writes_alive()) out_.add(alive_ + "[" + flat_ + "] = false;", line);
  if (student_loops_ == 0) return out_.add("continue;", line, comment);
  if (next_thread_.empty()) next_thread_ = fresh(labels_++ == 0 ? "next_thread" : "next_thread_" + std::to_string(labels_));
  out_.add("goto " + next_thread_ + ";", line, comment);
}

}  // namespace wb::loops
