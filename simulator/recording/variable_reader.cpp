#include "simulator/recording/variable_reader.h"

#include <algorithm>
#include <cstring>

#include "simulator/machine/heap_marks.h"

namespace wb {
namespace {

constexpr size_t shown_elements = 16;
constexpr const char* unknown = "?";

class Reader {
 public:
  Reader(Machine& machine, ThreadRef thread)
      : machine_(machine), program_(machine.program()), types_(program_.module->types), thread_(thread) {}

  VariableView view(const VariableLocation& variable) {
    VariableView view;
    view.name = variable.name;
    view.type = types_.name(variable.type);
    poisoned_ = variable.leaf_slots.size() <= 1 && !machine_.init_mask(thread_.block, thread_.thread, variable.init_mask);
    view.value = poisoned_ ? unknown : text(variable);
    view.is_poisoned = poisoned_;
    return view;
  }

  struct Place {
    uint32_t allocation = no_allocation;
    uint64_t offset = 0, bytes = 0;
  };
  // Of what stands in memory; no_allocation: nowhere.
  Place place_of(const VariableLocation& variable) const {
    if (variable.where == VariableLocation::Where::allocation) return {machine_.first_program_allocation() + variable.allocation, 0, bytes_shown(variable.type)};
    if (variable.where == VariableLocation::Where::slot) return {};
    const uint64_t pointer = slot(variable.slot, true);
    const uint32_t allocation = machine_.allocation_of(pointer);
    if (allocation >= machine_.allocations().size()) return {};
    const int64_t offset = pointer_place(machine_.allocations()[allocation], pointer);
    return offset < 0 ? Place{} : Place{allocation, static_cast<uint64_t>(offset), bytes_shown(target_of(variable.type))};
  }

 private:
  TypeId target_of(TypeId type) const { return types_[type].kind == TypeKind::reference ? types_[type].element : type; }
  uint64_t bytes_shown(TypeId id) const {
    const Type& type = types_[id];
    if (type.kind != TypeKind::array) return types_.size_of(id);
    return type.count ? std::min<uint64_t>(type.count, shown_elements) * types_.size_of(type.element) : UINT64_MAX;
  }

  std::string text(const VariableLocation& variable) {
    switch (variable.where) {
      case VariableLocation::Where::slot: {
        if (variable.leaf_slots.empty()) return scalar_text(variable.type, slot(variable.slot, types_.size_of(variable.type) == 8));
        size_t leaf = 0;
        return leaves_text(variable.type, variable, leaf);
      }
      case VariableLocation::Where::allocation: return memory_text(place_of(variable), variable.type);
      case VariableLocation::Where::reference: {
        const Place place = place_of(variable);
        return place.allocation == no_allocation ? unknown : memory_text(place, target_of(variable.type));
      }
    }
    return "";
  }

  uint64_t slot(uint32_t slot, bool wide) const { return machine_.read_slot(thread_.block, thread_.thread, slot, wide); }

  std::string scalar_text(TypeId id, uint64_t bits) const {
    const Type& type = types_[id];
    if (type.kind == TypeKind::pointer || type.kind == TypeKind::reference) return pointer_text(type, bits);
    return format_scalar(type.scalar, bits);
  }

  std::string pointer_text(const Type& type, uint64_t pointer) const {
    if (pointer == 0) return "null";
    if (const uint64_t function = pointer & ~function_pointer_tag; (pointer & function_pointer_tag) == function_pointer_tag && function && function <= program_.module->functions.size())
      return program_.module->functions[function - 1].display_name;
    uint32_t allocation = machine_.allocation_of(pointer);
    if (allocation >= machine_.allocations().size()) return unknown;
    std::string name = machine_.allocations()[allocation].name;
    int64_t offset = pointer_place(machine_.allocations()[allocation], pointer), bytes = static_cast<int64_t>(types_.size_of(type.element));
    if (offset == 0) return name;
    bool is_whole = bytes > 0 && offset % bytes == 0;
    int64_t shown = is_whole ? offset / bytes : offset;
    return name + (shown < 0 ? " - " : " + ") + std::to_string(shown < 0 ? -shown : shown) + (is_whole ? "" : " bytes");
  }

  std::string leaves_text(TypeId id, const VariableLocation& variable, size_t& leaf) {
    const std::vector<uint32_t>& slots = variable.leaf_slots;
    const Type& type = types_[id];
    if (type.kind == TypeKind::record || type.kind == TypeKind::array) {
      std::string text = "{";
      auto add = [&](TypeId part) { text += (text.size() > 1 ? ", " : "") + leaves_text(part, variable, leaf); };
      if (type.kind == TypeKind::record)
        for (const Field& field : types_.records[type.index].fields) add(field.type);
      else
        for (uint64_t i = 0; i < type.count && leaf < slots.size(); ++i) add(type.element);
      return text + "}";
    }
    if (leaf >= slots.size()) return unknown;
    if (variable.init_mask >= 0 && !machine_.init_mask(thread_.block, thread_.thread, variable.init_mask + static_cast<int32_t>(leaf))) {
      poisoned_ = true;
      ++leaf;
      return unknown;
    }
    return scalar_text(id, slot(slots[leaf++], types_.size_of(id) == 8));
  }

  std::string memory_text(const Place& place, TypeId type) { return bytes_text(machine_.read_memory(place.allocation, thread_.block, thread_.thread, place.offset, place.bytes), 0, type); }

  std::string bytes_text(const MemoryView& memory, uint64_t offset, TypeId id) {
    const Type& type = types_[id];
    if (type.kind == TypeKind::array || type.kind == TypeKind::record) {
      std::string text = "{";
      if (type.kind == TypeKind::record) {
        for (const Field& field : types_.records[type.index].fields) text += (text.size() > 1 ? ", " : "") + bytes_text(memory, offset + field.offset, field.type);
        return text + "}";
      }
      uint64_t bytes = types_.size_of(type.element), count = type.count ? type.count : bytes ? memory.bytes.size() / bytes : 0;
      for (uint64_t i = 0; i < std::min<uint64_t>(count, shown_elements); ++i)
        text += (i ? ", " : "") + bytes_text(memory, offset + i * bytes, type.element);
      return text + (count > shown_elements ? ", ...}" : "}");
    }
    uint64_t bytes = types_.size_of(id), bits = 0;
    if (bytes > 8 || offset + bytes > memory.bytes.size()) return unknown;
    for (uint64_t i = 0; i < bytes; ++i)
      if (!memory.defined.empty() && !memory.defined[offset + i]) {
        poisoned_ = true;
        return unknown;
      }
    std::memcpy(&bits, memory.bytes.data() + offset, bytes);
    return scalar_text(id, bits);
  }

  Machine& machine_;
  const Program& program_;
  const TypeTable& types_;
  ThreadRef thread_;
  bool poisoned_ = false;
};

// Is `call` the call that the instruction works for, or one around it?
bool is_around(const Program& program, uint32_t call, uint32_t inner) {
  while (inner != call) {
    if (inner == 0) return false;
    inner = program.calls[inner].parent;
  }
  return true;
}

}  // namespace

bool is_in_scope(const Program& program, const VariableLocation& variable, Pc pc) {
  return variable.begin <= pc && pc < variable.end && is_around(program, variable.call, program.info[pc].call);
}

namespace {

template <typename Visit>
void each_in_scope(const Program& program, Pc pc, Visit visit) {
  for (const VariableLocation& variable : program.variables)
    if (is_in_scope(program, variable, pc)) visit(variable);
}

std::string special_text(const LaunchShape& shape, ThreadRef thread, std::string_view name) {
  struct Row {
    const char* base;
    Index3 value;
  };
  const Row rows[] = {{"threadIdx", shape.thread_index(thread.thread)}, {"blockIdx", shape.block_index(thread.block)}, {"blockDim", shape.block}, {"gridDim", shape.grid}};
  for (const Row& row : rows) {
    std::string_view base = row.base;
    if (name.size() != base.size() + 2 || name.substr(0, base.size()) != base || name[base.size()] != '.') continue;
    char axis = name.back();
    if (axis == 'x') return std::to_string(row.value.x);
    if (axis == 'y') return std::to_string(row.value.y);
    if (axis == 'z') return std::to_string(row.value.z);
  }
  return name == "warpSize" ? std::to_string(warp_size) : "";
}

}  // namespace

std::vector<VariableView> read_variables(Machine& machine, ThreadRef thread) {
  std::vector<VariableView> views;
  std::optional<Pc> pc = machine.lane_pc(thread.block, thread.thread);
  if (!pc || *pc >= machine.program().code.size()) return views;
  Reader reader(machine, thread);
  each_in_scope(machine.program(), *pc, [&](const VariableLocation& variable) {
    if (!variable.name.empty()) views.push_back(reader.view(variable));
  });
  return views;
}

namespace {

// The innermost of that name where the thread at `scope` stands, if the other one, too, stands where it is in scope: else something else may stand in its
// place, or what somebody left there. Null: none.
const VariableLocation* find_variable(const Machine& machine, ThreadRef scope, ThreadRef thread, std::string_view name) {
  const std::optional<Pc> pc = machine.lane_pc(scope.block, scope.thread), own_pc = machine.lane_pc(thread.block, thread.thread);
  if (!pc || *pc >= machine.program().code.size() || !own_pc) return nullptr;
  const VariableLocation* found = nullptr;
  each_in_scope(machine.program(), *pc, [&](const VariableLocation& variable) {
    if (variable.name == name) found = &variable;
  });
  return found && is_in_scope(machine.program(), *found, *own_pc) ? found : nullptr;
}

}  // namespace

std::string read_variable(Machine& machine, ThreadRef scope, ThreadRef thread, std::string_view name) {
  std::string special = special_text(machine.shape(), thread, name);
  if (!special.empty()) return special;
  const VariableLocation* const found = find_variable(machine, scope, thread, name);
  return found ? Reader(machine, thread).view(*found).value : "";
}

void each_place_of_variable(Machine& machine, ThreadRef scope, ThreadRef thread, std::string_view name, const PlaceVisit& visit) {
  const Reader reader(machine, thread);
  const auto visit_one = [&](const VariableLocation& variable) {
    if (const Reader::Place place = reader.place_of(variable); place.allocation != no_allocation) visit(place.allocation, place.offset, place.bytes);
  };
  if (!name.empty()) {
    if (const VariableLocation* const found = find_variable(machine, scope, thread, name)) visit_one(*found);
    return;
  }
  const std::optional<Pc> pc = machine.lane_pc(thread.block, thread.thread);
  if (pc && *pc < machine.program().code.size()) each_in_scope(machine.program(), *pc, visit_one);
}

}  // namespace wb
