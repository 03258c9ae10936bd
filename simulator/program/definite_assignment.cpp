// A forward walk over the tree with the set of variables that are certainly assigned. Paths that meet keep what both have; a path that
// has left (return, break) has everything. A loop's body starts with what holds before the loop: nothing is ever taken away, so one
// pass is enough.
#include "simulator/program/definite_assignment.h"

#include <unordered_map>
#include <vector>

namespace wb {
namespace {

using Set = std::vector<bool>;  // by unit; what is certainly assigned

class Walk {
 public:
  Walk(const Module& module, FunctionId function) : m_(module) {
    find_units(m_[function].body);
    if (units_.empty()) return;
    state_.assign(units_.size(), false);
    statement(m_[function].body);
  }
  std::unordered_set<uint32_t> found;

 private:
  void find_units(StmtId id) {
    if (!id) return;
    const Stmt& s = m_[id];
    if (s.kind == StmtKind::declaration) {
      const Variable& v = m_[s.var];
      if (!v.init && v.storage == Storage::local && !v.is_address_taken && !m_.types.is_array(v.type)) units_.emplace(s.var.v, units_.size());
    }
    for (StmtId child : s.list) find_units(child);
    find_units(s.init);
    find_units(s.body);
    find_units(s.otherwise);
  }

  void meet(const Set& other) {
    for (size_t i = 0; i < state_.size(); ++i) state_[i] = state_[i] && other[i];
  }
  void leave() { state_.assign(state_.size(), true); }
  // The variable that an lvalue is, or is a member of.
  const Expr* variable_of(ExprId id) const {
    const Expr* e = &m_[id];
    while (e->kind == ExprKind::member) e = &m_[e->a];
    return e->kind == ExprKind::variable ? e : nullptr;
  }
  void assign(ExprId lvalue) {
    if (const Expr* v = variable_of(lvalue)) {
      if (auto it = units_.find(v->var.v); it != units_.end()) state_[it->second] = true;
    } else {
      expression(lvalue);
    }
  }
  void read(ExprId lvalue) {
    if (const Expr* v = variable_of(lvalue)) {
      if (auto it = units_.find(v->var.v); it != units_.end() && !state_[it->second]) found.insert(v->var.v);
    } else {
      expression(lvalue);
    }
  }

  void expression(ExprId id) {
    if (!id) return;
    const Expr& e = m_[id];
    switch (e.kind) {
      case ExprKind::load:
        if (e.is_partial && variable_of(e.a)) return;
        return read(e.a);
      case ExprKind::assign:
        expression(e.b);
        return assign(e.a);
      case ExprKind::compound_assign:
        expression(e.b);
        expression(e.c);
        read(e.a);
        return assign(e.a);
      case ExprKind::pre_increment: case ExprKind::pre_decrement: case ExprKind::post_increment: case ExprKind::post_decrement:
        read(e.a);
        return assign(e.a);
      case ExprKind::logical_and: case ExprKind::logical_or: {
        expression(e.a);
        const Set before = state_;
        expression(e.b);
        state_ = before;
        return;
      }
      case ExprKind::conditional: {
        auto [yes, no] = condition(e.a);
        state_ = yes;
        expression(e.b);
        const Set after_yes = state_;
        state_ = no;
        expression(e.c);
        return meet(after_yes);
      }
      default:
        expression(e.a);
        expression(e.b);
        expression(e.c);
        for (ExprId argument : e.args) expression(argument);
    }
  }

  // What holds after the condition came out true, and after it came out false.
  std::pair<Set, Set> condition(ExprId id) {
    if (!id) {  // for (;;)
      const Set yes = state_;
      leave();
      return {yes, state_};
    }
    const Expr& e = m_[id];
    if (e.kind == ExprKind::logical_and || e.kind == ExprKind::logical_or) {
      auto [a_yes, a_no] = condition(e.a);
      const bool is_and = e.kind == ExprKind::logical_and;
      state_ = is_and ? a_yes : a_no;
      auto [b_yes, b_no] = condition(e.b);
      state_ = is_and ? a_no : a_yes;
      meet(is_and ? b_no : b_yes);
      return is_and ? std::pair{b_yes, state_} : std::pair{state_, b_no};
    }
    if (e.kind == ExprKind::unary && e.op == Op::logical_not) {
      auto [yes, no] = condition(e.a);
      return {no, yes};
    }
    if (e.kind == ExprKind::constant) {
      const Set as_is = state_;
      Set all(state_.size(), true);
      return e.bits ? std::pair{as_is, all} : std::pair{all, as_is};
    }
    expression(id);
    return {state_, state_};
  }

  struct Target {
    Set at_break, at_continue;
    bool is_switch = false;
  };

  void loop(const Stmt& s) {
    targets_.push_back({Set(state_.size(), true), Set(state_.size(), true), false});
    Set after;
    if (s.kind == StmtKind::do_) {
      statement(s.body);
      meet(targets_.back().at_continue);
      after = condition(s.a).second;
    } else {
      auto [yes, no] = condition(s.a);
      after = no;
      state_ = yes;
      statement(s.body);
      meet(targets_.back().at_continue);
      expression(s.step);
    }
    state_ = after;
    meet(targets_.back().at_break);
    targets_.pop_back();
  }

  void statement(StmtId id) {
    if (!id) return;
    const Stmt& s = m_[id];
    switch (s.kind) {
      case StmtKind::expression: return expression(s.a);
      case StmtKind::declaration:
        if (m_[s.var].init) return expression(m_[s.var].init);
        if (auto it = units_.find(s.var.v); it != units_.end()) state_[it->second] = false;
        return;
      case StmtKind::compound:
        for (StmtId child : s.list) statement(child);
        return;
      case StmtKind::if_: {
        auto [yes, no] = condition(s.a);
        state_ = yes;
        statement(s.body);
        const Set after_yes = state_;
        state_ = no;
        statement(s.otherwise);
        return meet(after_yes);
      }
      case StmtKind::for_: statement(s.init); return loop(s);
      case StmtKind::while_: case StmtKind::do_: return loop(s);
      case StmtKind::switch_: {
        expression(s.a);
        const Set entry = state_;
        entries_.push_back({entry, false});
        targets_.push_back({Set(state_.size(), true), {}, true});
        leave();
        statement(s.body);
        if (!entries_.back().has_default) meet(entry);
        meet(targets_.back().at_break);
        targets_.pop_back();
        entries_.pop_back();
        return;
      }
      case StmtKind::case_: case StmtKind::default_:
        if (entries_.empty()) return;
        if (s.kind == StmtKind::default_) entries_.back().has_default = true;
        meet(entries_.back().state);
        statement(s.body);
        return;
      case StmtKind::label_:  // reached from anywhere: nothing is certain
        state_.assign(state_.size(), false);
        return;
      case StmtKind::goto_: return leave();
      case StmtKind::break_:
        if (!targets_.empty()) keep(targets_.back().at_break);
        return leave();
      case StmtKind::continue_:
        for (size_t i = targets_.size(); i-- > 0;)
          if (!targets_[i].is_switch) {
            keep(targets_[i].at_continue);
            break;
          }
        return leave();
      case StmtKind::return_: expression(s.a); return leave();
      default: return;
    }
  }
  void keep(Set& at) {
    for (size_t i = 0; i < at.size(); ++i) at[i] = at[i] && state_[i];
  }

  struct Entry {
    Set state;
    bool has_default = false;
  };
  const Module& m_;
  std::unordered_map<uint32_t, size_t> units_;
  Set state_;
  std::vector<Target> targets_;
  std::vector<Entry> entries_;
};

}  // namespace

std::unordered_set<uint32_t> maybe_unassigned(const Module& module, FunctionId function) { return Walk(module, function).found; }

}  // namespace wb
