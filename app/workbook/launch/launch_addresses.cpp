#include "app/workbook/launch/launch_addresses.h"

#include <algorithm>
#include <map>
#include <set>

#include "app/workbook/launch/launch_places.h"

namespace wb {

namespace {

using BufferIndices = std::map<std::string, uint32_t>;  // of the launch, by name

BufferIndices indices_of(const std::vector<DeviceBuffer>& buffers) {
  BufferIndices indices;
  for (size_t i = 0; i < buffers.size(); ++i) indices.emplace(buffers[i].name, static_cast<uint32_t>(i));
  return indices;
}

// Where a pointer that came beside the text leads to; none: to nothing that a kernel can reach.
std::optional<BufferArgument> place_of(const GivenContent::Pointer& pointer, const BufferIndices& indices) {
  if (pointer.buffer == GivenContent::Pointer::in_heap) return BufferArgument{heap_buffer, pointer.byte_offset};
  const auto target = indices.find(pointer.buffer);
  return target == indices.end() ? std::nullopt : std::optional(BufferArgument{target->second, pointer.byte_offset});
}

// Those that came beside the text.
void put_given_addresses(LaunchDraft& draft, const BufferIndices& indices) {
  std::vector<DeviceBuffer>& buffers = draft.launch.device.buffers;
  std::set<uint32_t> seen;
  for (const BufferSpec& spec : draft.stage.buffers) {
    const GivenContent* content = draft.numbers.content_of(spec);
    const auto holder = indices.find(spec.name);
    if (!content || holder == indices.end()) continue;
    for (const GivenContent::Pointer& pointer : content->pointers) {
      const auto place = place_of(pointer, indices);
      if (!place && !pointer.buffer.empty())
        return draft.complaints.error(spec.path_span, "the content of `" + spec.name + "` points to `" + pointer.buffer + "`, which is no buffer of this launch");
      put_address(buffers[holder->second], pointer.at, place);
      const bool is_in_buffer = place && place->index != heap_buffer;
      if (is_in_buffer && seen.insert(place->index).second && draft.stage.buffer(pointer.buffer)->show != ShowAs::hidden) add_output(draft.launch, place->index);
    }
  }
}

// What earlier launches of the program have left in the device's heap.
void put_heap(LaunchDraft& draft, const BufferIndices& indices) {
  const auto given = draft.lesson.contents.find("heap:" + draft.stage.name);
  if (given == draft.lesson.contents.end() || !given->second.heap) return;
  draft.launch.device.heap = heap_with(*given->second.heap, [&](DeviceBuffer& bytes) {
    for (const GivenContent::Pointer& pointer : given->second.pointers) put_address(bytes, pointer.at, place_of(pointer, indices));
  });
}

void put_lesson_addresses(LaunchDraft& draft, const BufferIndices& indices) {
  std::vector<DeviceBuffer>& buffers = draft.launch.device.buffers;
  for (const BufferSpec& spec : draft.stage.buffers) {
    const auto holder = spec.points_to.empty() ? indices.end() : indices.find(spec.name);
    for (size_t i = 0; holder != indices.end() && i < spec.points_to.size(); ++i) {
      const Expression& to = spec.points_to[i];
      const auto place = read_buffer_place(to.text);
      const auto target = place && to.text != "nullptr" ? indices.find(std::string(place->buffer)) : indices.end();
      const auto bytes = target == indices.end() ? std::nullopt : offset_of(draft, to.text, *place, buffers[target->second], to.span);
      if (!bytes) continue;
      put_address(buffers[holder->second], 8 * i, BufferArgument{target->second, *bytes});
      add_output(draft.launch, target->second);
    }
  }
}

}  // namespace

void put_addresses(LaunchDraft& draft) {
  const BufferIndices indices = indices_of(draft.launch.device.buffers);
  put_given_addresses(draft, indices);
  put_heap(draft, indices);
  put_lesson_addresses(draft, indices);
  const auto holds_numbers = [&](int output) { return draft.launch.device.buffers[static_cast<size_t>(output)].pointers.empty(); };
  std::stable_partition(draft.launch.outputs.begin(), draft.launch.outputs.end(), holds_numbers);  // numbers can be judged, addresses cannot
}

}  // namespace wb
