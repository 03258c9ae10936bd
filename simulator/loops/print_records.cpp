// Records, global variables and constants, in front of the functions that use them.
#include "simulator/loops/loops_printer.h"

#include <algorithm>

#include "simulator/language/qualified_name.h"
#include "simulator/loops/tree_walk.h"

namespace wb::loops {

void LoopsPrinter::print_records() {
  std::set<uint32_t> seen;
  const auto want = [&](TypeId type) { want_record(type, seen); };
  for (uint32_t function : reachable_) {
    for (VarId parameter : m_.functions[function].parameters) want(m_[parameter].type);
    want(m_.functions[function].result);
    for_each_stmt(m_, m_.functions[function].body, [&](StmtId id) {
      if (m_[id].kind == StmtKind::declaration) want(m_[m_[id].var].type);
    });
    for_each_expr_in(m_, m_.functions[function].body, [&](ExprId id) { want(m_[id].type); });
  }
  for (VarId global : m_.globals) want(m_[global].type);
}

void LoopsPrinter::want_record(TypeId type, std::set<uint32_t>& seen) {
  const Type& t = m_.types[type];
  if (t.kind == TypeKind::pointer || t.kind == TypeKind::reference || t.kind == TypeKind::array) return want_record(t.element, seen);
  if (t.kind != TypeKind::record || !seen.insert(t.index).second) return;
  const Record& record = m_.types.records[t.index];
  const std::string name = expr_.record_name(t.index);
  if (name == "uint3" || name == "dim3") return;
  for (const Field& field : record.fields)
    if (!points(field.type)) want_record(field.type, seen);
  for (const Field& field : record.fields)
    if (points(field.type)) want_record(field.type, seen);
  for (const Field& field : record.fields) announce_record(field.type, t.index);
  uint64_t natural = 1;
  for (const Field& field : record.fields) natural = std::max(natural, m_.types.align_of(field.type));
  const std::string align = record.alignment > natural ? "alignas(" + std::to_string(record.alignment) + ") " : "";
  out_.add((record.is_union ? "union " : "struct ") + align + name + " {", line_of(record.span));
  out_.open();
  check_layout(record);
  for (uint32_t i = 0; i < record.fields.size(); ++i) {
    const Field& field = record.fields[i];
    // A constructor is a function here: it must be able to store into const members.
    // One that is a reference is printed as a pointer.
    const bool is_reference = types_[field.type].kind == TypeKind::reference;
    const TypeId type_here = is_reference ? types_.pointer_to(types_[field.type].element) : types_.unqualified(without_const(field.type));
    out_.add(expr_.declaration(type_here, expr_.field_name(t.index, i)) + ";", line_of(field.span), comments_.take_after(field.span, field.span.end));
  }
  out_.close();
  out_.add("};");
  out_.add("");
  printed_records_.insert(t.index);
}

bool LoopsPrinter::points(TypeId type) const {
  const TypeKind kind = m_.types[type].kind;
  return kind == TypeKind::pointer || kind == TypeKind::reference || (kind == TypeKind::array && points(m_.types[type].element));
}

// Records that point to each other in a circle: one of them is announced before the other.
void LoopsPrinter::announce_record(TypeId type, uint32_t owner) {
  const Type& t = m_.types[type];
  if (t.kind == TypeKind::pointer || t.kind == TypeKind::reference || t.kind == TypeKind::array) return announce_record(t.element, owner);
  if (t.kind != TypeKind::record || t.index == owner || printed_records_.contains(t.index)) return;
  const std::string name = expr_.record_name(t.index);
  if (name != "uint3" && name != "dim3") out_.add((m_.types.records[t.index].is_union ? "union " : "struct ") + name + ";");
}

// The members one after the other must stand where they stand on the GPU.
void LoopsPrinter::check_layout(const Record& record) {
  uint64_t at = 0;
  for (const Field& field : record.fields) {
    const uint64_t align = std::max<uint64_t>(m_.types.align_of(field.type), 1);
    if (!record.is_union) at = (at + align - 1) / align * align;
    if (field.offset != at) expr_.refuse("`" + record.name + "` is not laid out like its members one after the other", record.span);
    if (!record.is_union) at += m_.types.size_of(field.type);
  }
}

bool LoopsPrinter::is_used_by_device_function(VarId var) const {
  bool used = false;
  for (uint32_t function : reachable_)
    if (function != kernel_id_.v)
      for_each_expr_in(m_, m_.functions[function].body, [&](ExprId id) { used |= m_[id].kind == ExprKind::variable && m_[id].var == var; });
  return used;
}

bool LoopsPrinter::is_used(VarId var) const {
  bool used = is_used_by_device_function(var);
  for_each_expr_in(m_, kernel_.body, [&](ExprId id) { used |= m_[id].kind == ExprKind::variable && m_[id].var == var; });
  return used;
}

void LoopsPrinter::print_globals() {
  bool any = false;
  for (VarId global : m_.globals) {
    const Variable& variable = m_[global];
    if (!is_used(global)) continue;
    const bool is_shared = variable.storage == Storage::shared;
    if (variable.storage == Storage::dynamic_shared && is_used_by_device_function(global))
      expr_.refuse("a device function uses the launch's shared memory `" + variable.name + "` by its name", variable.span);
    if (variable.storage == Storage::dynamic_shared || (is_shared && !is_used_by_device_function(global))) continue;
    const char* prefix = is_shared ? "static thread_local " : "static ";
    const char* note = is_shared ? "// __shared__: one for each block" : variable.storage == Storage::constant ? "" : "// __device__: one for the whole grid";
    std::string declared = declaration_of(global, true);
    if (!variable.init && !is_shared) declared.insert(declared.size() - 1, " = {}");  // starts as zeros
    out_.add(prefix + declared, line_of(variable.span), note);
    if (!is_shared) note_symbol(global);
    any = true;
  }
  if (any) out_.add("");
}

void LoopsPrinter::note_symbol(VarId global) {
  TypeId type = declared_type(global);
  while (types_[type].kind == TypeKind::array) type = types_[type].element;
  if (types_[type].is_const || types_[m_[global].type].is_const) return;
  if (std::string name = qualified_name(m_, global); !name.empty()) result_.symbols.push_back({std::move(name), expr_.name(global)});
}

// "const float weights[3] = {1.0f, 2.0f, 1.0f};"
std::string LoopsPrinter::declaration_of(VarId id, bool with_value) {
  const Variable& variable = m_[id];
  std::string text = expr_.declaration(declared_type(id), expr_.name(id));
  if (with_value && variable.init) text += " = " + expr_.print_for(variable.init, variable.type);
  return text + ";";
}

void LoopsPrinter::insert_constants(size_t at) {
  std::vector<TextBuilder::Line> lines;
  for (const auto& [name, declaration] : expr_.constants()) lines.push_back({0, declaration, "", 0});
  if (!lines.empty()) lines.push_back({});
  out_.insert(at, std::move(lines));
}

}  // namespace wb::loops
