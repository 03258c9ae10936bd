#include "app/workbook/launch/launch_buffers.h"

#include "app/backends/scalar_bytes.h"
#include "app/workbook/words.h"

namespace wb {

namespace {

// One byte a channel in the picture, one element a channel in the buffer.
void lay_picture(LaunchDraft& draft, const BufferSpec& spec, const Picture& picture, DeviceBuffer& buffer) {
  if (spec.vector_lanes > 1 && static_cast<int>(spec.vector_lanes) != picture.channels)
    return draft.complaints.error(spec.span, "buffer `" + spec.name + "` has " + std::to_string(spec.vector_lanes) + " lanes an element, but the picture has " + std::to_string(picture.channels) + " channels",
                                  "say `channels = " + std::to_string(spec.vector_lanes) + "`");
  std::vector<uint8_t> bytes = spec.layout == ImageLayout::planar && spec.vector_lanes == 1 ? planar_bytes(picture) : picture.bytes;
  const uint64_t each = info(buffer.scalar).bytes;
  if (each == 1) return void(buffer.bytes = std::move(bytes));
  for (size_t i = 0; i < bytes.size(); ++i) store_scalar(buffer.scalar, &buffer.bytes[i * each], bytes[i]);
}

void lay_file(LaunchDraft& draft, const BufferSpec& spec, const BufferFile& file, DeviceBuffer& buffer) {
  const auto elements = [&](const std::vector<uint8_t>& bytes) { return grouped(bytes.size() / info(buffer.scalar).bytes); };
  if (file.bytes.size() != buffer.bytes.size())
    return draft.complaints.error(spec.path_span, "`" + spec.path + "` holds " + elements(file.bytes) + " elements, but the shape needs " + elements(buffer.bytes));
  buffer.bytes = file.bytes;
}

void fill(LaunchDraft& draft, const BufferSpec& spec, DeviceBuffer& buffer) {
  std::string why;
  if (spec.start == BufferStart::content) {
    const GivenContent* content = draft.numbers.content_of(spec);
    if (!content) return draft.complaints.error(spec.path_span, "no content `" + spec.path + "` was given with this text", "use `data`, `file` or `fill`");
    if (!fill_from_content(*content, buffer, why)) draft.complaints.error(spec.path_span, "buffer `" + spec.name + "`: " + why);
  }
  double constant = 0;
  if (spec.start == BufferStart::constant)
    if (const auto number = draft.numbers.number_of(spec.fill_value)) constant = number->as_double();
  if (!fill_buffer(spec, constant, buffer, why)) draft.complaints.error(spec.span, "buffer `" + spec.name + "`: " + why);
  if (spec.filled) keep_values({{0, *spec.filled * buffer.element_bytes()}}, buffer);
}

void start_buffer(LaunchDraft& draft, const BufferSpec& spec, DeviceBuffer& buffer) {
  const BufferFile* file = draft.numbers.file_of(spec);
  if (spec.start == BufferStart::image && file) return lay_picture(draft, spec, *file->picture, buffer);
  if (spec.start == BufferStart::file && file) return lay_file(draft, spec, *file, buffer);
  fill(draft, spec, buffer);
}

}  // namespace

void make_buffers(LaunchDraft& draft) {
  uint64_t total = 0;
  for (const BufferSpec& spec : draft.stage.buffers) {
    const auto size = draft.numbers.size_of(spec);
    if (!size) continue;
    DeviceBuffer buffer;
    buffer.name = spec.name;
    buffer.scalar = draft.numbers.scalar_of(spec);
    buffer.vector_lanes = spec.vector_lanes;
    buffer.shape = size->shape;
    uint64_t bytes = size->elements * buffer.element_bytes();
    if (bytes > limits::held_bytes && LaunchNumbers::may_go_on(spec)) {
      buffer.whole_bytes = bytes;
      buffer.shape = {limits::beginning_elements};
      bytes = limits::beginning_elements * buffer.element_bytes();
    }
    if ((total += bytes) > limits::launch_bytes) return draft.complaints.error(spec.span, "the buffers of this launch have more than " + grouped(limits::launch_bytes) + " bytes together");
    buffer.bytes.resize(bytes);
    start_buffer(draft, spec, buffer);
    draft.launch.device.buffers.push_back(std::move(buffer));
  }
}

}  // namespace wb
