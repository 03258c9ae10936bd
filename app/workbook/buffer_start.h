#pragma once
// The bytes that a buffer starts from.
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "app/workbook/lesson.h"
#include "app/workbook/picture.h"

namespace wb {

// A picture or .npy file that a buffer names, read once; enough to know its sizes.
struct BufferFile {
  std::optional<Picture> picture;
  ScalarKind scalar = ScalarKind::uchar;  // of an .npy file
  std::vector<uint64_t> shape;
  std::vector<uint8_t> bytes;
};
std::optional<BufferFile> read_buffer_file(const Lesson& lesson, const BufferSpec& spec, std::string& why);

// Fills buffer.bytes (its size is set by shape and type already) as spec says; false with `why` when that does not fit.
// `constant`: the value of constant(...).
bool fill_buffer(const BufferSpec& spec, double constant, DeviceBuffer& buffer, std::string& why);

// The bytes that were given with the lesson; false with `why` where they do not fit.
bool fill_from_content(const GivenContent& content, DeviceBuffer& buffer, std::string& why);

// What lies outside of `with_values` (in order and apart) has no value.
void keep_values(std::vector<DeviceBuffer::ByteRange> with_values, DeviceBuffer& buffer);

}  // namespace wb
