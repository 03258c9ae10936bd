#pragma once
// A texture of a bare file as the lines of a lesson's front matter: over a buffer of its own, as large as the launch, and read as the host code sets it.
#include <array>
#include <string>
#include <string_view>

#include "simulator/simulator.h"

namespace wb {

// What the kernel fetches from an object that is called `in_text` there (`tex2D<float4>(in_text, x, y)`, `surf2Dwrite<float4>(value, in_text, x, y)`), as a texture of the name `name`.
TextureReference texture_read_as(const std::string& name, const std::string& in_text, std::string_view source);

struct WrittenTexture {
  std::string text;        // [launch.buffer.NAME_texels] and [launch.texture.NAME]
  std::string assumption;  // one sentence
};
// `threads`: of the launch, along x, y and z.
WrittenTexture write_texture(const TextureReference& texture, std::string_view source, const std::array<uint64_t, 3>& threads, bool is_surface);

}  // namespace wb
