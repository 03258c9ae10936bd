#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

#include "simulator/language/highlight.h"
#include "simulator/simulator.h"
#include "tests/fuzz/targets.h"

namespace wb::fuzz {
namespace {

constexpr size_t most_kernels = 3;  // of one text: a longer list teaches nothing new

DeviceBuffer small_buffer(const std::string& name, ScalarKind scalar) {
  DeviceBuffer buffer{.name = name, .scalar = scalar == ScalarKind::void_ ? ScalarKind::uchar : scalar, .shape = {64}};
  buffer.bytes.assign(64 * std::max<size_t>(info(buffer.scalar).bytes, 1), 1);
  return buffer;
}

// Its pointers get buffers of their own, every other byte is 1.
RecordArgument record(const KernelParameter& parameter, KernelLaunch& launch) {
  RecordArgument value;
  value.bytes.assign(parameter.bytes, 1);
  for (const RecordMember& member : parameter.members) {
    if (!member.is_pointer) continue;
    value.pointers.push_back({member.offset, static_cast<uint32_t>(launch.buffers.size())});
    launch.buffers.push_back(small_buffer(member.name, member.scalar));
  }
  return value;
}

// A texture of 8 x 8 floats: every reference is bound to it, and every cudaTextureObject_t is its handle.
void add_textures(const CompileResult& compiled, KernelLaunch& launch) {
  DeviceBuffer texels = small_buffer("texels", ScalarKind::float_);
  Texture texture{.buffer = static_cast<uint32_t>(launch.buffers.size()), .width = 8, .height = 8, .filter = Texture::Filter::linear};
  launch.buffers.push_back(std::move(texels));
  launch.textures.push_back(texture);
  for (const TextureReference& reference : compiled.textures) {
    texture.name = reference.name;
    launch.textures.push_back(texture);
  }
}

// Two blocks of 64 threads over small buffers, every pointer parameter with 64 elements.
KernelLaunch small_launch(const CompileResult& compiled) {
  KernelLaunch launch{.grid = {2, 1, 1}, .block = {64, 1, 1}, .dynamic_shared_bytes = 1024};
  add_textures(compiled, launch);
  for (const KernelParameter& parameter : compiled.parameters) {
    if (parameter.is_pointer) {
      launch.arguments.emplace_back(std::in_place_type<BufferArgument>, BufferArgument{static_cast<uint32_t>(launch.buffers.size())});
      launch.buffers.push_back(small_buffer(parameter.name, parameter.scalar));
    } else if (parameter.scalar == ScalarKind::void_) {
      RecordArgument value = record(parameter, launch);
      launch.arguments.emplace_back(std::in_place_type<RecordArgument>, std::move(value));
    } else if (is_floating(parameter.scalar)) {
      launch.arguments.emplace_back(std::in_place_type<double>, 1.5);
    } else {
      const bool is_texture = parameter.type.find("cudaTextureObject_t") != std::string::npos;
      launch.arguments.emplace_back(std::in_place_type<int64_t>, is_texture ? static_cast<int64_t>(texture_handle(1)) : 37);
    }
  }
  return launch;
}

// The header that the conformance cases include; the text itself, to include itself; nothing else.
CompileOptions options_for(const std::string& text) {
  static const std::string case_header = [] {
    std::ifstream in(WB_SOURCE_DIR "/tests/conformance/case.h", std::ios::binary);
    std::ostringstream all;
    all << in.rdbuf();
    return all.str();
  }();
  CompileOptions options;
  options.read_include = [&text](std::string_view path) -> std::optional<std::string> {
    if (path.ends_with("case.h")) return case_header;
    return path == "fuzz.cu" ? std::optional(text) : std::nullopt;
  };
  return options;
}

void run(const CompileResult& compiled, size_t seed) {
  const bool records = seed % 4 == 0;
  const Schedule schedule = seed % 8 < 4 ? Schedule::random : Schedule::adversarial;
  simulate(compiled.program, small_launch(compiled), {.schedule = schedule, .seed = seed, .checks = seed % 3 != 0, .record = records, .instruction_budget = 20'000, .snapshot_bytes = 1u << 20, .host_threads = 1});
}

}  // namespace

int kernel(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  highlight(text);
  const CompileOptions options = options_for(text);
  CompileResult any = compile("fuzz.cu", text, "", options);
  size_t left = most_kernels;
  for (const std::string& name : any.kernels_in_file) {
    if (left-- == 0) break;
    CompileResult compiled = any.kernel == name && any.ok() ? any : compile("fuzz.cu", text, name, options);
    if (!compiled.ok()) continue;
    print_loops(*compiled.module, compiled.kernel);
    run(compiled, size);
  }
  return 0;
}

Target target_named(std::string_view name) {
  return name == "kernel" ? kernel : name == "whole_file" ? whole_file : name == "lesson" ? lesson : nullptr;
}

}  // namespace wb::fuzz
