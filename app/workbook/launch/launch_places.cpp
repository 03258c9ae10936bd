#include "app/workbook/launch/launch_places.h"

#include <algorithm>

#include "app/workbook/launch/argument_types.h"
#include "app/workbook/words.h"

namespace wb {

int buffer_index(const Launch& launch, std::string_view name) {
  const auto& all = launch.device.buffers;
  const auto found = std::find_if(all.begin(), all.end(), [&](const DeviceBuffer& b) { return b.name == name; });
  return found == all.end() ? -1 : static_cast<int>(found - all.begin());
}

std::optional<uint64_t> offset_of(LaunchDraft& draft, const std::string& text, const BufferPlace& place, const DeviceBuffer& buffer, Span at) {
  if (place.elements.empty()) return 0;
  const auto begin = at.begin + 1 + static_cast<uint32_t>(place.elements.data() - text.data());  // behind the quote
  const auto number = draft.numbers.number_of({std::string(place.elements), {at.file, begin, begin + static_cast<uint32_t>(place.elements.size()), 0}});
  if (!number) return std::nullopt;
  ComplaintSink& complaints = draft.complaints;
  const uint64_t elements = buffer.byte_count() / std::max<uint64_t>(buffer.element_bytes(), 1);
  const std::string name = "`" + buffer.name + "`", count = grouped(elements);
  const std::string hint = "a launch's pointer stands in its buffer: from " + buffer.name + " + 0 to " + buffer.name + " + " + std::to_string(elements);
  if (!number->is_integer) return complaints.error(at, "`" + text + "` is " + in_words(*number) + " elements into " + name + ", which is no whole number"), std::nullopt;
  if (number->integer < 0) return complaints.error(at, "`" + text + "` starts " + grouped(0 - static_cast<uint64_t>(number->integer)) + " elements before " + name, hint), std::nullopt;
  if (static_cast<uint64_t>(number->integer) > elements)
    return complaints.error(at, "`" + text + "` starts at element " + in_words(*number) + " of " + name + ", which has " + count, hint), std::nullopt;
  return static_cast<uint64_t>(number->integer) * buffer.element_bytes();
}

std::optional<BufferArgument> place_for(LaunchDraft& draft, const std::string& text, const KernelParameter& pointer, const std::string& wanted, Span at) {
  const auto place = read_buffer_place(text);
  const int index = place ? buffer_index(draft.launch, place->buffer) : -1;
  if (index < 0) return std::nullopt;  // a buffer that could not be made
  const DeviceBuffer& buffer = draft.launch.device.buffers[static_cast<size_t>(index)];
  ComplaintSink& complaints = draft.complaints;
  if (const std::string& variable = draft.stage.buffer(place->buffer)->symbol; !variable.empty())
    return complaints.error(at, "`" + buffer.name + "` is what the variable `" + variable + "` starts from: the kernel names the variable itself",
                            "take it out of the arguments, or put it into `memory = \"global\"`"), std::nullopt;
  if (!place->type.empty() && !is_named(pointer, std::string(place->type)))
    return complaints.error(at, "`" + text + "` is a pointer to " + std::string(place->type) + ", but " + wanted, "cast to the type of the kernel's pointer"), std::nullopt;
  if (place->type.empty() && !fits(buffer, pointer))
    return complaints.error(at, "buffer `" + buffer.name + "` holds " + buffer_type(buffer) + ", but " + wanted, "give the buffer that type"), std::nullopt;
  const auto bytes = offset_of(draft, text, *place, buffer, at);
  if (!bytes) return std::nullopt;
  return BufferArgument{static_cast<uint32_t>(index), *bytes};
}

void add_output(Launch& launch, uint32_t buffer) {
  const int index = static_cast<int>(buffer);
  if (std::find(launch.outputs.begin(), launch.outputs.end(), index) == launch.outputs.end()) launch.outputs.push_back(index);
}

}  // namespace wb
