#include "simulator/language/constant_eval.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "simulator/language/scalar_math.h"
#include "simulator/source/limits.h"

namespace wb {
namespace {

constexpr int max_recursion = 4000;  // expressions inside calls inside expressions: bounds the host's stack

ConstantValue number_value(uint64_t bits) {
  ConstantValue v;
  v.bits = bits;
  v.is_set = true;
  return v;
}

}  // namespace

std::optional<uint64_t> ConstantEvaluator::evaluate(ExprId expr) {
  steps_ = 0;
  culprit_ = {};
  has_written_ = false;
  frames_.clear();
  scratch_.clear();
  frame_ = &frames_.emplace_back();
  return number(expr);
}

std::optional<ConstantValue> ConstantEvaluator::evaluate_object(ExprId expr) {
  steps_ = 0;
  culprit_ = {};
  has_written_ = false;
  frames_.clear();
  scratch_.clear();
  frame_ = &frames_.emplace_back();
  auto v = value(expr);
  return v && is_whole(*v) ? v : std::nullopt;
}

bool ConstantEvaluator::is_whole(const Value& v) const {
  if (v.is_aggregate) return std::all_of(v.parts.begin(), v.parts.end(), [&](const Value& part) { return is_whole(part); });
  return v.is_set && !v.is_pointer;
}

std::optional<uint64_t> ConstantEvaluator::number(ExprId expr) {
  auto v = value(expr);
  if (!v || v->is_aggregate || v->is_pointer || !v->is_set) {
    if (v && !culprit_) culprit_ = expr;
    return std::nullopt;
  }
  return v->bits;
}

std::optional<ConstantValue> ConstantEvaluator::value(ExprId expr) {
  if (!expr || ++steps_ > limits::constant_steps || recursion_ > max_recursion) return std::nullopt;
  const Expr& e = module_[expr];
  ++recursion_;
  auto result = compute(e);
  --recursion_;
  if (!result && !culprit_) culprit_ = expr;
  return result;
}

// An object of this type whose numbers have no value yet.
std::optional<ConstantValue> ConstantEvaluator::unset(TypeId id) {
  const Type& type = module_.types[id];
  Value v;
  if (++steps_ > limits::constant_steps) return std::nullopt;
  if (type.kind == TypeKind::array) {
    v.is_aggregate = true;
    if (type.count > limits::constant_steps) return std::nullopt;
    for (uint64_t i = 0; i < type.count; ++i) {
      auto part = unset(type.element);
      if (!part) return std::nullopt;
      v.parts.push_back(std::move(*part));
    }
  } else if (type.kind == TypeKind::record) {
    v.is_aggregate = true;
    const Record& record = module_.types.records[type.index];
    if (record.is_union) return std::nullopt;
    for (const Field& f : record.fields) {
      auto part = unset(f.type);
      if (!part) return std::nullopt;
      v.parts.push_back(std::move(*part));
    }
  }
  return v;
}

std::optional<ConstantValue> ConstantEvaluator::zero(TypeId id) {
  auto v = unset(id);
  auto fill = [&](auto& self, Value& part) -> void {
    part.is_set = true;
    for (Value& inner : part.parts) self(self, inner);
  };
  if (v) fill(fill, *v);
  return v;
}

ConstantValue* ConstantEvaluator::object(const Value& pointer) {
  if (!pointer.is_pointer || !pointer.target) return nullptr;
  if (pointer.index < 0) return pointer.target;
  if (!pointer.target->is_aggregate || static_cast<size_t>(pointer.index) >= pointer.target->parts.size()) return nullptr;
  return &pointer.target->parts[static_cast<size_t>(pointer.index)];
}

// Part by part, so that pointers to the parts stay good.
void ConstantEvaluator::assign(Value& to, const Value& from) {
  if (!to.is_aggregate || to.parts.size() != from.parts.size()) {
    to = from;
    return;
  }
  for (size_t i = 0; i < to.parts.size(); ++i) assign(to.parts[i], from.parts[i]);
}

// A pointer to what an lvalue stands for.
std::optional<ConstantValue> ConstantEvaluator::locate(ExprId id) {
  if (!id || ++steps_ > limits::constant_steps || recursion_ > max_recursion) return std::nullopt;
  const Expr& e = module_[id];
  struct Count {
    int& n;
    explicit Count(int& c) : n(++c) {}
    ~Count() { --n; }
  } count(recursion_);
  auto to = [](Value* target, int64_t index, bool is_writable) {
    Value v;
    v.is_set = v.is_pointer = true;
    v.target = target;
    v.index = index;
    v.is_writable = is_writable;
    return v;
  };
  auto fail = [&]() -> std::optional<Value> {
    if (!culprit_) culprit_ = id;
    return std::nullopt;
  };
  switch (e.kind) {
    case ExprKind::variable: {
      if (auto it = frame_->find(e.var.v); it != frame_->end()) return to(&it->second, -1, true);
      if (objects_)
        if (auto it = objects_->find(e.var.v); it != objects_->end()) return to(const_cast<Value*>(&it->second), -1, false);
      if (known_)
        if (auto it = known_->find(e.var.v); it != known_->end()) {
          scratch_.push_back(number_value(it->second));
          return to(&scratch_.back(), -1, false);
        }
      const Variable& variable = module_[e.var];
      if (!variable.is_temporary || variable.init || variable.storage != Storage::local) return std::nullopt;
      auto fresh = unset(variable.type);
      if (!fresh) return fail();
      has_written_ = true;
      return to(&(frame_->insert_or_assign(e.var.v, std::move(*fresh)).first->second), -1, true);
    }
    case ExprKind::member: {
      auto whole = locate(e.a);
      Value* target = whole ? object(*whole) : nullptr;
      if (!target || !target->is_aggregate || e.index >= target->parts.size()) return fail();
      return to(&target->parts[e.index], -1, whole->is_writable);
    }
    case ExprKind::subscript: {
      auto pointer = value(e.a);
      auto index = pointer ? number(e.b) : std::nullopt;
      if (!index || !pointer->is_pointer || pointer->index < 0) return fail();
      pointer->index += as_signed(kind(e.b), *index);
      return object(*pointer) && pointer->index >= 0 ? pointer : fail();
    }
    case ExprKind::dereference: {
      auto pointer = value(e.a);
      return pointer && object(*pointer) ? pointer : fail();
    }
    case ExprKind::comma: return value(e.a) ? locate(e.b) : fail();
    case ExprKind::conditional: {
      auto a = number(e.a);
      return a ? locate(*a ? e.b : e.c) : fail();
    }
    case ExprKind::assign:
    case ExprKind::compound_assign:
    case ExprKind::pre_increment:
    case ExprKind::pre_decrement: return compute(e) ? locate(e.a) : fail();
    default: return fail();
  }
}

std::optional<ConstantValue> ConstantEvaluator::compute(const Expr& e) {
  switch (e.kind) {
    case ExprKind::constant: {
      Value v = number_value(e.bits);
      const Type& type = module_.types[e.type];
      v.is_pointer = type.kind == TypeKind::pointer && module_.types[type.element].kind != TypeKind::function;  // those to functions are numbers
      return v;
    }
    case ExprKind::function_address: return number_value(function_pointer(e.function));
    case ExprKind::load: {
      auto place = locate(e.a);
      Value* target = place ? object(*place) : nullptr;
      if (!target || (!target->is_aggregate && !target->is_set)) return std::nullopt;
      steps_ += target->parts.size();
      return *target;
    }
    case ExprKind::decay: {
      auto array = locate(e.a);
      Value* target = array ? object(*array) : nullptr;
      if (!target || !target->is_aggregate) return std::nullopt;
      array->target = target;
      array->index = 0;
      return array;
    }
    case ExprKind::address_of: return locate(e.a);
    case ExprKind::member_value: {
      auto whole = value(e.a);
      if (!whole || !whole->is_aggregate || e.index >= whole->parts.size()) return std::nullopt;
      Value part = std::move(whole->parts[e.index]);
      return part.is_aggregate || part.is_set ? std::optional(std::move(part)) : std::nullopt;
    }
    case ExprKind::unary: {
      auto a = number(e.a);
      auto result = a ? apply_unary(e.op, kind(e.a), *a) : std::nullopt;
      return result ? std::optional(number_value(*result)) : std::nullopt;
    }
    case ExprKind::binary: return binary(e);
    case ExprKind::pointer_add:
    case ExprKind::pointer_subtract:
    case ExprKind::pointer_difference: return moved(e);
    case ExprKind::logical_and:
    case ExprKind::logical_or: {
      auto a = number(e.a);
      if (!a) return std::nullopt;
      if ((*a != 0) == (e.kind == ExprKind::logical_or)) return number_value(*a);
      auto b = number(e.b);
      return b ? std::optional(number_value(*b)) : std::nullopt;
    }
    case ExprKind::conditional: {
      auto a = number(e.a);
      return a ? value(*a ? e.b : e.c) : std::nullopt;
    }
    case ExprKind::comma: return value(e.a) ? value(e.b) : std::nullopt;
    case ExprKind::fma: {
      auto a = number(e.a), b = number(e.b), c = number(e.c);
      if (!a || !b || !c) return std::nullopt;
      return number_value(fused_multiply_add(module_.types[e.type].scalar, *a, *b, *c));
    }
    case ExprKind::cast: return cast(e);
    case ExprKind::assign: {
      auto b = value(e.b);
      auto place = b ? locate(e.a) : std::nullopt;
      Value* target = place && place->is_writable ? object(*place) : nullptr;
      if (!target) return std::nullopt;
      steps_ += b->parts.size();
      assign(*target, *b);
      return b;
    }
    case ExprKind::compound_assign:
    case ExprKind::pre_increment:
    case ExprKind::pre_decrement:
    case ExprKind::post_increment:
    case ExprKind::post_decrement: return change(e);
    case ExprKind::call: return call(e);
    case ExprKind::builtin_call: return builtin(e);
    case ExprKind::init_list: return list(e);
    default: return std::nullopt;
  }
}

std::optional<ConstantValue> ConstantEvaluator::cast(const Expr& e) {
  auto a = value(e.a);
  if (!a) return a;
  if (e.cast == CastKind::to_void) return number_value(0);
  if (e.cast == CastKind::same) return a;
  if (e.cast == CastKind::pointer && a->is_pointer) {  // only the qualifiers may differ
    Type from = module_.types[module_.types[module_[e.a].type].element], to = module_.types[module_.types[e.type].element];
    from.is_const = to.is_const;
    from.is_volatile = to.is_volatile;
    return from == to ? a : std::nullopt;
  }
  if (e.cast == CastKind::pointer_to_bool) return a->is_pointer ? std::optional(number_value(a->target != nullptr)) : std::nullopt;
  if (a->is_pointer || a->is_aggregate || e.cast == CastKind::pointer || e.cast == CastKind::integer_to_pointer || e.cast == CastKind::pointer_to_integer) return std::nullopt;
  return number_value(convert_scalar(kind(e.a), module_.types[e.type].scalar, a->bits));
}

std::optional<ConstantValue> ConstantEvaluator::binary(const Expr& e) {
  auto a = value(e.a);
  if (!a) return std::nullopt;
  auto b = value(e.b);
  if (!b) return std::nullopt;
  if (a->is_pointer || b->is_pointer) return compare_pointers(e, *a, *b);
  if (a->is_aggregate || b->is_aggregate || !a->is_set || !b->is_set) return std::nullopt;
  if (e.op == Op::shift_left || e.op == Op::shift_right) {
    int64_t count = as_signed(kind(e.b), b->bits);
    if (count < 0) return std::nullopt;
    b->bits = static_cast<uint64_t>(count > 64 ? 64 : count);
  }
  auto result = apply_binary(e.op, kind(e.a), a->bits, b->bits);
  return result ? std::optional(number_value(*result)) : std::nullopt;
}

std::optional<ConstantValue> ConstantEvaluator::compare_pointers(const Expr& e, const Value& a, const Value& b) {
  bool same = a.target == b.target && a.index == b.index;
  if (e.op == Op::equal) return number_value(same);
  if (e.op == Op::not_equal) return number_value(!same);
  if (a.target != b.target) return std::nullopt;
  switch (e.op) {
    case Op::less: return number_value(a.index < b.index);
    case Op::less_equal: return number_value(a.index <= b.index);
    case Op::greater: return number_value(a.index > b.index);
    case Op::greater_equal: return number_value(a.index >= b.index);
    default: return std::nullopt;
  }
}

// Pointer arithmetic stays inside its array, or right behind it.
std::optional<ConstantValue> ConstantEvaluator::moved(const Expr& e) {
  auto a = value(e.a);
  if (!a || !a->is_pointer || a->index < 0) return std::nullopt;
  if (e.kind == ExprKind::pointer_difference) {
    auto b = value(e.b);
    if (!b || b->target != a->target || b->index < 0) return std::nullopt;
    return number_value(static_cast<uint64_t>(a->index - b->index));
  }
  auto by = number(e.b);
  if (!by) return std::nullopt;
  int64_t count = as_signed(kind(e.b), *by);
  if (count > static_cast<int64_t>(limits::object_bytes) || count < -static_cast<int64_t>(limits::object_bytes)) return std::nullopt;
  a->index += e.kind == ExprKind::pointer_add ? count : -count;
  if (a->index < 0 || static_cast<size_t>(a->index) > a->target->parts.size()) return std::nullopt;
  return a;
}

std::optional<ConstantValue> ConstantEvaluator::list(const Expr& e) {
  auto made = zero(e.type);
  if (!made || !made->is_aggregate || e.args.size() > made->parts.size()) return std::nullopt;
  for (size_t i = 0; i < e.args.size(); ++i) {
    auto part = value(e.args[i]);
    if (!part) return std::nullopt;
    made->parts[i] = std::move(*part);
  }
  return made;
}

std::optional<ConstantValue> ConstantEvaluator::change(const Expr& e) {
  std::optional<uint64_t> operand;
  if (e.kind == ExprKind::compound_assign) {
    operand = number(e.b);
    if (!operand || e.fused) return std::nullopt;
  }
  auto place = locate(e.a);
  Value* target = place && place->is_writable ? object(*place) : nullptr;
  if (!target || target->is_aggregate || !target->is_set) return std::nullopt;
  if (target->is_pointer) {
    if (target->index < 0) return std::nullopt;
    bool down = e.kind == ExprKind::pre_decrement || e.kind == ExprKind::post_decrement || e.op == Op::subtract;
    int64_t by = operand ? as_signed(kind(e.b), *operand) : 1;
    if (by > static_cast<int64_t>(limits::object_bytes) || by < -static_cast<int64_t>(limits::object_bytes)) return std::nullopt;
    Value old = *target;
    target->index += down ? -by : by;
    if (target->index < 0 || static_cast<size_t>(target->index) > target->target->parts.size()) return std::nullopt;
    return e.kind == ExprKind::post_increment || e.kind == ExprKind::post_decrement ? old : *target;
  }
  if (module_.types[module_[e.a].type].kind != TypeKind::scalar) return std::nullopt;
  uint64_t old = target->bits;
  ScalarKind own = kind(e.a);
  if (e.kind == ExprKind::compound_assign) {
    ScalarKind computed = module_.types[e.compute_type].scalar;
    auto result = apply_binary(e.op, computed, convert_scalar(own, computed, old), *operand);
    if (!result) return std::nullopt;
    return *target = number_value(convert_scalar(computed, own, *result));
  }
  bool up = e.kind == ExprKind::pre_increment || e.kind == ExprKind::post_increment;
  auto result = apply_binary(up ? Op::add : Op::subtract, own, old, convert_scalar(ScalarKind::int_, own, 1));
  if (!result) return std::nullopt;
  *target = number_value(*result);
  return number_value(e.kind == ExprKind::pre_increment || e.kind == ExprKind::pre_decrement ? *result : old);
}

std::optional<ConstantValue> ConstantEvaluator::call(const Expr& e) {
  const Function& function = module_[e.function];
  if (!function.body || depth_ >= limits::nesting || e.args.size() > function.parameters.size()) return std::nullopt;
  Frame& frame = frames_.emplace_back();  // kept until the end: a pointer may still lead here
  steps_ += 4;
  for (size_t i = 0; i < e.args.size(); ++i) {
    auto argument = value(e.args[i]);
    if (!argument) return std::nullopt;
    frame[function.parameters[i].v] = std::move(*argument);
  }
  Frame* caller = std::exchange(frame_, &frame);
  ++depth_;
  Flow flow = run(function.body);
  --depth_;
  frame_ = caller;
  if (flow == Flow::failed) return std::nullopt;
  if (module_.types.is_void(function.result)) return number_value(0);
  if (flow != Flow::return_) return std::nullopt;
  return std::move(result_);
}

std::optional<ConstantValue> ConstantEvaluator::builtin(const Expr& e) {
  std::vector<uint64_t> values;
  for (ExprId argument : e.args) {
    auto v = number(argument);
    if (!v) return std::nullopt;
    values.push_back(*v);
  }
  ScalarKind type = module_.types[e.type].scalar;
  auto smaller = [&] { return apply_binary(Op::less, type, values[0], values[1]).value_or(0) != 0; };
  switch (e.builtin) {
    case Builtin::min_i32: case Builtin::min_u32: case Builtin::min_i64: case Builtin::min_u64: return number_value(smaller() ? values[0] : values[1]);
    case Builtin::max_i32: case Builtin::max_u32: case Builtin::max_i64: case Builtin::max_u64: return number_value(smaller() ? values[1] : values[0]);
    case Builtin::abs_i32: case Builtin::abs_i64: return number_value(as_signed(type, values[0]) < 0 ? apply_unary(Op::negate, type, values[0]).value_or(0) : values[0]);
    default: return std::nullopt;
  }
}

ConstantEvaluator::Flow ConstantEvaluator::run(StmtId id) {
  if (!id) return Flow::next;
  if (++steps_ > limits::constant_steps) return Flow::failed;
  const Stmt& s = module_[id];
  auto condition = [&]() -> std::optional<bool> {
    if (!s.a) return true;
    auto v = number(s.a);
    return v ? std::optional(*v != 0) : std::nullopt;
  };
  switch (s.kind) {
    case StmtKind::empty:
    case StmtKind::case_:
    case StmtKind::default_: return Flow::next;
    case StmtKind::expression: return value(s.a) ? Flow::next : Flow::failed;
    case StmtKind::declaration: {
      const Variable& variable = module_[s.var];
      auto v = variable.init ? value(variable.init) : unset(variable.type);
      if (!v || variable.storage != Storage::local) return Flow::failed;
      if (auto [it, is_new] = frame_->try_emplace(s.var.v, *v); !is_new) assign(it->second, *v);
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
      result_ = std::move(*v);
      return Flow::return_;
    }
  }
  return Flow::failed;
}

ConstantEvaluator::Flow ConstantEvaluator::run_switch(const Stmt& s) {
  auto v = number(s.a);
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
