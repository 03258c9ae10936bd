#include "simulator/program/parameter_use.h"

namespace wb {
namespace {

class Search {
 public:
  Search(const Module& module, VarId parameter) : m_(module), parameter_(parameter) {}

  bool statement(StmtId id) const {
    if (!id) return false;
    const Stmt& s = m_[id];
    if (value(s.a) || value(s.step) || statement(s.init) || statement(s.body) || statement(s.otherwise)) return true;
    if (s.kind == StmtKind::declaration && value(m_[s.var].init)) return true;
    for (StmtId child : s.list)
      if (statement(child)) return true;
    return false;
  }

 private:
  // `is_const`: the value, a pointer, ends up as one to const.
  bool value(ExprId id, bool is_const = false) const {
    if (!id) return false;
    const Expr& e = m_[id];
    switch (e.kind) {
      case ExprKind::load: return lvalue(e.a, false);
      case ExprKind::assign: case ExprKind::compound_assign:
        return lvalue(e.a, true) || value(e.b) || value(e.c);
      case ExprKind::pre_increment: case ExprKind::pre_decrement: case ExprKind::post_increment: case ExprKind::post_decrement:
        return lvalue(e.a, true);
      case ExprKind::address_of: case ExprKind::decay: return lvalue(e.a, !is_const && !points_to_const(e.type));
      case ExprKind::pointer_add: case ExprKind::pointer_subtract: return value(e.a, is_const) || value(e.b);
      case ExprKind::cast: return value(e.a, is_const || points_to_const(e.type));
      default: break;
    }
    if (e.is_lvalue) return lvalue(id, false);
    if (value(e.a) || value(e.b) || value(e.c)) return true;
    for (ExprId argument : e.args)
      if (value(argument)) return true;
    return false;
  }

  bool lvalue(ExprId id, bool is_written) const {
    if (!id) return false;
    const Expr& e = m_[id];
    switch (e.kind) {
      case ExprKind::variable: return is_written && e.var == parameter_;
      case ExprKind::member: return lvalue(e.a, is_written);
      case ExprKind::subscript: return value(e.a, !is_written) || value(e.b);
      case ExprKind::dereference: return value(e.a, !is_written);
      case ExprKind::cast: return lvalue(e.a, is_written);
      case ExprKind::comma: return value(e.a) || lvalue(e.b, is_written);
      case ExprKind::conditional: return value(e.a) || lvalue(e.b, is_written) || lvalue(e.c, is_written);
      default: break;
    }
    if (!e.is_lvalue) return value(id);
    if (is_assignment(e.kind)) return value(id);
    if (value(e.a) || value(e.b) || value(e.c)) return true;
    for (ExprId argument : e.args)
      if (value(argument)) return true;
    return false;
  }

  static bool is_assignment(ExprKind kind) {
    return kind == ExprKind::assign || kind == ExprKind::compound_assign || kind == ExprKind::pre_increment || kind == ExprKind::pre_decrement;
  }
  bool points_to_const(TypeId type) const {
    const Type& t = m_.types[type];
    return (t.kind == TypeKind::pointer || t.kind == TypeKind::reference) && m_.types[t.element].is_const;
  }

  const Module& m_;
  VarId parameter_;
};

}  // namespace

bool may_be_changed(const Module& module, FunctionId function, VarId parameter) { return Search(module, parameter).statement(module[function].body); }

}  // namespace wb
