// Fused multiply-add as nvcc's default places it (design.md, "Numbers"): a product that is an operand of + or - and is used nowhere else
// becomes part of one operation with a single rounding.
//
//   a*b + c        fma(a, b, c)            a*b - c        fma(a, b, -c)
//   a*b + c*d      fma(a, b, c*d)          a*b - c*d      fma(a, b, -(c*d))
//   c + a*b        fma(a, b, c)            c - a*b        fma(-a, b, c)
//   s += a*b       fused compound          a*b + c*d + e*f    fma(e, f, fma(a, b, c*d))
//
// A product that the function computes more than once (the same operation on the same operands) is a common subexpression for nvcc and
// stays a plain product. half and bfloat16 are fused alike, where operators compute them (here builtin calls). "The same" is judged along the text, from top to bottom: a variable counts as another one after each assignment,
// and so does memory after each store, call or barrier. Which way a branch or a loop goes is not followed.
#include "simulator/language/finish.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace wb {
namespace {

struct HalfArithmetic {
  Builtin add, sub, mul, fma, neg;
};
constexpr HalfArithmetic half_arithmetic[] = {{Builtin::f16_add, Builtin::f16_sub, Builtin::f16_mul, Builtin::f16_fma, Builtin::f16_neg},
                                              {Builtin::bf16_add, Builtin::bf16_sub, Builtin::bf16_mul, Builtin::bf16_fma, Builtin::bf16_neg}};

class Contraction {
 public:
  explicit Contraction(Module& module) : module_(module) {}

  void run(StmtId body) {
    std::vector<ExprId> candidates;
    for_each_expr(module_, body, [&](ExprId id) {
      const Expr& e = module_[id];
      note_change(e);
      if (e.kind == ExprKind::binary && e.op == Op::multiply && is_float(e.type)) ++count_[hashes_[id.v] = hash(id)];
      bool is_sum = e.kind == ExprKind::binary && (e.op == Op::add || e.op == Op::subtract) && is_float(e.type);
      bool is_change = e.kind == ExprKind::compound_assign && (e.op == Op::add || e.op == Op::subtract) && is_float(e.compute_type);
      if (is_sum || is_change) candidates.push_back(id);
      for (const HalfArithmetic& half : half_arithmetic) {
        if (e.kind != ExprKind::builtin_call) continue;
        if (e.builtin == half.mul) ++count_[hashes_[id.v] = hash(id)];
        if (e.builtin == half.add || e.builtin == half.sub) candidates.push_back(id);
      }
    });
    for (ExprId id : candidates) {
      if (module_[id].kind == ExprKind::binary) fuse_sum(id);
      else if (module_[id].kind == ExprKind::builtin_call) fuse_half(id);
      else fuse_compound(id);
    }
  }

 private:
  bool is_float(TypeId type) const {
    const Type& t = module_.types[type];
    return t.kind == TypeKind::scalar && (t.scalar == ScalarKind::float_ || t.scalar == ScalarKind::double_);
  }

  void note_change(const Expr& e) {
    bool is_store = e.kind == ExprKind::assign || e.kind == ExprKind::compound_assign || e.kind == ExprKind::pre_increment ||
                    e.kind == ExprKind::pre_decrement || e.kind == ExprKind::post_increment || e.kind == ExprKind::post_decrement;
    if (e.kind == ExprKind::call || (e.kind == ExprKind::builtin_call && !is_pure(e.builtin))) ++memory_version_;
    if (!is_store) return;
    ExprId root = e.a;
    while (module_[root].kind == ExprKind::member) root = module_[root].a;
    if (module_[root].kind == ExprKind::variable) ++versions_[module_[root].var.v];
    else ++memory_version_;
  }

  uint64_t hash(ExprId id) {
    if (!id) return 7;
    const Expr& e = module_[id];
    uint64_t h = static_cast<uint64_t>(e.kind) * 31 + static_cast<uint64_t>(e.op);
    auto mix = [&](uint64_t v) { h = (h ^ v) * 0x9e3779b97f4a7c15u + (h >> 31); };
    mix(e.type.v);
    mix(static_cast<uint64_t>(e.cast) | static_cast<uint64_t>(e.special) << 8 | static_cast<uint64_t>(e.builtin) << 16);
    mix(e.index);
    mix(e.var.v);
    if (e.kind == ExprKind::variable)
      if (auto it = versions_.find(e.var.v); it != versions_.end()) mix(it->second + 1);
    if (e.kind == ExprKind::load && module_[e.a].kind != ExprKind::variable) mix(memory_version_);
    mix(e.bits);
    // Calls may differ from one time to the next: each is one of its kind.
    if (e.kind == ExprKind::call || (e.kind == ExprKind::builtin_call && builtin_info(e.builtin).family != BuiltinFamily::math && builtin_info(e.builtin).family != BuiltinFamily::half) || e.kind == ExprKind::post_increment || e.kind == ExprKind::pre_increment) mix(id.v);
    for (ExprId child : {e.a, e.b, e.c}) mix(hash(child));
    for (ExprId child : e.args) mix(hash(child));
    return h;
  }

  bool is_constant(ExprId id) const {
    const Expr& e = module_[id];
    return e.kind == ExprKind::constant || (e.kind == ExprKind::cast && is_constant(e.a)) || (e.kind == ExprKind::unary && is_constant(e.a));
  }

  bool is_free_product(ExprId id, TypeId type) {
    const Expr& e = module_[id];
    if (e.kind != ExprKind::binary || e.op != Op::multiply || e.type != type) return false;
    if (is_constant(e.a) && is_constant(e.b)) return false;  // computed while compiling
    auto known = hashes_.find(id.v);
    return known != hashes_.end() && count_[known->second] == 1;
  }

  ExprId negated(ExprId id) {
    Expr e;
    e.kind = ExprKind::unary;
    e.op = Op::negate;
    e.type = module_[id].type;
    e.span = e.op_span = module_[id].span;
    e.a = id;
    e.implicit = true;
    module_.exprs.push_back(std::move(e));
    return {static_cast<uint32_t>(module_.exprs.size() - 1)};
  }

  void fuse_sum(ExprId id) {
    const Expr sum = module_[id];
    ExprId a, b, c;
    if (is_free_product(sum.a, sum.type)) {
      a = module_[sum.a].a;
      b = module_[sum.a].b;
      c = sum.op == Op::add ? sum.b : negated(sum.b);
    } else if (is_free_product(sum.b, sum.type)) {
      a = sum.op == Op::add ? module_[sum.b].a : negated(module_[sum.b].a);
      b = module_[sum.b].b;
      c = sum.a;
    } else {
      return;
    }
    Expr& e = module_.exprs[id.v];
    e.kind = ExprKind::fma;
    e.op = Op::none;
    e.a = a;
    e.b = b;
    e.c = c;
  }

  void fuse_half(ExprId id) {
    const Expr sum = module_[id];
    const HalfArithmetic& half = half_arithmetic[sum.builtin == half_arithmetic[1].add || sum.builtin == half_arithmetic[1].sub];
    const auto is_free = [&](ExprId e) {
      const Expr& product = module_[e];
      if (product.kind != ExprKind::builtin_call || product.builtin != half.mul || (is_constant(product.args[0]) && is_constant(product.args[1]))) return false;
      auto known = hashes_.find(e.v);
      return known != hashes_.end() && count_[known->second] == 1;
    };
    const auto negated_half = [&](ExprId e) {
      Expr made;
      made.kind = ExprKind::builtin_call;
      made.builtin = half.neg;
      made.type = sum.type;
      made.span = made.op_span = module_[e].span;
      made.args = {e};
      module_.exprs.push_back(std::move(made));
      return ExprId{static_cast<uint32_t>(module_.exprs.size() - 1)};
    };
    const bool is_first = is_free(sum.args[0]), is_minus = sum.builtin == half.sub;
    if (!is_first && !is_free(sum.args[1])) return;
    const std::vector<ExprId> factors = module_[sum.args[is_first ? 0 : 1]].args;
    const ExprId other = sum.args[is_first ? 1 : 0];
    const ExprId a = is_minus && !is_first ? negated_half(factors[0]) : factors[0], c = is_minus && is_first ? negated_half(other) : other;
    Expr& e = module_.exprs[id.v];
    e.builtin = half.fma;
    e.args = {a, factors[1], c};
  }

  void fuse_compound(ExprId id) {
    const Expr change = module_[id];
    if (!is_free_product(change.b, change.compute_type)) return;
    Expr& e = module_.exprs[id.v];
    e.fused = true;
    e.c = module_[change.b].b;
    e.b = module_[change.b].a;
  }

  Module& module_;
  std::unordered_map<uint64_t, int> count_;        // of products, by hash
  std::unordered_map<uint32_t, uint64_t> hashes_;  // of each product, as it stood where it is computed
  std::unordered_map<uint32_t, uint64_t> versions_;
  uint64_t memory_version_ = 0;
};

}  // namespace

void contract_products(Module& module, StmtId body) { Contraction(module).run(body); }

void mark_addresses(Module& module, StmtId body) {
  std::vector<VarId> taken;
  for_each_expr(module, body, [&](ExprId id) {
    const Expr& e = module[id];
    if (e.kind != ExprKind::address_of && e.kind != ExprKind::decay) return;
    ExprId root = e.a;
    while (module[root].kind == ExprKind::member) root = module[root].a;
    if (module[root].kind == ExprKind::variable) taken.push_back(module[root].var);
  });
  for (VarId var : taken) module.variables[var.v].is_address_taken = true;
}

std::vector<FunctionId> reachable_functions(const Module& module, FunctionId kernel) {
  std::unordered_set<uint32_t> seen{kernel.v}, seen_variables, called_types;
  std::vector<FunctionId> reached{kernel};
  const auto reach = [&](FunctionId f) {
    if (seen.insert(f.v).second) reached.push_back(f);
  };
  for (size_t i = 0; i < reached.size(); ++i) {
    for_each_expr(module, module[reached[i]].body, [&](ExprId id) {
      const Expr& e = module[id];
      if (e.kind == ExprKind::call || e.kind == ExprKind::function_address) reach(e.function);
      if (e.kind == ExprKind::call_indirect) called_types.insert(module.types[module[e.a].type].element.v);
      if (e.kind == ExprKind::variable && seen_variables.insert(e.var.v).second && module[e.var].storage != Storage::local)
        for_each_expr(module, module[e.var].init, [&](ExprId part) {  // a table of functions
          if (module[part].kind == ExprKind::function_address) reach(module[part].function);
        });
    });
    if (i + 1 == reached.size() && !called_types.empty())  // whatever such pointers may point to
      for (uint32_t f = 0; f < module.functions.size(); ++f)
        if (module.functions[f].type.v && called_types.count(module.functions[f].type.v)) reach({f});
  }
  return reached;
}

std::vector<VarId> reachable_globals(const Module& module, const std::vector<FunctionId>& functions, const std::vector<VarId>& in_order) {
  std::unordered_set<uint32_t> seen;
  for (FunctionId f : functions)
    for_each_expr(module, module[f].body, [&](ExprId id) {
      if (module[id].kind == ExprKind::variable) seen.insert(module[id].var.v);
    });
  std::vector<VarId> reached;
  std::copy_if(in_order.begin(), in_order.end(), std::back_inserter(reached), [&](VarId v) { return seen.count(v.v) > 0; });
  return reached;
}

}  // namespace wb
