#include "app/workbook/buffer_start.h"

#include <algorithm>
#include <cmath>

#include "app/backends/scalar_bytes.h"
#include "app/workbook/lesson_reader.h"
#include "app/workbook/limits.h"
#include "app/workbook/npy.h"
#include "app/workbook/words.h"

namespace wb {

namespace {

// Splitmix64: the same numbers on every machine, for ever. Lessons rely on them.
uint64_t next_random(uint64_t& state) {
  uint64_t z = (state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

// Real types: [min, max). Integers: min to max, both included.
double random_value(const BufferSpec& spec, ScalarKind kind, uint64_t& state) {
  double share = static_cast<double>(next_random(state) >> 11) * 0x1p-53;
  if (is_floating(kind)) return spec.min + share * (spec.max - spec.min);
  return std::floor(spec.min + share * (spec.max - spec.min + 1));
}

}  // namespace

std::optional<BufferFile> read_buffer_file(const Lesson& lesson, const BufferSpec& spec, std::string& why) {
  const auto named = lesson.named_files.find(spec.path);
  auto file = named != lesson.named_files.end() ? read_named_file(named->second, limits::data_file_bytes, why) : read_lesson_file(lesson.folder, spec.path, limits::data_file_bytes, why);
  if (!file) return std::nullopt;
  std::string reason;
  BufferFile result;
  if (spec.start == BufferStart::image) {
    result.picture = read_picture(*file, spec.channels, reason);
    if (!result.picture) return why = "the picture `" + spec.path + "` cannot be used: " + reason, std::nullopt;
    if (result.picture->channels == 2) return why = "the picture `" + spec.path + "` has grey and alpha; say `channels = 1`", std::nullopt;
    return result;
  }
  auto array = parse_npy(*file, limits::buffer_bytes, reason);
  if (!array) return why = "the file `" + spec.path + "` cannot be used: " + reason, std::nullopt;
  result.scalar = array->scalar;
  result.shape = std::move(array->shape);
  result.bytes = std::move(array->bytes);
  return result;
}

bool fill_buffer(const BufferSpec& spec, double constant, DeviceBuffer& buffer, std::string& why) {
  uint64_t scalar_bytes = info(buffer.scalar).bytes, count = buffer.bytes.size() / scalar_bytes;
  switch (spec.start) {
    case BufferStart::poison:
      std::fill(buffer.bytes.begin(), buffer.bytes.end(), poison_byte);
      buffer.is_poisoned = true;
      return true;
    case BufferStart::zeros: return true;
    case BufferStart::iota:  // whole numbers wrap in small types: byte k holds k
      for (uint64_t i = 0; i < count; ++i) {
        if (is_floating(buffer.scalar)) store_scalar(buffer.scalar, &buffer.bytes[i * scalar_bytes], static_cast<double>(i));
        else store_integer(buffer.scalar, &buffer.bytes[i * scalar_bytes], static_cast<int64_t>(i));
      }
      return true;
    case BufferStart::constant:
      for (uint64_t i = 0; i < count; ++i) store_scalar(buffer.scalar, &buffer.bytes[i * scalar_bytes], constant);
      return true;
    case BufferStart::random: {
      uint64_t state = spec.seed;
      for (uint64_t i = 0; i < count; ++i) store_scalar(buffer.scalar, &buffer.bytes[i * scalar_bytes], random_value(spec, buffer.scalar, state));
      return true;
    }
    case BufferStart::data:
      if (spec.data.size() != count) return why = "`data` has " + std::to_string(spec.data.size()) + " numbers, but the shape needs " + std::to_string(count), false;
      for (uint64_t i = 0; i < count; ++i) {
        double value = spec.data[i];
        store_scalar(buffer.scalar, &buffer.bytes[i * scalar_bytes], value);
        if (!is_floating(buffer.scalar) && load_scalar(buffer.scalar, &buffer.bytes[i * scalar_bytes]) != value)
          return why = "number " + std::to_string(i) + " of `data` does not fit into " + std::string(info(buffer.scalar).lesson_name), false;
      }
      return true;
    case BufferStart::image:
    case BufferStart::content:
    case BufferStart::addresses:
    case BufferStart::file: return true;  // the launch builder lays their bytes down itself
  }
  return true;
}

void keep_values(std::vector<DeviceBuffer::ByteRange> with_values, DeviceBuffer& buffer) {
  std::erase_if(with_values, [&](const DeviceBuffer::ByteRange& range) { return range.begin >= std::min<uint64_t>(range.end, buffer.bytes.size()); });
  if (buffer.is_poisoned || (with_values.size() == 1 && with_values[0].begin == 0 && with_values[0].end >= buffer.bytes.size())) return;
  const auto empty = [&](uint64_t begin, uint64_t end) { std::fill(buffer.bytes.begin() + static_cast<std::ptrdiff_t>(begin), buffer.bytes.begin() + static_cast<std::ptrdiff_t>(end), poison_byte); };
  uint64_t next = 0;
  for (DeviceBuffer::ByteRange& range : with_values) {
    range.end = std::min<uint64_t>(range.end, buffer.bytes.size());
    empty(next, range.begin);
    next = range.end;
  }
  empty(next, buffer.bytes.size());
  buffer.is_poisoned = true;
  buffer.filled = std::move(with_values);
}

bool fill_from_content(const GivenContent& content, DeviceBuffer& buffer, std::string& why) {
  if (content.bytes.size() != buffer.bytes.size()) return why = "its content has " + grouped(content.bytes.size()) + " bytes, but the shape needs " + grouped(buffer.bytes.size()), false;
  buffer.bytes = content.bytes;
  const std::vector<bool>& flags = content.has_value;
  if (flags.empty() || buffer.bytes.empty()) return true;
  if (buffer.bytes.size() % flags.size()) return why = "its content has flags for " + grouped(flags.size()) + " parts, which its " + grouped(buffer.bytes.size()) + " bytes do not have", false;
  const uint64_t each = buffer.bytes.size() / flags.size();
  std::vector<DeviceBuffer::ByteRange> with_values;
  for (size_t i = 0; i < flags.size(); ++i) {
    if (!flags[i]) continue;
    if (i && flags[i - 1]) with_values.back().end += each;
    else with_values.push_back({i * each, (i + 1) * each});
  }
  keep_values(std::move(with_values), buffer);
  return true;
}

}  // namespace wb
