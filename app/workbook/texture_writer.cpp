#include "app/workbook/texture_writer.h"

#include <algorithm>
#include <cmath>

#include "app/workbook/element_type.h"
#include "app/workbook/element_words.h"
#include "app/workbook/launch_writer.h"

namespace wb {
namespace {

constexpr uint64_t most_texels = 1u << 22;

bool has(std::string_view source, std::string_view words) { return source.find(words) != std::string_view::npos; }

ElementType texel_of(const TextureReference& t) {
  auto element = element_type_from_name(t.element);
  for (int i = 1; i < static_cast<int>(ScalarKind::count) && !element; ++i)
    if (t.element == info(static_cast<ScalarKind>(i)).spelling) element = ElementType{static_cast<ScalarKind>(i), 1};
  return element.value_or(ElementType{ScalarKind::float_, 1});
}

// A flat launch over a texture of two dimensions: a square.
std::array<uint64_t, 3> size_of(const TextureReference& t, const std::array<uint64_t, 3>& threads) {
  const double product = static_cast<double>(threads[0]) * static_cast<double>(threads[1]) * static_cast<double>(threads[2]);
  const auto all = static_cast<uint64_t>(std::min(product, 4e9));
  const bool is_flat = threads[1] < 2;
  const auto side = static_cast<uint64_t>(std::ceil(std::sqrt(product)));
  uint64_t width = t.dimensions == 1 ? all : is_flat ? side : threads[0], height = t.dimensions == 1 ? 1 : is_flat ? side : threads[1];
  uint64_t depth = t.dimensions < 3 ? 1 : std::max<uint64_t>(threads[2], 1);
  width = std::clamp<uint64_t>(width, 1, t.dimensions == 1 ? most_texels : 2048);
  height = std::clamp<uint64_t>(height, 1, most_texels / width);
  depth = std::clamp<uint64_t>(depth, 1, std::max<uint64_t>(most_texels / (width * height), 1));
  return {width, height, depth};
}

// How it is read is what the host code sets somewhere.
std::string reading_of(const TextureReference& t, bool is_real, std::string_view source) {
  std::string out;
  if (has(source, "cudaFilterModeLinear") && (is_real || t.reads_floats)) out += "filter = \"linear\"\n";
  if (t.reads_floats) out += "read = \"float\"\n";
  const bool is_normalised = has(source, "normalizedCoords = 1") || has(source, "normalizedCoords = true") || has(source, "normalizedCoords=1") || has(source, ".normalized = true") || has(source, ".normalized = 1");
  if (is_normalised) out += "normalised = true\n";
  for (const auto& [words, address] : {std::pair{"cudaAddressModeWrap", "wrap"}, {"cudaAddressModeMirror", "mirror"}, {"cudaAddressModeBorder", "border"}})
    if (has(source, words)) {
      out += "address = " + toml_string(address) + "\n";
      break;
    }
  return out;
}

}  // namespace

TextureReference texture_read_as(const std::string& name, const std::string& in_text, std::string_view source) {
  TextureReference texture{name, "float", 1, false};
  static constexpr std::pair<std::string_view, uint32_t> fetches[] = {{"tex1Dfetch", 1}, {"tex1D", 1},      {"tex2D", 2},      {"tex3D", 3},      {"surf1Dread", 1},
                                                                      {"surf1Dwrite", 1}, {"surf2Dread", 2}, {"surf2Dwrite", 2}, {"surf3Dread", 3}, {"surf3Dwrite", 3}};
  for (const auto& [fetch, dimensions] : fetches)
    for (size_t at = source.find(fetch); at != std::string_view::npos; at = source.find(fetch, at + 1)) {
      const size_t begin = at + fetch.size(), open = source.find('(', begin), end = source.find(fetch.ends_with("write") ? ';' : ',', fetch.starts_with("surf") ? source.find(',', begin) : begin);
      if (open == std::string_view::npos || end == std::string_view::npos || open > end || (source[begin] != '<' && source[begin] != '(')) continue;
      if (source.substr(open, end - open).find(in_text) == std::string_view::npos) continue;
      if (source[begin] == '<' && source[open - 1] == '>') texture.element = std::string(source.substr(begin + 1, open - begin - 2));
      texture.dimensions = dimensions;
    }
  const bool is_real = texture.element == "float" || texture.element == "float2" || texture.element == "float4";
  if (is_real && has(source, "cudaReadModeNormalizedFloat")) {
    texture.element = "uchar" + texture.element.substr(5);
    texture.reads_floats = true;
  }
  return texture;
}

WrittenTexture write_texture(const TextureReference& t, std::string_view source, const std::array<uint64_t, 3>& threads, bool is_surface) {
  const ElementType element = texel_of(t);
  const bool is_real = element.scalar == ScalarKind::float_;
  const auto [width, height, depth] = size_of(t, threads);
  const std::string lanes = element.lanes > 1 ? std::to_string(element.lanes) : "", type = info(element.scalar).lesson_name + lanes, texels = t.name + (is_surface ? "_array" : "_texels");
  std::string out = "[launch.buffer." + toml_string(texels) + "]\ntype = " + toml_string(type) + "\nshape = [" + std::to_string(width * height * depth) + "]\nfill = " +
                    toml_string(is_real ? "random(seed=1, min=0, max=1)" : "random(seed=1, min=0, max=100)") + "\ncover = \"any\"\n";
  out += "[launch.texture." + toml_string(t.name) + "]\nbuffer = " + toml_string(texels) + "\nshape = [" + std::to_string(width) + ", " + std::to_string(height) + ", " + std::to_string(depth) + "]\n";
  out += is_surface ? "surface = true\n" : reading_of(t, is_real, source);
  return {out, std::string(is_surface ? "the surface `" : "the texture `") + t.name + "` has " + std::to_string(width) + " x " + std::to_string(height) + (depth > 1 ? " x " + std::to_string(depth) : "") + " random texels of " + type};
}

}  // namespace wb
