#include "simulator/language/constant_eval.h"

#include <cmath>

#include "simulator/language/scalar_math.h"
#include "simulator/source/limits.h"

namespace wb {
namespace {
constexpr int max_recursion = 4000;  // expressions inside calls inside expressions: bounds the host's stack
}

std::optional<uint64_t> ConstantEvaluator::evaluate(ExprId expr) {
  steps_ = 0;
  culprit_ = {};
  return value(expr);
}

std::optional<uint64_t> ConstantEvaluator::value(ExprId expr) {
  if (!expr || ++steps_ > limits::constant_steps || recursion_ > max_recursion) return std::nullopt;
  const Expr& e = module_[expr];
  ++recursion_;
  auto result = compute(e);
  --recursion_;
  if (!result && !culprit_) culprit_ = expr;
  return result;
}

std::optional<uint64_t> ConstantEvaluator::compute(const Expr& e) {
  switch (e.kind) {
    case ExprKind::constant: return e.bits;
    case ExprKind::function_address: return function_pointer(e.function);
    case ExprKind::load: {
      const Expr& place = module_[e.a];
      if (place.kind != ExprKind::variable) return std::nullopt;
      if (frame_)
        if (auto it = frame_->find(place.var.v); it != frame_->end()) return it->second;
      if (known_)
        if (auto it = known_->find(place.var.v); it != known_->end()) return it->second;
      return std::nullopt;
    }
    case ExprKind::unary: {
      auto a = value(e.a);
      return a ? apply_unary(e.op, kind(e.a), *a) : std::nullopt;
    }
    case ExprKind::binary: {
      auto a = value(e.a);
      if (!a) return std::nullopt;
      auto b = value(e.b);
      if (!b) return std::nullopt;
      if (e.op == Op::shift_left || e.op == Op::shift_right) {
        int64_t count = as_signed(kind(e.b), *b);
        if (count < 0) return std::nullopt;
        *b = static_cast<uint64_t>(count > 64 ? 64 : count);
      }
      return apply_binary(e.op, kind(e.a), *a, *b);
    }
    case ExprKind::logical_and:
    case ExprKind::logical_or: {
      auto a = value(e.a);
      if (!a || (*a != 0) == (e.kind == ExprKind::logical_or)) return a;
      return value(e.b);
    }
    case ExprKind::conditional: {
      auto a = value(e.a);
      return a ? value(*a ? e.b : e.c) : std::nullopt;
    }
    case ExprKind::comma: return value(e.a) ? value(e.b) : std::nullopt;
    case ExprKind::fma: {
      auto a = value(e.a), b = value(e.b), c = value(e.c);
      if (!a || !b || !c) return std::nullopt;
      return fused_multiply_add(module_.types[e.type].scalar, *a, *b, *c);
    }
    case ExprKind::cast: {
      if (e.cast == CastKind::pointer_to_bool || e.cast == CastKind::pointer || e.cast == CastKind::to_void) return std::nullopt;
      if (e.cast == CastKind::integer_to_pointer || e.cast == CastKind::pointer_to_integer) return std::nullopt;
      auto a = value(e.a);
      if (!a || e.cast == CastKind::same) return a;
      return convert_scalar(kind(e.a), module_.types[e.type].scalar, *a);
    }
    case ExprKind::assign: {
      auto b = value(e.b);
      return b ? store(e.a, *b) : std::nullopt;
    }
    case ExprKind::compound_assign:
    case ExprKind::pre_increment:
    case ExprKind::pre_decrement:
    case ExprKind::post_increment:
    case ExprKind::post_decrement: return change(e);
    case ExprKind::call: return call(e);
    case ExprKind::builtin_call: return builtin(e);
    default: return std::nullopt;
  }
}

std::optional<uint64_t> ConstantEvaluator::store(ExprId target, uint64_t bits) {
  const Expr& place = module_[target];
  if (place.kind != ExprKind::variable || !frame_) return std::nullopt;
  auto it = frame_->find(place.var.v);
  if (it == frame_->end()) return std::nullopt;
  return it->second = bits;
}

std::optional<uint64_t> ConstantEvaluator::change(const Expr& e) {
  const Expr& place = module_[e.a];
  if (place.kind != ExprKind::variable || !frame_ || !frame_->count(place.var.v)) return std::nullopt;
  if (module_.types[place.type].kind != TypeKind::scalar) return std::nullopt;
  uint64_t old = (*frame_)[place.var.v];
  ScalarKind own = kind(e.a);
  if (e.kind == ExprKind::compound_assign) {
    auto b = value(e.b);
    if (!b || e.fused) return std::nullopt;
    ScalarKind compute = module_.types[e.compute_type].scalar;
    auto result = apply_binary(e.op, compute, convert_scalar(own, compute, old), *b);
    return result ? store(e.a, convert_scalar(compute, own, *result)) : std::nullopt;
  }
  bool up = e.kind == ExprKind::pre_increment || e.kind == ExprKind::post_increment;
  auto result = apply_binary(up ? Op::add : Op::subtract, own, old, convert_scalar(ScalarKind::int_, own, 1));
  if (!result || !store(e.a, *result)) return std::nullopt;
  return e.kind == ExprKind::pre_increment || e.kind == ExprKind::pre_decrement ? *result : old;
}

std::optional<uint64_t> ConstantEvaluator::call(const Expr& e) {
  const Function& function = module_[e.function];
  if (!function.body || depth_ >= limits::nesting) return std::nullopt;
  Frame frame;
  for (size_t i = 0; i < e.args.size(); ++i) {
    auto argument = value(e.args[i]);
    if (!argument) return std::nullopt;
    frame[function.parameters[i].v] = *argument;
  }
  Frame* caller = frame_;
  frame_ = &frame;
  ++depth_;
  Flow flow = run(function.body);
  --depth_;
  frame_ = caller;
  return flow == Flow::return_ ? std::optional(result_) : std::nullopt;
}

std::optional<uint64_t> ConstantEvaluator::builtin(const Expr& e) {
  std::vector<uint64_t> values;
  for (ExprId argument : e.args) {
    auto v = value(argument);
    if (!v) return std::nullopt;
    values.push_back(*v);
  }
  ScalarKind type = module_.types[e.type].scalar;
  auto smaller = [&] { return apply_binary(Op::less, type, values[0], values[1]).value_or(0) != 0; };
  switch (e.builtin) {
    case Builtin::min_i32: case Builtin::min_u32: case Builtin::min_i64: case Builtin::min_u64: return smaller() ? values[0] : values[1];
    case Builtin::max_i32: case Builtin::max_u32: case Builtin::max_i64: case Builtin::max_u64: return smaller() ? values[1] : values[0];
    case Builtin::abs_i32: case Builtin::abs_i64: return as_signed(type, values[0]) < 0 ? apply_unary(Op::negate, type, values[0]) : values[0];
    default: return std::nullopt;
  }
}

ConstantEvaluator::Flow ConstantEvaluator::run(StmtId id) {
  if (!id) return Flow::next;
  if (++steps_ > limits::constant_steps) return Flow::failed;
  const Stmt& s = module_[id];
  auto condition = [&]() -> std::optional<bool> {
    if (!s.a) return true;
    auto v = value(s.a);
    return v ? std::optional(*v != 0) : std::nullopt;
  };
  switch (s.kind) {
    case StmtKind::empty:
    case StmtKind::case_:
    case StmtKind::default_: return Flow::next;
    case StmtKind::expression: return value(s.a) ? Flow::next : Flow::failed;
    case StmtKind::declaration: {
      const Variable& variable = module_[s.var];
      if (!variable.init) return (*frame_)[s.var.v] = 0, Flow::next;
      auto v = value(variable.init);
      if (!v) return Flow::failed;
      (*frame_)[s.var.v] = *v;
      return Flow::next;
    }
    case StmtKind::compound:
      for (StmtId inner : s.list)
        if (Flow flow = run(inner); flow != Flow::next) return flow;
      return Flow::next;
    case StmtKind::if_: {
      auto c = condition();
      return c ? run(*c ? s.body : s.otherwise) : Flow::failed;
    }
    case StmtKind::while_:
    case StmtKind::for_:
    case StmtKind::do_: {
      if (s.init && run(s.init) == Flow::failed) return Flow::failed;
      for (bool first = true;; first = false) {
        if (!(first && s.kind == StmtKind::do_)) {
          auto c = condition();
          if (!c) return Flow::failed;
          if (!*c) return Flow::next;
        }
        Flow flow = run(s.body);
        if (flow == Flow::break_) return Flow::next;
        if (flow == Flow::return_ || flow == Flow::failed) return flow;
        if (s.step && !value(s.step)) return Flow::failed;
        if (++steps_ > limits::constant_steps) return Flow::failed;
      }
    }
    case StmtKind::switch_: return run_switch(s);
    case StmtKind::label_:
    case StmtKind::goto_: return Flow::failed;
    case StmtKind::break_: return Flow::break_;
    case StmtKind::continue_: return Flow::continue_;
    case StmtKind::return_: {
      if (!s.a) return Flow::return_;
      auto v = value(s.a);
      if (!v) return Flow::failed;
      result_ = *v;
      return Flow::return_;
    }
  }
  return Flow::failed;
}

ConstantEvaluator::Flow ConstantEvaluator::run_switch(const Stmt& s) {
  auto v = value(s.a);
  if (!v || !s.body || s.bits != 0) return Flow::failed;
  const std::vector<StmtId>& list = module_[s.body].list;
  size_t from = list.size();
  for (size_t i = 0; i < list.size(); ++i) {
    const Stmt& label = module_[list[i]];
    if (label.kind == StmtKind::case_ && label.bits == *v) {
      from = i;
      break;
    }
    if (label.kind == StmtKind::default_) from = i;
  }
  for (size_t i = from; i < list.size(); ++i) {
    Flow flow = run(list[i]);
    if (flow == Flow::break_) return Flow::next;
    if (flow != Flow::next) return flow;
  }
  return Flow::next;
}

}  // namespace wb
