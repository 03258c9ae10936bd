#include "simulator/host/given_memory.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "simulator/machine/heap_marks.h"
#include "simulator/machine/lasting_heap.h"

namespace wb {
namespace {

bool uses_textures(const Program& program) {
  return std::any_of(program.code.begin(), program.code.end(), [](const Ins& ins) { return ins.op == Opcode::texture; });
}

bool lead_to_heap(const std::vector<HostPointer>& pointers) {
  return std::any_of(pointers.begin(), pointers.end(), [](const HostPointer& p) { return p.allocation == HostPointer::in_heap; });
}
// By taking from it itself, or by a pointer that it finds.
bool comes_to_heap(const Program& program, const ReachedMemory& reached, const HostLaunchSeen& seen) {
  const auto leads_there = [](const auto& place) { return lead_to_heap(place.pointers); };
  return has_heap(program) || std::any_of(reached.found().begin(), reached.found().end(), leads_there) ||
         std::any_of(seen.variables.begin(), seen.variables.end(), leads_there);
}

void name_by_index(std::vector<HostPointer>& pointers, const GivenMemory& given) {
  for (HostPointer& pointer : pointers)
    if (pointer.allocation != HostPointer::in_heap) pointer.allocation = given.index_of(pointer.allocation);
}

}  // namespace

bool has_heap(const Program& program) {
  return std::any_of(program.allocations.begin(), program.allocations.end(), [](const ProgramAllocation& a) { return a.info.is_heap; });
}

int GivenMemory::index_of(int allocation) const {
  const auto found = std::find(allocations.begin(), allocations.end(), allocation);
  return allocation < 0 || found == allocations.end() ? -1 : static_cast<int>(found - allocations.begin());
}

void GivenMemory::add(int allocation) {
  if (index_of(allocation) < 0) allocations.push_back(allocation);
}

std::set<int> GivenMemory::given_directly(const HostLaunchSeen& seen) const {
  std::set<int> direct;
  const auto add = [&](int index) {
    if (index >= 0) direct.insert(allocations[static_cast<size_t>(index)]);
  };
  for (const HostValue& value : seen.arguments) {
    add(value.kind == HostValue::Kind::pointer ? value.allocation : -1);
    for (const HostPointer& pointer : value.pointers) add(pointer.allocation);
  }
  return direct;
}

HostMemoryView::Place MemoryFinder::place_of_pointer(uint64_t pointer) const {
  if (heap_ && heap_place_at(pointer, *heap_)) return {HostPointer::in_heap, static_cast<uint64_t>(heap_pointer_offset(pointer)), true};
  const uint32_t allocation = machine_.allocation_of(pointer);
  if (pointer == 0 || allocation >= machine_.allocations().size()) return {};
  const auto place = HostMemory::place_of(pointer);
  const int64_t offset = place ? 0 : pointer_place(machine_.allocations()[allocation], pointer);
  if (!place) return {-1, 0, allocation > 0 && offset >= 0 && static_cast<uint64_t>(offset) <= machine_.allocations()[allocation].bytes};
  const int i = memory_.allocation_at(*place);
  if (i < 0) return {};
  const HostAllocation& a = memory_[i];
  const bool is_given = !a.is_freed && a.kind != HostAllocation::Kind::pageable && *place - a.begin <= a.size;
  return {is_given ? i : -1, *place - a.begin, true};
}

GivenMemory MemoryFinder::find(HostLaunchSeen& seen, const CompileResult* kernel) {
  GivenMemory given;
  follow_arguments(seen, given);
  if (kernel && kernel->program->own_parameters() == seen.arguments.size()) reach(seen, *kernel->program, given);
  if (!kernel || (!seen.heap && !has_heap(*kernel->program))) seen.heap_bytes = usual_heap_bytes;
  if (kernel && !textures_.empty() && uses_textures(*kernel->program)) find_textures(seen, given);
  return given;
}

void MemoryFinder::follow_arguments(HostLaunchSeen& seen, GivenMemory& given) const {
  const auto index_of = [&](uint64_t pointer) {
    const auto place = HostMemory::place_of(pointer);
    const int i = place ? memory_.allocation_at(*place) : -1;
    if (i >= 0) given.add(i);
    return given.index_of(i);
  };
  const auto offset_in = [&](uint64_t pointer, int index) {
    return *HostMemory::place_of(pointer) - memory_[given.allocations[static_cast<size_t>(index)]].begin;
  };
  for (HostValue& value : seen.arguments) {
    const bool is_pointer = value.kind == HostValue::Kind::pointer;
    if (is_pointer && (value.allocation = index_of(value.pointer)) >= 0) value.offset = offset_in(value.pointer, value.allocation);
    for (size_t at = 0; at + 8 <= value.record.size(); at += 8) {
      uint64_t pointer;
      std::memcpy(&pointer, value.record.data() + at, sizeof pointer);
      if (const int index = index_of(pointer); index >= 0) value.pointers.push_back({at, index, offset_in(pointer, index)});
    }
  }
}

// ---- through memory

void MemoryFinder::start(HostLaunchSeen& seen, const Program& program, const GivenMemory& given, ReachedMemory& reached) const {
  const TypeTable& types = program.module->types;
  for (size_t i = 0; i < seen.arguments.size(); ++i) {
    const HostValue& value = seen.arguments[i];
    const ProgramParameter& parameter = program.parameters[i];
    if (parameter.is_pointer && value.allocation >= 0)
      reached.start(given.allocations[static_cast<size_t>(value.allocation)], value.offset, types[parameter.type].element, parameter.name);
    if (types.is_record(parameter.type)) reached.start(value.record, parameter.type, parameter.name);
  }
  for (HostVariable& v : seen.variables)
    for (const ProgramAllocation& variable : program.allocations)
      if (variable.symbol == v.name) v.pointers = reached.start(v.bytes, variable.type, v.name);
}

void MemoryFinder::reach(HostLaunchSeen& seen, const Program& program, GivenMemory& given) {
  const TypeTable& types = program.module->types;
  ReachedMemory reached(*this, types);
  start(seen, program, given, reached);
  reached.walk();
  if (heap_ && comes_to_heap(program, reached, seen)) bring_heap(seen, reached, types);
  memory_.spend(4 * reached.words());
  for (const ReachedMemory::Found& found : reached.found()) {
    given.add(found.allocation);
    given.reached.emplace(found.allocation, found);
  }
  for (HostVariable& v : seen.variables) name_by_index(v.pointers, given);
  name_by_index(seen.heap_pointers, given);
  for (auto& [allocation, found] : given.reached) name_by_index(found.pointers, given);
}

// ---- the device's heap

// With the memory that its blocks lead to. Of what class an object there is nobody knows here: each of its words may be an address.
void MemoryFinder::bring_heap(HostLaunchSeen& seen, ReachedMemory& reached, const TypeTable& types) {
  seen.heap = heap_;
  memory_.spend(heap_->bytes.size());
  for (const DeviceHeap::Block& block : heap_->blocks)
    for (const HostPointer& p : pointers_in(block)) {
      seen.heap_pointers.push_back(p);
      if (p.allocation < 0) continue;
      reached.start(p.allocation, p.offset, types.scalar(ScalarKind::uchar), "memory behind the heap " + std::to_string(p.allocation));
    }
  reached.walk();
}

std::vector<HostPointer> MemoryFinder::pointers_in(const DeviceHeap::Block& block) const {
  std::vector<HostPointer> all;
  const uint64_t begin = (uint64_t{block.unit} + HeapMarks::header_units) * HeapMarks::unit_bytes;
  for (uint64_t at = begin; block.is_live && at + 8 <= begin + block.bytes; at += 8) {
    uint64_t word;
    std::memcpy(&word, heap_->bytes.data() + at, sizeof word);
    const Place place = place_of_pointer(word);
    if (place.allocation != -1 && heap_->written[at / 8] == 0xFF) all.push_back({at, place.allocation, place.offset});
  }
  return all;
}

// ---- textures

// Those whose handles the kernel is given, and the memory that they are over.
void MemoryFinder::find_textures(HostLaunchSeen& seen, GivenMemory& given) {
  std::set<uint32_t> numbers;
  for (const HostValue& value : seen.arguments) {
    textures_.find({reinterpret_cast<const uint8_t*>(&value.whole), sizeof value.whole}, numbers);
    textures_.find(value.record, numbers);
  }
  for (const HostVariable& v : seen.variables) textures_.find(v.bytes, numbers);
  for (int i : given.allocations) {
    memory_.spend(memory_[i].size);
    textures_.find({memory_.at(memory_[i].begin), memory_[i].size}, numbers);
  }
  for (uint32_t number : numbers) {
    HostTexture t = textures_[number];
    given.add(t.allocation);
    t.offset -= memory_[t.allocation].begin;
    t.allocation = given.index_of(t.allocation);
    seen.textures.push_back(t);
  }
}

}  // namespace wb
