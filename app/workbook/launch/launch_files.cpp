#include "app/workbook/launch/launch_files.h"

#include <cmath>

#include "app/workbook/launch/argument_types.h"
#include "app/workbook/words.h"

namespace wb {

namespace {

bool starts_from_file(const BufferSpec& buffer) { return buffer.start == BufferStart::image || buffer.start == BufferStart::file; }

// A file of float4 has one dimension more than the buffer: its last one, of 4.
bool take_lanes(const BufferSpec& buffer, BufferFile& file, std::string& why) {
  const std::string type = info(buffer.scalar).lesson_name + std::to_string(buffer.vector_lanes);
  if (!same_kind(file.scalar, buffer.scalar)) return why = "`" + buffer.path + "` holds " + info(file.scalar).spelling + ", not what " + type + " is made of", false;
  if (file.shape.empty() || file.shape.back() != buffer.vector_lanes) return why = "the last dimension of `" + buffer.path + "` must be " + std::to_string(buffer.vector_lanes) + " for " + type, false;
  file.shape.pop_back();
  return true;
}

}  // namespace

LaunchFiles::LaunchFiles(const Lesson& lesson, const LaunchSpec& stage, ComplaintSink& complaints) : complaints_(complaints) {
  for (const BufferSpec& buffer : stage.buffers) {
    if (!starts_from_file(buffer)) continue;
    std::string why;
    auto file = read_buffer_file(lesson, buffer, why);
    if (file && buffer.start == BufferStart::file && buffer.vector_lanes > 1 && !take_lanes(buffer, *file, why)) file.reset();
    if (file) files_.emplace(buffer.name, std::move(*file));
    else complaints_.error(buffer.path_span, why);
  }
}

const BufferFile* LaunchFiles::of(const BufferSpec& buffer) const {
  const auto file = files_.find(buffer.name);
  return file == files_.end() ? nullptr : &file->second;
}

bool LaunchFiles::is_missing(const BufferSpec& buffer) const { return starts_from_file(buffer) && !of(buffer); }

void LaunchFiles::move_side(const ValueSpec& value, double number) {
  const size_t dot = value.value.text.find('.');
  if (dot == std::string::npos) return;
  const auto file = files_.find(value.value.text.substr(0, dot));
  const std::string side = value.value.text.substr(dot + 1);
  if (file == files_.end() || !file->second.picture || (side != "width" && side != "height")) return;
  resize(*file->second.picture, side, value, number);
}

void LaunchFiles::resize(Picture& picture, const std::string& side, const ValueSpec& value, double number) {
  if (!(number >= 1) || number > static_cast<double>(limits::image_side) || number != std::floor(number))
    return complaints_.error(value.span, "`" + value.name + "` is the " + side + " of a picture: a whole number from 1 to " + grouped(limits::image_side));
  const int width = side == "width" ? static_cast<int>(number) : picture.width, height = side == "height" ? static_cast<int>(number) : picture.height;
  if (static_cast<uint64_t>(width) * static_cast<uint64_t>(height) > limits::image_pixels)
    return complaints_.error(value.span, "this picture would have more than " + grouped(limits::image_pixels) + " pixels");
  picture = resized(picture, width, height);
}

}  // namespace wb
