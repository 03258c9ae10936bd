#include "simulator/program/lowering.h"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <cstring>
#include <string_view>

#include "simulator/language/qualified_name.h"
#include "simulator/program/element_members.h"
#include "simulator/program/kept_values.h"
#include "simulator/program/lower.h"
#include "simulator/program/share_addresses.h"
#include "simulator/program/verify.h"
#include "simulator/source/limits.h"

namespace wb {
namespace {

HeapList heap_list_of(const std::string& variable) {
  if (variable == "heap_limit") return HeapList::limit;
  if (variable == "heap_used" || variable == "heap_promised") return HeapList::used;
  return variable == "heap_next" ? HeapList::next : variable == "heap_given_back" ? HeapList::given_back : HeapList::none;
}

}  // namespace

std::shared_ptr<const Program> lower_kernel(std::shared_ptr<const Module> module, FunctionId kernel, DiagSink& diags) {
  return Lowering(std::move(module), kernel, diags).run();
}

Lowering::Lowering(std::shared_ptr<const Module> module, FunctionId kernel, DiagSink& diags)
    : module_(std::move(module)), m_(*module_), types_(m_.types), kernel_(kernel), launched_by_host_(kernel), diags_(diags), provenance_(m_), leaving_(m_, provenance_), same_for_all_(m_), graph_(m_, kernel),
      program_(std::make_shared<Program>()), assignment_(m_) {}

std::shared_ptr<const Program> Lowering::run() {
  program_->module = module_;
  program_->kernel = kernel_;
  program_->calls.push_back({0, kernel_, m_[kernel_].span});
  const Function& f = m_[kernel_];
  span_ = f.span;
  frames_.push_back(std::make_unique<Frame>());
  frame().function = kernel_;
  for (size_t i = 0; i < f.parameters.size(); ++i) {
    const Variable& v = m_[f.parameters[i]];
    program_->parameters.push_back({v.name, v.type, types_.is_pointer(v.type) && types_[types_[v.type].element].kind != TypeKind::function, false});
    bind_parameter(f.parameters[i], static_cast<uint32_t>(i));
  }
  begin_exceptions();
  function_body(kernel_);
  span_ = {f.extent.file, f.extent.end ? f.extent.end - 1 : 0, f.extent.end, f.extent.expansion};
  starts_statement_ = true;
  emit(Opcode::end);
  frames_.pop_back();
  for (VariableLocation& v : variables_) v.end = std::min(v.end, here());
  for (size_t bodies = 0; !failed_ && (lowered_grid_kernels_ < program_->grid_kernels.size() || bodies < to_lower_.size());) {
    lower_grid_kernels();
    bodies = lower_out_of_line();
  }
  if (failed_) return nullptr;
  finish();
  if (failed_) return nullptr;
#ifndef NDEBUG
  const std::vector<std::string> complaints = verify(*program_);
  if (!complaints.empty()) std::fprintf(stderr, "%s\n%s", complaints[0].c_str(), disassemble(*program_).c_str());
  assert(complaints.empty());
#endif
  return program_;
}

void Lowering::error(Code code, Span span, std::vector<std::string> arguments) {
  if (failed_) return;  // one is enough: what follows may be its consequence
  failed_ = true;
  if (m_.sources->is_library(span.file)) span = span_;
  diags_.add({.severity = Severity::error, .code = code, .span = span, .arguments = std::move(arguments), .notes = {}});
}

// ---- slots and presets

Slot Lowering::preset(Preset wanted) {
  for (size_t i = 0; i < presets_.size(); ++i) {
    const Preset& p = presets_[i];
    if (p.kind == wanted.kind && p.is_wide == wanted.is_wide && p.index == wanted.index && p.bits == wanted.bits && p.bytes == wanted.bytes && p.is_signed == wanted.is_signed) return preset_slots_[i];
  }
  presets_.push_back(wanted);
  preset_slots_.push_back(preset_base + preset_top_);
  preset_top_ += wanted.is_wide ? 2 : 1;
  return preset_slots_.back();
}

Slot Lowering::constant(ScalarRep rep, uint64_t bits) {
  return is_wide(rep.rep) ? constant64(bits) : constant32(static_cast<uint32_t>(bits));
}

bool Lowering::is_uniform(Slot slot) const {
  if (!is_preset(slot)) return false;
  for (size_t i = 0; i < presets_.size(); ++i)
    if (preset_slots_[i] == slot)
      return presets_[i].kind != Preset::Kind::special || presets_[i].index > static_cast<uint32_t>(Special::thread_idx_z);
  return false;
}

Slot Lowering::new_slot(bool wide) {
  const Slot slot = wide ? wide_base + top_.wide : top_.narrow;
  if (!leaf_masks_.empty()) leaf_masks_.erase(slot);
  if (wide) top_.wide += 2;
  else top_.narrow += 1;
  peak_.narrow = std::max(peak_.narrow, top_.narrow);
  peak_.wide = std::max(peak_.wide, top_.wide);
  if (peak_.narrow + peak_.wide > limits::registers) error(Code::WB4503, span_, {std::to_string(limits::registers)});
  return slot;
}

Slot Lowering::result_slot(Slot hint, bool wide, Top mark, bool may_reuse) {
  if (hint != no_slot) return hint;
  if (may_reuse) top_ = mark;
  return new_slot(wide);
}

// ---- instructions and labels

Pc Lowering::emit(Opcode op, Operands operands, int32_t imm, uint8_t kind) {
  if (code_.size() >= limits::instructions) {
    error(Code::WB4502, span_, {std::to_string(limits::instructions)});
    return here() ? here() - 1 : 0;
  }
  code_.push_back({op, operands, kind, 1, imm});
  InsInfo info;
  info.span = span_;
  info.call = frames_.empty() ? 0 : frame().call;
  info.starts_statement = starts_statement_;
  starts_statement_ = false;
  info_.push_back(info);
  return here() - 1;
}

void Lowering::jump(Opcode op, Operands operands, Label& target) {
  const Pc pc = emit(op, operands);
  if (target.is_bound) code_[pc].imm = static_cast<int32_t>(target.pc);
  else target.uses.push_back(pc);
}

void Lowering::bind(Label& label) {
  // A jump to the very next instruction is left out.
  while (!code_.empty() && code_.back().op == Opcode::jump && !label.uses.empty() && label.uses.back() == here() - 1 && last_bound_ != here()) {
    label.uses.pop_back();
    if (info_.back().starts_statement) starts_statement_ = true;
    code_.pop_back();
    info_.pop_back();
  }
  label.pc = here();
  label.is_bound = true;
  last_bound_ = label.pc;
  for (Pc use : label.uses)
    if (use < code_.size()) code_[use].imm = static_cast<int32_t>(label.pc);
}

// ---- tables

// Inside a member of cuda::barrier that looks at or changes its word (library/include/cuda_barrier.h).
bool Lowering::is_in_a_barrier() const {
  return std::ranges::any_of(frames_, [&](const std::unique_ptr<Frame>& frame) {
    const Function& f = m_[frame->function];
    const bool is_of_class = (f.name == "phase" || f.name == "take" || f.name == "init") && m_.sources->name(f.span.file).ends_with("cuda_barrier.h");
    return is_of_class || (f.name.starts_with("mbarrier_") && m_.sources->is_library(f.span.file));
  });
}

// Inside of what a bulk copy does (library/include/ptx_bulk.inc, cuda_barrier.h): no thread's loads and stores.
bool Lowering::is_in_a_bulk_copy() const {
  return std::ranges::any_of(frames_, [&](const std::unique_ptr<Frame>& frame) {
    const Function& f = m_[frame->function];
    return (f.name == "bulk_change" || f.name == "bulk_part") && m_.sources->is_library(f.span.file);
  });
}

// Inside an operation of cuda::atomic, or of inline PTX, whose memory order the program has chosen (library/include/scoped_atomics.inc, ptx_memory.inc).
bool Lowering::has_memory_order() const {
  return std::ranges::any_of(frames_, [&](const std::unique_ptr<Frame>& frame) {
    const Function& f = m_[frame->function];
    return (f.name.starts_with("bits_") || f.name.starts_with("atom_")) && m_.sources->is_library(f.span.file);
  });
}

// Inside a function of the library that fetches texels, or reads and writes those of a surface.
bool Lowering::is_in_a_texture_unit() const {
  return std::ranges::any_of(frames_, [&](const std::unique_ptr<Frame>& frame) {
    const std::string_view file = m_.sources->name(m_[frame->function].span.file);
    return file.ends_with("texture_functions.inc") || file.ends_with("surface_functions.inc");
  });
}

uint32_t Lowering::site(ExprId expr, Span span, AccessKind kind) {
  // One site an access in the source: copies of the code (inlined calls, a loop's condition) share it. In the device library: one a call.
  if (in_library_) span = span_;
  const int copy = in_library_ ? 16 * library_calls_ : 0;
  auto [it, is_new] = site_ids_.try_emplace({expr.v, static_cast<int>(kind) + copy}, static_cast<uint32_t>(program_->sites.size()));
  if (is_new) {
    program_->sites.push_back({.span = span, .kind = kind, .order = it->second, .arms = arms_, .is_bulk = in_library_ && is_in_a_bulk_copy(), .is_texel = in_library_ && is_in_a_texture_unit(), .has_order = in_library_ && has_memory_order(), .is_barrier_word = in_library_ && is_in_a_barrier()});
  } else {
    // The branches around all of its copies.
    std::vector<BranchArm>& arms = program_->sites[it->second].arms;
    size_t common = 0;
    while (common < arms.size() && common < arms_.size() && arms[common] == arms_[common]) ++common;
    arms.resize(common);
  }
  return it->second;
}

uint32_t Lowering::site_of_variable(VarId var) {
  auto [it, is_new] = site_ids_.try_emplace({var.v, -1}, static_cast<uint32_t>(program_->sites.size()));
  if (is_new) program_->sites.push_back({m_[var].span, AccessKind::store, it->second, false, arms_});
  return it->second;
}

AllocationInfo Lowering::describe(const Variable& variable, Space space) {
  AllocationInfo info;
  info.name = variable.name;
  info.space = space;
  info.bytes = types_.size_of(variable.type);
  TypeId element = variable.type;
  while (types_.is_array(element)) {
    info.shape.push_back(types_[element].count);
    element = types_[element].element;
  }
  info.element_bytes = static_cast<uint32_t>(std::max<uint64_t>(types_.size_of(element), 1));
  const Type& t = types_[element];
  info.scalar = t.kind == TypeKind::scalar || t.kind == TypeKind::enumeration ? t.scalar : t.kind == TypeKind::record ? ScalarKind::uchar : ScalarKind::ulonglong;
  if (t.kind == TypeKind::record)  // a record of one scalar type (float4) is shown as that type
    if (auto leaves = leaves_of(types_, element); leaves && !leaves->empty()) {
      const Record& record = types_.records[t.index];
      const Type& first = types_[record.fields.empty() ? element : record.fields[0].type];
      if (first.kind == TypeKind::scalar && leaves->size() * (*leaves)[0].rep.bytes == info.element_bytes) info.scalar = first.scalar;
    }
  if (info.shape.empty()) info.shape = {1};
  info.members = members_of(types_, variable.type, true);
  info.starts_defined = space == Space::constant;
  return info;
}

uint32_t Lowering::allocation_of(VarId var) {
  const Variable& v = m_[var];
  const bool is_local = v.storage == Storage::local || v.storage == Storage::parameter;
  if (v.storage == Storage::dynamic_shared && program_->dynamic_shared >= 0) return static_cast<uint32_t>(program_->dynamic_shared);
  auto& known = is_local ? frame().allocations : global_allocations_;
  if (auto it = known.find(var.v); it != known.end()) return it->second;

  const uint32_t id = static_cast<uint32_t>(program_->allocations.size());
  ProgramAllocation allocation;
  allocation.storage = v.storage;
  const auto place = [&](uint32_t& used) {
    const uint64_t alignment = std::max<uint64_t>({types_.align_of(v.type), v.alignment, 1});
    const uint64_t at = (used + alignment - 1) / alignment * alignment;
    allocation.place = static_cast<uint32_t>(at);
    if (at + allocation.info.bytes > limits::object_bytes) error(Code::WB4504, v.span, {v.name});
    else used = static_cast<uint32_t>(at + allocation.info.bytes);
  };
  switch (v.storage) {
    case Storage::local: case Storage::parameter:
      allocation.info = describe(v, Space::local);
      place_local(allocation, std::max<uint64_t>(types_.align_of(v.type), 1), v.span, v.name);
      break;
    case Storage::shared:
      allocation.info = describe(v, Space::shared);
      shared_alignments_[id] = std::max<uint64_t>({types_.align_of(v.type), v.alignment, 1});
      place(program_->static_shared_bytes);
      break;
    case Storage::dynamic_shared:
      allocation.info = describe(v, Space::shared);
      allocation.info.shape.clear();
      program_->dynamic_shared = static_cast<int32_t>(id);
      break;
    case Storage::device_global: case Storage::constant: {
      allocation.info = describe(v, v.storage == Storage::constant ? Space::constant : Space::global);
      if (m_.sources->is_library(v.span.file)) {
        allocation.info.is_heap = v.name == "heap";
        allocation.heap_list = heap_list_of(v.name);
      }
      allocation.info.starts_defined = !allocation.info.is_heap;  // C++: zero, or the initialiser
      allocation.is_read_only = v.storage == Storage::constant;
      if (!is_const_object(v.type)) allocation.symbol = qualified_name(m_, var);
      allocation.type = v.type;
      auto bytes = constant_bytes(v.type, v.init);
      if (!bytes) error(Code::WB4506, v.span, {v.name});
      else allocation.bytes = std::move(*bytes);
      break;
    }
  }
  program_->allocations.push_back(std::move(allocation));
  known.emplace(var.v, id);
  return id;
}

uint32_t Lowering::string_allocation(uint32_t index) {
  if (auto it = string_allocations_.find(index); it != string_allocations_.end()) return it->second;
  const std::string& text = m_.strings[index];
  const uint32_t id = static_cast<uint32_t>(program_->allocations.size());
  ProgramAllocation allocation;
  allocation.storage = Storage::constant;
  allocation.is_read_only = true;
  allocation.info = {.name = "string literal", .space = Space::constant, .bytes = text.size() + 1, .scalar = ScalarKind::char_, .element_bytes = 1,
                     .shape = {text.size() + 1}, .starts_defined = true, .may_be_stored = false};
  allocation.bytes.assign(text.begin(), text.end());
  allocation.bytes.push_back(0);
  program_->allocations.push_back(std::move(allocation));
  string_allocations_.emplace(index, id);
  return id;
}

// The compiler may have used its value already: what the host sets would come too late.
bool Lowering::is_const_object(TypeId type) const {
  while (types_.is_array(type)) type = types_[type].element;
  return types_[type].is_const;
}

std::optional<std::vector<uint8_t>> Lowering::constant_bytes(TypeId type, ExprId init) {
  std::vector<uint8_t> bytes(types_.size_of(type), 0);
  if (init && !fill_bytes(bytes, 0, type, init)) return std::nullopt;
  return bytes;
}

bool Lowering::fill_bytes(std::vector<uint8_t>& bytes, uint64_t offset, TypeId type, ExprId init) {
  if (!init) return true;
  const Expr& e = m_[init];
  if (e.kind == ExprKind::init_list) {
    const Type& t = types_[type];
    for (size_t i = 0; i < e.args.size(); ++i) {
      if (t.kind == TypeKind::array) {
        if (!fill_bytes(bytes, offset + i * types_.size_of(t.element), t.element, e.args[i])) return false;
      } else if (t.kind == TypeKind::record && i < types_.records[t.index].fields.size()) {
        const Field& field = types_.records[t.index].fields[i];
        if (!fill_bytes(bytes, offset + field.offset, field.type, e.args[i])) return false;
      } else if (!fill_bytes(bytes, offset, type, e.args[i])) {
        return false;
      }
    }
    return true;
  }
  if (e.kind == ExprKind::load && m_[e.a].kind == ExprKind::string_literal) return fill_bytes(bytes, offset, type, e.a);
  if (e.kind == ExprKind::string_literal) {
    const std::string& text = m_.strings[e.index];
    std::memcpy(bytes.data() + offset, text.data(), std::min<size_t>(text.size(), types_.size_of(type)));
    return true;
  }
  const auto rep = scalar_rep(types_, type);
  const auto bits = constant_of(init);
  if (!rep || !bits) return false;
  std::memcpy(bytes.data() + offset, &*bits, rep->bytes);  // little-endian, as the launches' buffers
  return true;
}

void Lowering::note_store(ExprId lvalue_or_pointer) {
  const Provenance::Roots roots = provenance_.of(lvalue_or_pointer);
  program_->unknown_store |= roots.unknown;
  stored_variables_.insert(roots.variables.begin(), roots.variables.end());
}

// ---- the finished program

void Lowering::finish() {
  Program& p = *program_;
  const auto place = [&](Slot slot) -> uint32_t {
    if (is_preset(slot)) return slot - preset_base;
    const uint32_t wide = preset_top_ + peak_.narrow + transfer_top_.narrow;
    if (slot >= transfer_wide_base) return wide + peak_.wide + (slot - transfer_wide_base);
    if (slot >= wide_base) return wide + (slot - wide_base);
    return slot >= transfer_base ? preset_top_ + peak_.narrow + (slot - transfer_base) : preset_top_ + slot;
  };
  p.slot_count = preset_top_ + peak_.narrow + transfer_top_.narrow + peak_.wide + transfer_top_.wide;
  if (p.slot_count > limits::registers) return error(Code::WB4503, m_[kernel_].span, {std::to_string(limits::registers)});
  p.presets = presets_;
  for (size_t i = 0; i < presets_.size(); ++i) p.presets[i].slot = static_cast<uint16_t>(place(preset_slots_[i]));

  p.code.reserve(code_.size());
  for (const RawIns& raw : code_) {
    Ins ins{.op = raw.op, .kind = raw.kind, .scale = raw.scale, .imm = raw.imm};
    for (char c : std::string_view(operand_letters(raw.op, raw.imm))) {
      switch (std::tolower(static_cast<unsigned char>(c))) {
        case 'e': case 'g': case 'd': ins.d = static_cast<uint16_t>(place(raw.operands.d)); break;
        case 'a': ins.a = static_cast<uint16_t>(place(raw.operands.a)); break;
        case 'b': ins.b = static_cast<uint16_t>(place(raw.operands.b)); break;
        case 'c': ins.c = static_cast<uint16_t>(place(raw.operands.c)); break;
        case 'm':
          ins.a = static_cast<uint16_t>(place(raw.operands.a));
          if (raw.kind & Ins::index_mask) ins.b = static_cast<uint16_t>(place(raw.operands.b));
          break;
        default: break;
      }
    }
    p.code.push_back(ins);
  }
  share_addresses(p);
  lay_out_shared();
  p.info = std::move(info_);
  place_shape_checks(place);
  for (EvenLoop& loop : notes_.even) loop.counter = place(loop.counter);
  find_kept_values(p, notes_);
  for (SavedRegisters& saved : p.saved) {
    for (uint32_t& slot : saved.narrow) slot = place(slot);
    for (uint32_t& slot : saved.wide) slot = place(slot);
  }

  for (VariableLocation& v : variables_) {
    v.end = std::min(v.end, static_cast<Pc>(p.code.size()));
    if (v.begin >= v.end) continue;
    v.slot = place(v.slot);
    for (uint32_t& slot : v.leaf_slots) slot = place(slot);
    p.variables.push_back(std::move(v));
  }
  std::stable_sort(p.variables.begin(), p.variables.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });

  const auto find_stored = [&](const Function& f, size_t first) {
    for (size_t i = 0; i < f.parameters.size(); ++i)
      p.parameters[first + i].may_be_stored = p.parameters[first + i].is_pointer && (p.unknown_store || stored_variables_.count(f.parameters[i].v));
  };
  find_stored(m_[kernel_], 0);
  for (const GridKernel& kernel : p.grid_kernels) find_stored(m_[kernel.function], kernel.first_parameter);
  for (auto [var, allocation] : global_allocations_) {
    AllocationInfo& info = p.allocations[allocation].info;
    info.may_be_stored = !p.allocations[allocation].is_read_only && (p.unknown_store || stored_variables_.count(var) || info.space == Space::shared);
  }
}

}  // namespace wb
