#include "simulator/loops/structure.h"

#include <algorithm>

#include "simulator/loops/tree_walk.h"

namespace wb::loops {
namespace {

using VarSet = std::set<uint32_t>;

class Finder {
 public:
  Finder(const Module& module, const Function& kernel) : m_(module), kernel_(kernel) {}

  Structure find() {
    find_writes();
    find_waiting();
    find_barriers();
    if (failed()) return std::move(out_);
    find_uniform_variables();
    if (out_.has_barrier) find_steering_variables();
    if (failed()) return std::move(out_);
    out_.parts = split(body_list(kernel_.body));
    if (failed()) return std::move(out_);
    find_changed_parameters();
    find_residences();
    out_.needs_alive = out_.has_barrier && has_thread_return(out_.parts);
    return std::move(out_);
  }

 private:
  const Module& m_;
  const Function& kernel_;
  Structure out_;
  std::set<uint32_t> hoisted_;         // statements around a barrier, or that leave a loop around one
  std::map<uint32_t, int> writes_;     // assignments to each variable, its initialiser not counted
  VarSet uniform_, steering_;
  std::map<uint32_t, bool> can_recompute_;
  int runs_ = 0;

  bool failed() const { return !out_.reason.empty(); }
  void refuse(std::string reason, Span span) {
    if (!failed()) out_.reason = std::move(reason), out_.reason_span = span;
  }

  std::vector<StmtId> body_list(StmtId id) const {
    if (!id) return {};
    return m_[id].kind == StmtKind::compound ? m_[id].list : std::vector<StmtId>{id};
  }

  // ---- what is written

  void find_writes() {
    for_each_expr_in(m_, kernel_.body, [&](ExprId id) {
      VarId root;
      if (is_assignment(m_[id].kind) && root_variable(m_, m_[id].a, root)) ++writes_[root.v];
    });
  }
  bool is_written(uint32_t var) const { return writes_.contains(var) || m_.variables[var].is_address_taken; }

  // ---- waiting for another thread

  // A loop that does nothing but look at memory again waits for another thread to write it. As loops, that thread's turn may come later.
  void find_waiting() {
    for_each_stmt(m_, kernel_.body, [&](StmtId id) {
      const Stmt& stmt = m_[id];
      if (!is_loop(stmt.kind) || !stmt.a || stmt.step || !does_nothing(stmt.body)) return;
      for_each_expr(m_, stmt.a, [&](ExprId each) {
        VarId root;
        const Expr& e = m_[each];
        const bool is_atomic = e.kind == ExprKind::builtin_call && builtin_info(e.builtin).family == BuiltinFamily::atomic;
        const bool reads_memory = e.kind == ExprKind::load && !root_variable(m_, e.a, root);
        if (is_atomic || reads_memory)
          refuse("this loop waits for another thread, and explicit loops run the threads one after the other", stmt.span);
      });
    });
  }

  bool does_nothing(StmtId id) const {
    bool nothing = true;
    for_each_stmt(m_, id, [&](StmtId each) {
      const Stmt& stmt = m_[each];
      const bool is_fence = stmt.kind == StmtKind::expression && m_[stmt.a].kind == ExprKind::builtin_call &&
                            builtin_info(m_[stmt.a].builtin).family == BuiltinFamily::fence;
      nothing &= stmt.kind == StmtKind::empty || stmt.kind == StmtKind::compound || is_fence;
    });
    return nothing;
  }

  // ---- where the barriers stand

  void find_barriers() {
    if (kernel_.cluster[0] * kernel_.cluster[1] * kernel_.cluster[2] > 1) refuse(in_clusters, kernel_.span);
    for_each_expr_in(m_, kernel_.body, [&](ExprId id) {
      std::set<uint32_t> seen;
      if (m_[id].kind == ExprKind::builtin_call && is_named(m_[id].builtin))
        refuse("a barrier for some threads of the block, by its number and a count, cannot split the loop over the threads", m_[id].span);
      if (m_[id].kind == ExprKind::call && calls_barrier(m_[id].function, seen))
        refuse("`" + m_[m_[id].function].display_name + "` has a barrier inside: only barriers in the kernel itself can split its loop", m_[id].span);
      seen.clear();
      if (reaches_cluster(id, seen)) refuse(in_clusters, m_[id].span);
    });
    if (!failed()) mark_hoisted(kernel_.body);
  }

  static bool is_named(Builtin builtin) { return builtin >= Builtin::barrier_sync_count && builtin <= Builtin::barrier_or; }

  static constexpr const char* in_clusters = "the kernel works with other blocks of its cluster, and the loops run one block after the other";

  // A cluster's size may be asked for: here it is one block.
  bool reaches_cluster(ExprId id, std::set<uint32_t>& seen) const {
    const Expr& expr = m_[id];
    if (expr.kind == ExprKind::builtin_call) return expr.builtin >= Builtin::cluster_barrier && expr.builtin <= Builtin::cluster_rank;
    if (expr.kind != ExprKind::call || !seen.insert(expr.function.v).second) return false;
    bool found = false;
    for_each_expr_in(m_, m_[expr.function].body, [&](ExprId inner) { found = found || reaches_cluster(inner, seen); });
    return found;
  }

  bool calls_barrier(FunctionId function, std::set<uint32_t>& seen) const {
    if (!seen.insert(function.v).second) return false;
    bool found = false;
    for_each_expr_in(m_, m_[function].body, [&](ExprId id) {
      const Expr& expr = m_[id];
      if (expr.kind == ExprKind::builtin_call && builtin_info(expr.builtin).family == BuiltinFamily::barrier) found = true;
      if (!found && expr.kind == ExprKind::call) found = calls_barrier(expr.function, seen);
    });
    return found;
  }

  // Marks every statement that holds a barrier; true if `id` does.
  bool mark_hoisted(StmtId id) {
    if (!id) return false;
    const Stmt& stmt = m_[id];
    if (is_barrier(m_, stmt)) {
      out_.has_barrier = true;
      return true;
    }
    bool found = mark_hoisted(stmt.body) | mark_hoisted(stmt.otherwise);
    for (StmtId child : stmt.list) found |= mark_hoisted(child);
    if (found && stmt.kind == StmtKind::switch_) refuse("a barrier inside a `switch` cannot split the loop over the threads", stmt.span);
    if (found) hoisted_.insert(id.v);
    if (found && is_loop(stmt.kind)) mark_leaving(stmt.body, false);
    return found;
  }

  // Marks what leaves the hoisted loop around it: `break` and `continue` of that loop, and what stands around them.
  bool mark_leaving(StmtId id, bool in_switch) {
    if (!id) return false;
    const Stmt& stmt = m_[id];
    if (is_loop(stmt.kind)) return false;  // its own
    if (stmt.kind == StmtKind::continue_ || (stmt.kind == StmtKind::break_ && !in_switch)) return hoisted_.insert(id.v), true;
    const bool inner_switch = in_switch || stmt.kind == StmtKind::switch_;
    bool found = mark_leaving(stmt.body, inner_switch) | mark_leaving(stmt.otherwise, inner_switch);
    for (StmtId child : stmt.list) found |= mark_leaving(child, inner_switch);
    if (found && stmt.kind == StmtKind::switch_) refuse("a loop around a barrier is left from inside a `switch`", stmt.span);
    if (found) hoisted_.insert(id.v);
    return found;
  }

  bool is_hoisted(StmtId id) const { return hoisted_.contains(id.v); }

  // ---- what is the same for all threads of a block

  bool is_uniform(ExprId id) const {
    const Expr& e = m_[id];
    switch (e.kind) {
      case ExprKind::constant: return true;
      case ExprKind::special:
        return e.special != Special::thread_idx_x && e.special != Special::thread_idx_y && e.special != Special::thread_idx_z;
      case ExprKind::load: return is_uniform_place(e.a);
      case ExprKind::unary: case ExprKind::cast: return is_uniform(e.a);
      case ExprKind::binary: case ExprKind::logical_and: case ExprKind::logical_or: case ExprKind::pointer_add:
      case ExprKind::pointer_subtract: case ExprKind::pointer_difference: return is_uniform(e.a) && is_uniform(e.b);
      case ExprKind::conditional: case ExprKind::fma: return is_uniform(e.a) && is_uniform(e.b) && is_uniform(e.c);
      case ExprKind::builtin_call:
        return is_pure(e.builtin) && std::ranges::all_of(e.args, [&](ExprId a) { return is_uniform(a); });
      default: return false;
    }
  }

  // A named variable, or a part of a constant or a parameter that nobody changes.
  bool is_uniform_place(ExprId id) const {
    const Expr& e = m_[id];
    if (e.kind == ExprKind::variable) return is_uniform_variable(e.var);
    if (e.kind == ExprKind::member) return is_uniform_place(e.a);
    if (e.kind == ExprKind::subscript && m_[e.a].kind == ExprKind::decay) return is_uniform(e.b) && is_uniform_place(m_[e.a].a);
    return false;
  }

  bool is_uniform_variable(VarId var) const {
    const Variable& variable = m_[var];
    if (variable.storage == Storage::constant) return true;
    const bool is_own = variable.storage == Storage::local || variable.storage == Storage::parameter;
    return is_own && uniform_.contains(var.v);
  }

  // Starts from "all are uniform" and takes away what is not, until nothing changes.
  void find_uniform_variables() {
    const auto consider = [&](VarId var) {
      const Variable& variable = m_[var];
      const bool is_simple = m_.types[variable.type].kind != TypeKind::reference && (!m_.types.is_array(variable.type));
      const bool is_own = variable.storage == Storage::local || variable.storage == Storage::parameter;
      if (is_own && is_simple && !variable.is_address_taken) uniform_.insert(var.v);
    };
    for (VarId parameter : kernel_.parameters) consider(parameter);
    for_each_stmt(m_, kernel_.body, [&](StmtId id) {
      if (m_[id].kind == StmtKind::declaration) consider(m_[id].var);
    });
    size_t before = 0;
    do {
      before = uniform_.size();
      drop_varying(kernel_.body, true);
    } while (uniform_.size() != before);
  }

  void drop_varying(StmtId id, bool control) {
    if (!id) return;
    const Stmt& stmt = m_[id];
    if (stmt.kind == StmtKind::declaration && m_[stmt.var].init && !(control && is_uniform(m_[stmt.var].init))) uniform_.erase(stmt.var.v);
    if (stmt.kind == StmtKind::declaration) drop_assigned(m_[stmt.var].init, false);
    bool inner = control;
    if (is_loop(stmt.kind)) {
      inner = control && (!stmt.a || is_uniform(stmt.a)) && !leaves_unevenly(stmt.body, true);
    } else if (stmt.kind == StmtKind::if_ || stmt.kind == StmtKind::switch_) {
      inner = control && is_uniform(stmt.a);
    }
    drop_assigned(stmt.a, stmt.kind == StmtKind::expression && control);
    drop_assigned(stmt.step, inner);
    drop_varying(stmt.init, control);
    drop_varying(stmt.body, inner);
    drop_varying(stmt.otherwise, inner);
    for (StmtId child : stmt.list) drop_varying(child, inner);
  }

  // Assignments at the top of `id` keep a variable uniform if their value is; those deeper inside do not.
  void drop_assigned(ExprId id, bool control) {
    if (!id) return;
    const Expr& e = m_[id];
    if (e.kind == ExprKind::comma || (e.kind == ExprKind::cast && e.cast == CastKind::to_void)) {
      drop_assigned(e.a, control);
      drop_assigned(e.b, control);
      return;
    }
    ExprId inside = id;
    if (is_assignment(e.kind)) {
      VarId root;
      const bool is_even = control && (!e.b || is_uniform(e.b)) && (!e.c || is_uniform(e.c));
      if (root_variable(m_, e.a, root) && !is_even) uniform_.erase(root.v);
      inside = e.b;
    }
    for_each_expr(m_, inside, [&](ExprId each) {
      VarId root;
      if (is_assignment(m_[each].kind) && root_variable(m_, m_[each].a, root)) uniform_.erase(root.v);
    });
  }

  // A `break` or `continue` of this loop that only some threads may take.
  bool leaves_unevenly(StmtId id, bool control) const {
    if (!id) return false;
    const Stmt& stmt = m_[id];
    if (stmt.kind == StmtKind::break_ || stmt.kind == StmtKind::continue_) return !control;
    if (is_loop(stmt.kind)) return false;
    const bool asks = stmt.kind == StmtKind::if_ || stmt.kind == StmtKind::switch_;
    const bool inner = control && (!asks || is_uniform(stmt.a));
    if (leaves_unevenly(stmt.body, inner) || leaves_unevenly(stmt.otherwise, inner)) return true;
    return std::ranges::any_of(stmt.list, [&](StmtId child) { return leaves_unevenly(child, inner); });
  }

  // ---- what steers the hoisted statements

  void find_steering_variables() {
    // Conditions first: a `break` that only some threads take is the cause, the loop that it makes uneven the effect.
    for_each_stmt(m_, kernel_.body, [&](StmtId id) {
      if (is_hoisted(id) && m_[id].kind == StmtKind::if_ && !is_uniform(m_[id].a)) refuse_varying(m_[id]);
    });
    for_each_stmt(m_, kernel_.body, [&](StmtId id) {
      const Stmt& stmt = m_[id];
      if (!is_hoisted(id) || !stmt.a || stmt.kind == StmtKind::expression) return;
      if (!is_uniform(stmt.a)) return refuse_varying(stmt);
      add_steering(stmt.a);
      if (stmt.kind != StmtKind::for_) return;
      add_steering(stmt.step);
      for_each_stmt(m_, stmt.init, [&](StmtId each) {
        if (m_[each].kind == StmtKind::declaration) steering_.insert(m_[each].var.v);
      });
    });
    for (StmtId id : body_list(kernel_.body))
      if (is_uniform_return(id)) add_steering(m_[id].a);
    // What a steering variable is computed from steers as well.
    size_t before = 0;
    do {
      before = steering_.size();
      for_each_stmt(m_, kernel_.body, [&](StmtId id) {
        const Stmt& stmt = m_[id];
        if (stmt.kind == StmtKind::declaration && steering_.contains(stmt.var.v)) add_steering(m_[stmt.var].init);
        if (stmt.kind == StmtKind::expression && writes_steering(stmt.a)) add_steering(stmt.a);
        const bool chooses = is_loop(stmt.kind) || stmt.kind == StmtKind::if_ || stmt.kind == StmtKind::switch_;
        if (chooses && !is_hoisted(id) && writes_steering_in(id)) for_each_expr_in(m_, id, [&](ExprId each) { add_steering_variable(each); });
      });
    } while (steering_.size() != before && !failed());
    for (uint32_t var : steering_)
      if (!uniform_.contains(var))
        refuse("`" + m_.variables[var].name + "` steers a loop around a barrier, and threads may differ in it", m_.variables[var].span);
  }

  void refuse_varying(const Stmt& stmt) {
    const bool is_loop_statement = is_loop(stmt.kind);
    refuse(is_loop_statement ? "threads of a block may go round this loop a different number of times, and there is a barrier inside"
                             : "threads of a block may differ here, and a barrier depends on it", m_[stmt.a].span);
  }

  void add_steering(ExprId id) {
    for_each_expr(m_, id, [&](ExprId each) { add_steering_variable(each); });
  }
  void add_steering_variable(ExprId id) {
    if (m_[id].kind != ExprKind::variable) return;
    const VarId var = m_[id].var;
    const bool is_changing_parameter = m_[var].storage == Storage::parameter && is_written(var.v);
    if (m_[var].storage == Storage::local || is_changing_parameter) steering_.insert(var.v);
  }

  bool writes_steering(ExprId id) const {
    bool found = false;
    for_each_expr(m_, id, [&](ExprId each) {
      VarId root;
      found |= is_assignment(m_[each].kind) && root_variable(m_, m_[each].a, root) && steering_.contains(root.v);
    });
    return found;
  }
  bool writes_steering_in(StmtId id) const {
    bool found = false;
    for_each_expr_in(m_, id, [&](ExprId each) {
      VarId root;
      found |= is_assignment(m_[each].kind) && root_variable(m_, m_[each].a, root) && steering_.contains(root.v);
    });
    return found;
  }

  // `if (uniform) return;` with variables that only their declaration sets.
  bool is_uniform_return(StmtId id) const {
    const Stmt& stmt = m_[id];
    if (stmt.kind != StmtKind::if_ || stmt.otherwise || !is_uniform(stmt.a)) return false;
    const auto body = body_list(stmt.body);
    if (body.size() != 1 || m_[body[0]].kind != StmtKind::return_) return false;
    bool is_simple = true;
    for_each_expr(m_, stmt.a, [&](ExprId each) {
      if (m_[each].kind == ExprKind::variable && is_written(m_[each].var.v)) is_simple = false;
    });
    return is_simple;
  }

  // ---- the split

  std::vector<Part> split(const std::vector<StmtId>& list) {
    std::vector<Part> parts;
    Part threads;
    const auto flush = [&] {
      if (threads.statements.empty()) return;
      threads.run = ++runs_;
      parts.push_back(std::move(threads));
      threads = {};
    };
    for (StmtId id : list) {
      const Stmt& stmt = m_[id];
      if (is_barrier(m_, stmt)) {
        flush();
        parts.push_back({Part::Kind::barrier, id, {}, {}, {}, 0});
      } else if (is_hoisted(id)) {
        flush();
        parts.push_back(hoist(id));
      } else if (out_.has_barrier && is_uniform_return(id) && is_top_level(id)) {
        flush();
        parts.push_back({Part::Kind::uniform_return, id, {}, {}, {}, 0});
      } else if (stmt.kind == StmtKind::declaration && steering_.contains(stmt.var.v)) {
        parts.push_back({Part::Kind::once, id, {}, {}, {}, 0});  // stands before the loop over the threads that is being collected
      } else if (!steering_.empty() && writes_steering_in(id)) {
        check_is_pure(id);
        flush();
        parts.push_back({Part::Kind::once, id, {}, {}, {}, 0});
      } else if (stmt.kind != StmtKind::empty) {
        threads.statements.push_back(id);
      }
    }
    flush();
    return parts;
  }

  bool is_top_level(StmtId id) const {
    const auto list = body_list(kernel_.body);
    return std::ranges::find(list, id) != list.end();
  }

  Part hoist(StmtId id) {
    const Stmt& stmt = m_[id];
    Part part{Part::Kind::hoisted, id, {}, {}, {}, 0};
    if (stmt.kind == StmtKind::compound) {
      part.body = split(stmt.list);
    } else {
      part.body = split(body_list(stmt.body));
      part.otherwise = split(body_list(stmt.otherwise));
    }
    return part;
  }

  // A statement that is done once for the block may do nothing else than set what steers.
  void check_is_pure(StmtId id) {
    for_each_expr_in(m_, id, [&](ExprId each) {
      const Expr& e = m_[each];
      VarId root;
      const bool writes_memory = is_assignment(e.kind) && !root_variable(m_, e.a, root);
      const bool writes_other = is_assignment(e.kind) && root_variable(m_, e.a, root) && !steering_.contains(root.v);
      const bool calls = e.kind == ExprKind::call || (e.kind == ExprKind::builtin_call && !is_pure(e.builtin));
      if (writes_memory || writes_other || calls)
        refuse("what steers a loop around a barrier is changed here together with a thread's own work", m_[id].span);
    });
  }

  // ---- where the variables live

  void find_changed_parameters() {
    for (VarId parameter : kernel_.parameters)
      if (is_written(parameter.v)) out_.changed_parameters.push_back(parameter);
  }

  void find_residences() {
    for (uint32_t var : steering_) out_.residence[var] = Residence::block;
    if (!out_.has_barrier) return;
    note_declarations(out_.parts);
    VarSet across;
    note_uses(out_.parts, across);
    for (VarId parameter : out_.changed_parameters)
      if (!steering_.contains(parameter.v)) out_.residence[parameter.v] = Residence::per_thread;
    // In order of declaration: what a variable is recomputed from has been decided before it.
    std::vector<uint32_t> ordered(across.begin(), across.end());
    std::ranges::sort(ordered, {}, [&](uint32_t v) { return m_.variables[v].span.begin; });
    for (uint32_t var : ordered) {
      out_.residence[var] = can_recompute(var) ? Residence::recomputed : Residence::per_thread;
      if (out_.residence[var] == Residence::per_thread && m_.types[m_.variables[var].type].kind == TypeKind::reference)
        refuse("the reference `" + m_.variables[var].name + "` lives across a barrier", m_.variables[var].span);
    }
    // A recomputed variable needs those it is made of, also when only it lives across the barrier.
    bool changed = true;
    while (changed) {
      changed = false;
      for (auto& [var, residence] : std::map(out_.residence)) {
        if (residence != Residence::recomputed) continue;
        for_each_expr(m_, m_.variables[var].init, [&](ExprId id) {
          if (m_[id].kind != ExprKind::variable || !out_.declared_in_run.contains(m_[id].var.v)) return;
          if (out_.residence.emplace(m_[id].var.v, Residence::recomputed).second) changed = true;
        });
      }
    }
  }

  void note_declarations(const std::vector<Part>& parts) {
    for (const Part& part : parts) {
      for (StmtId id : part.statements)
        if (m_[id].kind == StmtKind::declaration && m_[m_[id].var].storage == Storage::local) out_.declared_in_run[m_[id].var.v] = part.run;
      note_declarations(part.body);
      note_declarations(part.otherwise);
    }
  }

  void note_uses(const std::vector<Part>& parts, VarSet& across) {
    for (const Part& part : parts) {
      for (StmtId id : part.statements)
        for_each_expr_in(m_, id, [&](ExprId each) {
          const Expr& e = m_[each];
          if (e.kind != ExprKind::variable) return;
          const auto declared = out_.declared_in_run.find(e.var.v);
          if (declared != out_.declared_in_run.end() && declared->second != part.run) across.insert(e.var.v);
        });
      note_uses(part.body, across);
      note_uses(part.otherwise, across);
    }
  }

  // Set once, from nothing that changes and nothing in memory: a thread may compute it again whenever it wants.
  bool can_recompute(uint32_t var) {
    const auto known = can_recompute_.find(var);
    if (known != can_recompute_.end()) return known->second;
    const Variable& variable = m_.variables[var];
    const bool is_plain = variable.init && !is_written(var) && !m_.types.is_array(variable.type) && !m_.types.is_record(variable.type);
    return can_recompute_[var] = is_plain && is_repeatable(variable.init);
  }

  bool is_repeatable(ExprId id) {
    const Expr& e = m_[id];
    switch (e.kind) {
      case ExprKind::constant: case ExprKind::special: return true;
      case ExprKind::load: return m_[e.a].kind == ExprKind::variable && is_fixed(m_[e.a].var);
      case ExprKind::decay: return m_[e.a].kind == ExprKind::variable && m_[m_[e.a].var].storage != Storage::local;
      case ExprKind::unary: case ExprKind::cast: return is_repeatable(e.a);
      case ExprKind::binary: case ExprKind::pointer_add: case ExprKind::pointer_subtract: return is_repeatable(e.a) && is_repeatable(e.b);
      default: return false;
    }
  }

  bool is_fixed(VarId var) {
    const Variable& variable = m_[var];
    if (is_written(var.v)) return false;
    if (variable.storage == Storage::parameter || variable.storage == Storage::constant) return true;
    if (variable.storage != Storage::local) return false;
    if (const auto known = out_.residence.find(var.v); known != out_.residence.end())
      return known->second == Residence::recomputed || known->second == Residence::block;
    return out_.declared_in_run.contains(var.v) && can_recompute(var.v);
  }

  bool has_thread_return(const std::vector<Part>& parts) const {
    bool found = false;
    for (const Part& part : parts) {
      for (StmtId id : part.statements) for_each_stmt(m_, id, [&](StmtId each) { found |= m_[each].kind == StmtKind::return_; });
      found |= has_thread_return(part.body) || has_thread_return(part.otherwise);
    }
    return found;
  }
};

}  // namespace

Structure find_structure(const Module& module, const Function& kernel) { return Finder(module, kernel).find(); }

}  // namespace wb::loops
