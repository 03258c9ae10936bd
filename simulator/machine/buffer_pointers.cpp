#include "simulator/machine/buffer_pointers.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "simulator/analysis/launch_limits.h"
#include "simulator/machine/memory.h"
#include "simulator/program/pointer_fields.h"

namespace wb {

static_assert(buffer_address(3, 40) == make_pointer(3, 40) && buffer_address(heap_buffer, 40) == make_heap_pointer(40), "the bytes of a buffer hold what the machine takes for a pointer");

std::optional<BufferArgument> place_at(uint64_t address, const std::vector<DeviceBuffer>& buffers) {
  const uint32_t buffer = pointer_allocation(address);
  const int64_t offset = pointer_offset(address);
  if (buffer >= buffers.size() || offset < 0 || static_cast<uint64_t>(offset) > buffers[buffer].byte_count()) return std::nullopt;
  return BufferArgument{buffer, static_cast<uint64_t>(offset)};
}

void put_address(DeviceBuffer& buffer, uint64_t at, std::optional<BufferArgument> place) {
  constexpr uint64_t nowhere = buffer_address(0xFFFFFE, 0);
  if (buffer.bytes.size() < 8 || at > buffer.bytes.size() - 8) return;
  const uint64_t address = place ? buffer_address(place->index, place->byte_offset) : nowhere;
  std::memcpy(buffer.bytes.data() + at, &address, sizeof address);
  if (place) buffer.pointers.push_back(at);
}

namespace {

uint64_t address_at(const DeviceBuffer& buffer, uint64_t at) {
  uint64_t address;
  std::memcpy(&address, buffer.bytes.data() + at, sizeof address);
  return address;
}

// Walks from the kernel's parameters and the file's variables over all memory that they lead to.
class Walk {
 public:
  Walk(const Program& program, const KernelLaunch& launch) : types_(program.module->types), launch_(launch), views_(launch.buffers.size()) {
    for (size_t i = 0; i < launch.arguments.size() && i < program.parameters.size(); ++i) start(launch.arguments[i], program.parameters[i].type);
    for (const SymbolContents& symbol : launch.symbols)
      for (const ProgramAllocation& variable : program.allocations)
        if (variable.symbol == symbol.name && !symbol.name.empty() && !symbol.byte_offset) follow(variables_.emplace_back(View{symbol.buffer, 0, variable.type}));
    for (size_t next = 0; next < seen_.size(); ++next) follow(View(seen_[next]));
  }
  // The records that all views of the buffer agree on, or that they all see addresses.
  std::shared_ptr<const ElementMembers> members(size_t buffer) const {
    std::shared_ptr<const ElementMembers> members;
    std::optional<uint32_t> record;
    for (const View& view : views_[buffer]) {
      const Type& type = types_[whole(view.element)];
      if (!members) members = members_of(types_, view.element, false);
      if (members && members->is_address && type.kind == TypeKind::pointer && view.byte_offset % sizeof(uint64_t) == 0) continue;
      if (!members || !members->stride || type.kind != TypeKind::record || type.index != record.value_or(type.index) || view.byte_offset % members->stride) return nullptr;
      record = type.index;
    }
    return members;
  }
  // Where pointers stand in a buffer, as its views see it; of these many bytes.
  std::vector<uint64_t> pointer_places(size_t buffer, uint64_t bytes) {
    std::vector<View> views = views_[buffer];
    for (const View& variable : variables_)
      if (variable.buffer == buffer) views.push_back(variable);
    std::vector<uint64_t> places;
    for (const View& view : views) {
      const PointerFields& in = fields(view.element);
      for (uint64_t element = view.byte_offset; !in.fields.empty() && element + in.stride <= bytes; element += in.stride)
        for (const PointerField& field : in.fields) places.push_back(element + field.offset);
    }
    return places;
  }

 private:
  // A pointer to elements of a type, into a buffer.
  struct View {
    uint32_t buffer = 0;
    uint64_t byte_offset = 0;  // in an element's size: where the first one begins
    TypeId element;
  };
  static constexpr size_t most_views = 4;  // of a buffer: more never agree

  TypeId whole(TypeId element) const {
    while (types_.is_array(element)) element = types_[element].element;
    return element;
  }
  void start(const Argument& argument, TypeId type) {
    if (const auto* place = std::get_if<BufferArgument>(&argument); place && types_[type].kind == TypeKind::pointer) see({place->index, place->byte_offset, types_[type].element});
    const auto* record = std::get_if<RecordArgument>(&argument);
    if (!record) return;
    for (const PointerField& field : pointer_fields(types_, type).fields)
      for (const RecordArgument::Pointer& pointer : record->pointers)
        if (pointer.offset == field.offset) see({pointer.buffer, pointer.byte_offset, field.pointee});
  }
  void see(View view) {
    const uint64_t stride = types_.size_of(view.element);
    if (view.buffer >= views_.size() || !stride) return;
    view.byte_offset %= stride;
    std::vector<View>& views = views_[view.buffer];
    const auto same = [&](const View& other) { return other.byte_offset == view.byte_offset && types_[other.element].kind == types_[view.element].kind && whole(other.element).v == whole(view.element).v; };
    if (views.size() == most_views || std::any_of(views.begin(), views.end(), same)) return;
    views.push_back(view);
    seen_.push_back(view);
  }
  void follow(const View& view) {
    const DeviceBuffer& buffer = launch_.buffers[view.buffer];
    if (buffer.pointers.empty()) return;
    const PointerFields& in = fields(view.element);
    for (const uint64_t at : buffer.pointers) {
      if (at < view.byte_offset) continue;
      const uint64_t offset = (at - view.byte_offset) % in.stride;
      const auto field = std::lower_bound(in.fields.begin(), in.fields.end(), offset, [](const PointerField& f, uint64_t to) { return f.offset < to; });
      if (field == in.fields.end() || field->offset != offset) continue;
      if (const auto place = place_at(address_at(buffer, at), launch_.buffers)) see({place->index, place->byte_offset, field->pointee});
    }
  }
  // By offset: a union has several at one.
  const PointerFields& fields(TypeId element) {
    const auto [it, is_new] = fields_.try_emplace(element.v);
    if (!is_new) return it->second;
    it->second = pointer_fields(types_, element);
    std::stable_sort(it->second.fields.begin(), it->second.fields.end(), [](const PointerField& a, const PointerField& b) { return a.offset < b.offset; });
    return it->second;
  }

  const TypeTable& types_;
  const KernelLaunch& launch_;
  std::vector<std::vector<View>> views_;  // by buffer
  std::vector<View> seen_;
  std::vector<View> variables_;  // buffers that are the file's variables, as what these are
  std::map<uint32_t, PointerFields> fields_;
};

}  // namespace

std::optional<Finding> check_pointers(const KernelLaunch& launch) {
  for (const DeviceBuffer& buffer : launch.buffers) {
    uint64_t least = 0;
    for (const uint64_t at : buffer.pointers) {
      if (at < least || buffer.bytes.size() < 8 || at > buffer.bytes.size() - 8)
        return invalid_launch("byte " + std::to_string(at) + " of buffer `" + buffer.name + "` cannot hold an address", "pointers lie inside of their buffer, apart and in order");
      if (const uint64_t address = address_at(buffer, at); address && !is_heap_pointer(address) && !place_at(address, launch.buffers))
        return invalid_launch("the pointer at byte " + std::to_string(at) + " of buffer `" + buffer.name + "` names no place in the launch's buffers", "name one of its buffers");
      least = at + 8;
    }
  }
  return std::nullopt;
}

void find_pointers(std::vector<DeviceBuffer>& buffers, const Program& program, const KernelLaunch& launch, const DeviceHeap* heap) {
  Walk walk(program, launch);
  const auto leads_somewhere = [&](uint64_t address) { return place_at(address, buffers) || (heap && heap_place_at(address, *heap)); };
  for (size_t i = 0; i < buffers.size(); ++i)
    for (const uint64_t at : walk.pointer_places(i, buffers[i].bytes.size()))
      if (leads_somewhere(address_at(buffers[i], at))) buffers[i].pointers.push_back(at);
  for (DeviceBuffer& buffer : buffers) {
    std::sort(buffer.pointers.begin(), buffer.pointers.end());
    buffer.pointers.erase(std::unique(buffer.pointers.begin(), buffer.pointers.end(), [](uint64_t a, uint64_t b) { return b < a + 8; }), buffer.pointers.end());
  }
}

std::vector<std::shared_ptr<const ElementMembers>> members_of_buffers(const Program& program, const KernelLaunch& launch) {
  const Walk walk(program, launch);
  std::vector<std::shared_ptr<const ElementMembers>> members;
  for (size_t buffer = 0; buffer < launch.buffers.size(); ++buffer) members.push_back(walk.members(buffer));
  return members;
}

}  // namespace wb
