// Loads, stores and atomics of inline PTX: calls of the function templates in library/include/ptx_memory.inc.
#include <algorithm>

#include "simulator/language/ptx_writer.h"

namespace wb {
namespace {

// "uint" and 4 -> uint4
std::string vector_name(ScalarKind type, uint32_t lanes) {
  const std::string name = type == ScalarKind::schar ? "char" : info(type).lesson_name;
  return name + std::to_string(lanes);
}

// Registers that may hold a value of this type: an integer in one of 16 bits or more, as wide or wider.
bool fits(ScalarKind type, char letter) {
  if (type == ScalarKind::float_) return letter == 'f';
  if (type == ScalarKind::double_) return letter == 'd';
  const uint32_t bytes = letter == 'h' ? 2 : letter == 'r' ? 4 : letter == 'l' ? 8 : 0;
  return info(type).bytes <= bytes;
}
char bits_letter(char letter) { return letter == 'f' ? 'r' : letter == 'd' ? 'l' : letter; }

}  // namespace

bool PtxWriter::memory(const PtxInstruction& ins, const PtxMemory& m) {
  const bool has_result = m.action == PtxMemory::Action::load || m.action == PtxMemory::Action::atomic;
  if (ins.operands.size() < size_t{1} + has_result || !ins.operands[has_result].is_address) return false;
  const ExprId address = address_of(ins.operands[has_result], m);
  if (!address) return false;
  if (m.action == PtxMemory::Action::load) return load(ins, m, address);
  if (m.action == PtxMemory::Action::store) return store(ins, m, address);
  return atomic(ins, m, address);
}

ExprId PtxWriter::address_of(const PtxOperand& operand, const PtxMemory& m) {
  const Register at = value(operand.values[0], m.is_shared ? 'r' : 'l');
  if (!at.expr || (at.letter != 'l' && !(m.is_shared && at.letter == 'r'))) return {};
  ExprId address = at.expr;
  if (m.is_shared) address = call("shared_place", {p_.explicit_cast(address, type_of('l'), span_, true)});
  if (operand.offset != 0) {
    address = p_.explicit_cast(address, p_.module->types.pointer_to(p_.module->types.scalar(ScalarKind::char_)), span_, true);
    address = p_.build_binary(Tok::plus, address, p_.make_constant(p_.module->types.scalar(ScalarKind::longlong), static_cast<uint64_t>(operand.offset), span_), span_);
  }
  return p_.explicit_cast(address, p_.module->types.pointer_to(p_.module->types.scalar(m.type)), span_, true);
}

ExprId PtxWriter::call_memory(const std::string& name, const PtxMemory& m, std::vector<ExprId> arguments) {
  std::vector<TemplateArgument> given;
  for (int number : {m.order, m.scope}) {
    TemplateArgument a;
    a.is_type = false;
    a.type = p_.module->types.scalar(ScalarKind::int_);
    a.bits = static_cast<uint64_t>(static_cast<int64_t>(number));
    a.is_known = true;
    given.push_back(a);
  }
  return p_.call_library(library, p_.keep(name), std::move(given), std::move(arguments), span_);
}

// A vector that is no single access: where each of its lanes stands. The address is worked out once, its register may be a result.
std::vector<ExprId> PtxWriter::lane_places(ExprId address, uint32_t lanes) {
  const Register first = local("address", 'v', p_.at(address).type);
  append(p_.build_assign(first.expr, address, span_));
  std::vector<ExprId> places;
  for (uint32_t i = 0; i < lanes; ++i)
    places.push_back(p_.build_binary(Tok::plus, p_.rvalue(p_.make(p_.at(first.expr))), p_.make_constant(p_.module->types.scalar(ScalarKind::int_), i, span_), span_));
  return places;
}

bool PtxWriter::load(const PtxInstruction& ins, const PtxMemory& m, ExprId address) {
  const std::vector<PtxValue>& to = ins.operands[0].values;
  if (ins.operands.size() != 2 || to.size() != m.lanes) return false;
  for (const PtxValue& v : to) {
    if (v.kind == PtxValue::Kind::sink) continue;
    const Register place = target(v);
    if (!place.expr || (!fits(m.type, place.letter) && !fits(m.type, bits_letter(place.letter)))) return false;
  }
  const char own = m.type == ScalarKind::float_ ? 'f' : m.type == ScalarKind::double_ ? 'd' : ' ';
  const auto loaded = [&](ExprId value, const PtxValue& v) {
    if (v.kind == PtxValue::Kind::sink) return append(value), true;
    const char wanted = target(v).letter, letter = own == ' ' ? bits_letter(wanted) : own;
    return assign(v, {p_.explicit_cast(value, type_of(letter), span_, true), letter});
  };
  if (m.lanes == 1) return loaded(call_memory("load", m, {address}), to[0]);
  if (m.order != PtxMemory::weak) {
    const std::vector<ExprId> places = lane_places(address, m.lanes);
    for (uint32_t i = 0; i < m.lanes; ++i)
      if (!loaded(call_memory("load", m, {places[i]}), to[i])) return false;
    return true;
  }
  const auto type = p_.vector_type(p_.keep(vector_name(m.type, m.lanes)));
  if (!type) return false;
  const Register all = local("loaded", 'v', *type);
  append(p_.build_assign(all.expr, call_memory("load", m, {p_.explicit_cast(address, p_.module->types.pointer_to(*type), span_, true)}), span_));
  for (uint32_t i = 0; i < m.lanes; ++i)
    if (to[i].kind != PtxValue::Kind::sink && !loaded(p_.rvalue(p_.make_member(all.expr, i, span_)), to[i])) return false;
  return true;
}

// A register's value as one of this type in memory.
ExprId PtxWriter::memory_value(const PtxValue& v, ScalarKind type) {
  const char own = type == ScalarKind::float_ ? 'f' : type == ScalarKind::double_ ? 'd' : info(type).bytes == 8 ? 'l' : 'r';
  Register r = value(v, own);
  if (!r.expr) return {};
  if (!fits(type, r.letter)) r = as_letter(r, is_floating(type) ? own : bits_letter(r.letter));
  if (!r.expr || !fits(type, r.letter)) return {};
  return p_.explicit_cast(r.expr, p_.module->types.scalar(type), span_, true);
}

bool PtxWriter::store(const PtxInstruction& ins, const PtxMemory& m, ExprId address) {
  if (ins.operands.size() != 2 || ins.operands[1].values.size() != m.lanes) return false;
  std::vector<ExprId> values;
  for (const PtxValue& v : ins.operands[1].values) {
    values.push_back(memory_value(v, m.type));
    if (!values.back()) return false;
  }
  if (m.lanes == 1) return append(call_memory("store", m, {address, values[0]})), true;
  if (m.order != PtxMemory::weak) {
    const std::vector<ExprId> places = lane_places(address, m.lanes);
    for (uint32_t i = 0; i < m.lanes; ++i) append(call_memory("store", m, {places[i], values[i]}));
    return true;
  }
  const auto type = p_.vector_type(p_.keep(vector_name(m.type, m.lanes)));
  if (!type) return false;
  values.insert(values.begin(), p_.explicit_cast(address, p_.module->types.pointer_to(*type), span_, true));
  append(call(m.lanes == 2 ? "store_2" : "store_4", std::move(values)));
  return true;
}

bool PtxWriter::atomic(const PtxInstruction& ins, const PtxMemory& m, ExprId address) {
  const bool has_result = m.action == PtxMemory::Action::atomic;
  const size_t first = has_result ? 2 : 1, wanted = first + (m.operation == "cas" ? 2 : 1);
  if (ins.operands.size() != wanted) return false;
  std::vector<ExprId> arguments{address};
  for (size_t i = first; i < wanted; ++i) {
    arguments.push_back(memory_value(ins.operands[i].values[0], m.type));
    if (!arguments.back()) return false;
  }
  const bool is_wanted = has_result && ins.operands[0].values[0].kind != PtxValue::Kind::sink;
  if (!is_wanted && m.operation == "cas") return false;
  const ExprId old = call_memory((is_wanted ? "atom_" : "red_") + std::string(m.operation), m, std::move(arguments));
  if (!old) return false;
  if (!is_wanted) return append(old), true;
  const Register to = target(ins.operands[0].values[0]);
  if (!to.expr) return false;
  const char own = m.type == ScalarKind::float_ ? 'f' : m.type == ScalarKind::double_ ? 'd' : bits_letter(to.letter);
  if (!fits(m.type, own)) return false;
  return assign(ins.operands[0].values[0], {p_.explicit_cast(old, type_of(own), span_, true), own});
}

}  // namespace wb
