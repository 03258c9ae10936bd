#include "simulator/program/table_use.h"

#include <optional>
#include <string_view>

#include "simulator/language/builtin_table.h"
#include "simulator/program/provenance.h"

namespace wb {
namespace {

constexpr int64_t largest_state = 0xFFFF;  // counts, states and characters lie below

class Finder {
 public:
  Finder(const Module& module, FunctionId kernel) : m_(module), kernel_(kernel), provenance_(module) {}

  TableUse find() {
    for (const Expr& e : m_.exprs) {
      if (e.kind == ExprKind::builtin_call && e.args.size() > 2 && std::string_view(builtin_info(e.builtin).spelling).starts_with("atomicCAS")) take_swap(e);
      if (e.kind == ExprKind::binary && (e.op == Op::equal || e.op == Op::not_equal)) {
        take_comparison(e.a, e.b);
        take_comparison(e.b, e.a);
      }
    }
    return std::move(use_);
  }

 private:
  uint32_t bytes_of(TypeId type) const { return m_.types.is_arithmetic(type) ? info(m_.types[type].scalar).bytes : 0; }

  // In the width of its own type, with its sign. None: it is no whole number, or a small one.
  std::optional<int64_t> mark(ExprId number) const {
    const std::optional<int64_t> value = constant(number);
    return value && *value >= 0 && *value <= largest_state ? std::nullopt : value;
  }
  // -1, ~0u, (unsigned long long)-1
  std::optional<int64_t> constant(ExprId number) const {
    const Expr& e = m_[number];
    if (!m_.types.is_arithmetic(e.type) || !is_integer(m_.types[e.type].scalar)) return std::nullopt;
    std::optional<int64_t> value;
    if (e.kind == ExprKind::constant) value = static_cast<int64_t>(e.bits);
    else if (e.kind == ExprKind::cast && e.cast != CastKind::float_to_integer) value = constant(e.a);
    else if (e.kind == ExprKind::unary && (e.op == Op::negate || e.op == Op::bit_not)) value = constant(e.a);
    if (!value) return std::nullopt;
    uint64_t bits = static_cast<uint64_t>(*value);
    if (e.kind == ExprKind::unary) bits = e.op == Op::negate ? 0 - bits : ~bits;
    const uint32_t unused = 64 - 8 * bytes_of(e.type);
    return is_signed(m_.types[e.type].scalar) ? static_cast<int64_t>(bits << unused) >> unused : static_cast<int64_t>(bits << unused >> unused);
  }

  // The kernel's parameter that alone an address derives from.
  std::string pointer_of(ExprId address) {
    const Provenance::Roots roots = provenance_.of(address);
    std::string name;
    for (VarId parameter : m_[kernel_].parameters) {
      if (!roots.variables.contains(parameter.v)) continue;
      if (!name.empty()) return "";
      name = m_[parameter].name;
    }
    return roots.unknown ? "" : name;
  }
  // The kernel's parameter that a number is.
  std::string parameter_of(ExprId number) const {
    const Expr& e = m_[without_casts(m_, number)];
    if (e.kind != ExprKind::load || m_[e.a].kind != ExprKind::variable) return "";
    for (VarId parameter : m_[kernel_].parameters)
      if (parameter.v == m_[e.a].var.v && !provenance_.is_reassigned(parameter)) return m_[parameter].name;
    return "";
  }

  // &table[slot].key: how far in an element it stands.
  uint64_t offset_in_element(ExprId pointer) const {
    const Expr& address = m_[without_casts(m_, pointer)];
    uint64_t offset = 0;
    if (address.kind != ExprKind::address_of) return offset;
    for (ExprId at = address.a; m_[at].kind == ExprKind::member; at = m_[at].a) offset += m_.types.records[m_.types[m_[m_[at].a].type].index].fields[m_[at].index].offset;
    return offset;
  }

  void take_swap(const Expr& call) {
    const auto value = mark(call.args[1]);
    const std::string number = value ? "" : parameter_of(call.args[1]), pointer = value || !number.empty() ? pointer_of(call.args[0]) : "";
    if (pointer.empty()) return;
    use_.filled.try_emplace(pointer, FreePlace{offset_in_element(call.args[0]), bytes_of(m_[call.args[1]].type), static_cast<uint64_t>(value.value_or(0)), number});
  }

  // Of `keys[slot] == -1`, and of `key == -1` where key is what was loaded there.
  void take_comparison(ExprId element, ExprId number) {
    const auto value = mark(number);
    if (!value) return;
    const Expr& e = m_[without_casts(m_, element)];
    if (e.kind != ExprKind::load) return;
    if (m_[e.a].kind != ExprKind::variable) return take_element(e.a, *value);
    for (ExprId source : provenance_.sources(m_[e.a].var))
      if (const Expr& loaded = m_[without_casts(m_, source)]; loaded.kind == ExprKind::load && m_[loaded.a].kind != ExprKind::variable) take_element(loaded.a, *value);
  }
  void take_element(ExprId lvalue, int64_t value) {
    while (m_[lvalue].kind == ExprKind::member) lvalue = m_[lvalue].a;
    if (m_[lvalue].kind != ExprKind::dereference && m_[lvalue].kind != ExprKind::subscript) return;
    if (const std::string pointer = pointer_of(m_[lvalue].a); !pointer.empty()) use_.asked[pointer].insert(value);
  }

  const Module& m_;
  FunctionId kernel_;
  Provenance provenance_;
  TableUse use_;
};

}  // namespace

TableUse tables_of(const Module& module, FunctionId kernel) { return Finder(module, kernel).find(); }

}  // namespace wb
