// A forward walk over the tree with the set of scalars (variables, and the members of records, one by one) that are certainly assigned. Paths
// that meet keep what both have; a path that has left (return, break) has everything. A loop's body starts with what holds before the loop
// and, where copies of unset members have taken something away, is walked again with what holds at its end.
//
// Offering a variable to a shuffle is no use of it: a lane may only receive. What it receives has a value where its source's has one.
//
// Copying a record is no use of its members: the copy lacks what the original lacks. So does what a function returns: it is walked, too.
#include "simulator/program/definite_assignment.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "simulator/language/builtin_table.h"
#include "simulator/program/representation.h"

namespace wb {
namespace {

using Set = std::vector<bool>;  // by unit, a scalar; what is certainly assigned

class Walk {
 public:
  Walk(const Module& module, DefiniteAssignment& others, FunctionId function, bool arguments_unset) : m_(module), others_(others) {
    for (VarId parameter : m_[function].parameters)
      if (m_.types.is_record(m_[parameter].type)) add_units(parameter);
    const size_t given = unit_count_;
    find_units(m_[function].body);
    const bool returns_record = lives_in_registers(m_[function].result) && m_.types.is_record(m_[function].result);
    if (!unit_count_ && !returns_record) return;
    state_.assign(unit_count_, false);
    if (!arguments_unset) std::fill_n(state_.begin(), given, true);
    statement(m_[function].body);
  }
  DefiniteAssignment::Result found;

 private:
  struct Units {
    size_t first = 0, count = 1;
  };

  bool lives_in_registers(TypeId type) const { return fits_registers(m_.types, type); }
  size_t leaf_count(TypeId type) const {
    const auto all = leaves_of(m_.types, type);
    return all ? all->size() : 0;
  }
  void add_units(VarId id) {
    const Variable& v = m_[id];
    const bool is_own = v.storage == Storage::local || v.storage == Storage::parameter;
    if (!is_own || v.is_address_taken || !lives_in_registers(v.type)) return;
    const size_t count = leaf_count(v.type);
    units_.emplace(id.v, Units{unit_count_, count});
    unit_count_ += count;
  }
  void find_units(StmtId id) {
    if (!id) return;
    const Stmt& s = m_[id];
    if (s.kind == StmtKind::declaration && (!m_[s.var].init || m_.types.is_record(m_[s.var].type))) add_units(s.var);
    for (StmtId child : s.list) find_units(child);
    find_units(s.init);
    find_units(s.body);
    find_units(s.otherwise);
  }

  void meet(const Set& other) {
    for (size_t i = 0; i < state_.size(); ++i) state_[i] = state_[i] && other[i];
  }
  void leave() { state_.assign(state_.size(), true); }

  // The variable that an lvalue is, or is a member of; and its scalars.
  const Expr* variable_of(ExprId id) const {
    const Expr* e = &m_[id];
    while (e->kind == ExprKind::member || (e->kind == ExprKind::cast && e->cast == CastKind::same)) e = &m_[e->a];
    return e->kind == ExprKind::variable ? e : nullptr;
  }
  std::optional<Units> units_of(ExprId id) const {
    const Expr& e = m_[id];
    if (e.kind == ExprKind::cast && e.cast == CastKind::same) return units_of(e.a);
    if (e.kind == ExprKind::variable) {
      const auto it = units_.find(e.var.v);
      return it == units_.end() ? std::nullopt : std::optional(it->second);
    }
    if (e.kind != ExprKind::member) return std::nullopt;
    const auto whole = units_of(e.a);
    if (!whole) return std::nullopt;
    return Units{whole->first + first_leaf_of_field(m_.types, m_[e.a].type, e.index), leaf_count(e.type)};
  }
  void assign(ExprId lvalue, const Set* values = nullptr) {
    if (const auto units = units_of(lvalue)) {
      for (size_t i = 0; i < units->count; ++i) state_[units->first + i] = !values || i >= values->size() || (*values)[i];
    } else if (!variable_of(lvalue)) {
      expression(lvalue);
    }
  }
  // Which of its scalars are assigned.
  Set read(ExprId lvalue) {
    const auto units = units_of(lvalue);
    if (!units) {
      if (!variable_of(lvalue)) expression(lvalue);
      return {};
    }
    const auto begin = state_.begin() + static_cast<std::ptrdiff_t>(units->first);
    const Set values(begin, begin + static_cast<std::ptrdiff_t>(units->count));
    if (std::find(values.begin(), values.end(), false) != values.end()) found.variables.insert(variable_of(lvalue)->var.v);
    return values;
  }

  // The same of a record's value. Empty: all of them.
  Set record(ExprId id) {
    const Expr& e = m_[id];
    switch (e.kind) {
      case ExprKind::variable: case ExprKind::member: return read(id);
      case ExprKind::load:
        if (m_[e.a].kind != ExprKind::assign) return read(e.a);
        expression(e.a);
        return read(m_[e.a].a);
      case ExprKind::cast: return record(e.a);
      case ExprKind::comma: expression(e.a); return record(e.b);
      case ExprKind::call: return call(e);
      case ExprKind::member_value: {
        const Set whole = record(e.a);
        const size_t first = first_leaf_of_field(m_.types, m_[e.a].type, e.index), count = leaf_count(e.type);
        if (first + count > whole.size()) return {};
        return Set(whole.begin() + static_cast<std::ptrdiff_t>(first), whole.begin() + static_cast<std::ptrdiff_t>(first + count));
      }
      case ExprKind::conditional: {
        auto [yes, no] = condition(e.a);
        state_ = yes;
        Set values = record(e.b);
        const Set after_yes = state_;
        state_ = no;
        const Set others = record(e.c);
        meet(after_yes);
        if (values.empty()) return others;
        for (size_t i = 0; i < values.size() && i < others.size(); ++i) values[i] = values[i] && others[i];
        return values;
      }
      case ExprKind::init_list: {
        const std::vector<Field>& fields = m_.types.records[m_.types[e.type].index].fields;
        Set values;
        for (size_t i = 0; i < e.args.size(); ++i) {
          Set part = part_of_list(e.args[i]);
          if (i < fields.size() && lives_in_registers(fields[i].type)) part.resize(leaf_count(fields[i].type), true);
          values.insert(values.end(), part.begin(), part.end());
        }
        return values;
      }
      default: expression(id); return {};
    }
  }
  Set part_of_list(ExprId id) {
    if (id && m_.types.is_record(m_[id].type)) return record(id);
    expression(id);
    return {};
  }
  Set call(const Expr& e) {
    bool lacks = false;
    for (ExprId argument : e.args) {
      if (!argument || !m_.types.is_record(m_[argument].type)) {
        expression(argument);
        continue;
      }
      const Set values = record(argument);
      lacks |= std::find(values.begin(), values.end(), false) != values.end();
    }
    if (!m_.types.is_record(e.type) || !m_[e.function].body || !others_.of(e.function, lacks).returns_unset) return {};
    return Set(leaf_count(e.type), false);
  }

  void expression(ExprId id) {
    if (!id) return;
    const Expr& e = m_[id];
    const bool is_record = m_.types.is_record(e.type);
    switch (e.kind) {
      case ExprKind::load:
        if (e.is_partial && variable_of(e.a)) return;
        if (is_record) record(id);
        else read(e.a);
        return;
      case ExprKind::call: call(e); return;
      case ExprKind::assign: {
        if (is_record) {
          const Set values = record(e.b);
          return assign(e.a, &values);
        }
        expression(e.b);
        if (is_shuffled_into_itself(m_, e)) return;  // as it was
        return assign(e.a);
      }
      case ExprKind::compound_assign:
        expression(e.b);
        expression(e.c);
        read(e.a);
        return assign(e.a);
      case ExprKind::pre_increment: case ExprKind::pre_decrement: case ExprKind::post_increment: case ExprKind::post_decrement:
        read(e.a);
        return assign(e.a);
      case ExprKind::member_value: record(e.a); return;
      case ExprKind::logical_and: case ExprKind::logical_or: {
        expression(e.a);
        const Set before = state_;
        expression(e.b);
        return meet(before);
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
    for (;;) {
      const Set entry = state_;
      const auto [after, again] = one_pass(s);
      state_ = entry;
      meet(again);
      if (state_ != entry) continue;
      state_ = after;
      return;
    }
  }
  // What holds behind the loop, and where its next pass begins.
  std::pair<Set, Set> one_pass(const Stmt& s) {
    targets_.push_back({Set(state_.size(), true), Set(state_.size(), true), false});
    Set after, again;
    if (s.kind == StmtKind::do_) {
      statement(s.body);
      meet(targets_.back().at_continue);
      std::tie(again, after) = condition(s.a);
    } else {
      auto [yes, no] = condition(s.a);
      after = no;
      state_ = yes;
      statement(s.body);
      meet(targets_.back().at_continue);
      expression(s.step);
      again = state_;
    }
    state_ = after;
    meet(targets_.back().at_break);
    targets_.pop_back();
    return {state_, again};
  }

  void declaration(VarId id) {
    const auto it = units_.find(id.v);
    const ExprId init = m_[id].init;
    if (it == units_.end()) return expression(init);
    Set values;
    if (init) values = record(init);
    for (size_t i = 0; i < it->second.count; ++i) state_[it->second.first + i] = init && (i >= values.size() || values[i]);
  }

  void statement(StmtId id) {
    if (!id) return;
    const Stmt& s = m_[id];
    switch (s.kind) {
      case StmtKind::expression: return expression(s.a);
      case StmtKind::declaration:
        return declaration(s.var);
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
      case StmtKind::return_:
        if (s.a && m_.types.is_record(m_[s.a].type)) {
          const Set values = record(s.a);
          found.returns_unset |= std::find(values.begin(), values.end(), false) != values.end();
        } else {
          expression(s.a);
        }
        return leave();
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
  DefiniteAssignment& others_;
  std::unordered_map<uint32_t, Units> units_;
  size_t unit_count_ = 0;
  Set state_;
  std::vector<Target> targets_;
  std::vector<Entry> entries_;
};

}  // namespace

bool is_shuffled_into_itself(const Module& module, const Expr& assignment) {
  const auto bare = [&](ExprId id) {
    while (id && module[id].kind == ExprKind::cast) id = module[id].a;
    return id;
  };
  const ExprId from = bare(assignment.b);
  if (assignment.kind != ExprKind::assign || module[assignment.a].kind != ExprKind::variable || !from) return false;
  const Expr& call = module[from];
  if (call.kind != ExprKind::builtin_call || call.args.size() < 2 || !std::string_view(builtin_info(call.builtin).spelling).starts_with("__shfl")) return false;
  const ExprId offered = bare(call.args[1]);
  if (!offered || module[offered].kind != ExprKind::load) return false;
  const Expr& variable = module[module[offered].a];
  return variable.kind == ExprKind::variable && variable.var == module[assignment.a].var;
}

const DefiniteAssignment::Result& DefiniteAssignment::of(FunctionId function, bool arguments_unset) {
  // A function that comes back to itself finds that it returns whole records.
  const auto [at, is_new] = known_.try_emplace({function.v, arguments_unset});
  if (is_new) at->second = Walk(module_, *this, function, arguments_unset).found;
  return at->second;
}

}  // namespace wb
