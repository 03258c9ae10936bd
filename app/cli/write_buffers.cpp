#include "app/cli/write_buffers.h"

#include <fstream>

#include "app/workbook/npy.h"
#include "app/workbook/picture.h"

namespace wb {

namespace fs = std::filesystem;

namespace {

bool write_file(const fs::path& path, const std::string& content) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << content;
  file.close();
  return file.good();
}

}  // namespace

WrittenBuffers write_buffers(const fs::path& folder, const LaunchSpec& stage, const Launch& launch, const RunResult& result) {
  WrittenBuffers written;
  if (result.buffers.empty()) return written;
  std::string engine = engine_key(result.engine);
  std::error_code error;
  fs::create_directories(folder / engine, error);
  if (error) return written.error = "the folder `" + (folder / engine).string() + "` cannot be made: " + error.message(), written;
  for (int output : launch.outputs) {
    const DeviceBuffer& buffer = result.buffers[static_cast<size_t>(output)];
    std::vector<uint64_t> shape = buffer.shape;
    if (buffer.vector_lanes > 1) shape.push_back(buffer.vector_lanes);
    std::string npy = engine + "/" + buffer.name + ".npy", png = engine + "/" + buffer.name + ".png";
    if (!write_file(folder / npy, format_npy(buffer.scalar, shape, buffer.bytes.data(), buffer.bytes.size())))
      return written.error = "`" + (folder / npy).string() + "` cannot be written", written;
    written.npy[buffer.name] = npy;
    const BufferSpec* spec = stage.buffer(buffer.name);
    if (!spec || (spec->show != ShowAs::image && spec->show != ShowAs::heat)) continue;
    PictureLayout layout = spec->start != BufferStart::image ? PictureLayout::automatic : spec->layout == ImageLayout::planar ? PictureLayout::planar : PictureLayout::interleaved;
    if (auto picture = picture_of(buffer, layout)) {
      if (!write_png(folder / png, *picture)) return written.error = "`" + (folder / png).string() + "` cannot be written", written;
      written.png[buffer.name] = png;
    }
  }
  return written;
}

}  // namespace wb
