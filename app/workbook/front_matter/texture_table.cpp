#include "app/workbook/front_matter/texture_table.h"

#include <algorithm>
#include <sstream>

#include "app/workbook/element_type.h"

namespace wb {

namespace {

// address = "wrap", or one word for each axis: address = "wrap clamp clamp"
void read_addresses(TomlScope& scope, TextureSpec& texture) {
  static constexpr const char* words[] = {"clamp", "border", "wrap", "mirror"};
  if (!scope.has("address")) return;
  std::istringstream text(scope.text("address").value_or("clamp"));
  std::vector<Texture::Address> axes;
  for (std::string word; text >> word;) {
    const auto* known = std::find(std::begin(words), std::end(words), word);
    if (known == std::end(words)) return scope.complaints().error(scope.key_span("address"), "`" + word + "` is no way to read what lies outside of a texture", "clamp, border, wrap or mirror");
    axes.push_back(static_cast<Texture::Address>(known - std::begin(words)));
  }
  if (axes.empty() || axes.size() > 3) return scope.complaints().error(scope.key_span("address"), "a texture has one to three axes", "one word for all of them, or one for each");
  for (size_t i = 0; i < 3; ++i) texture.address[i] = axes[std::min(i, axes.size() - 1)];
}

// Which bytes of the buffer its texels are, and of which type.
void read_texels(TomlScope& scope, TextureSpec& texture) {
  texture.buffer = scope.required_text("buffer");
  texture.buffer_span = scope.value_span("buffer", texture.span);
  texture.shape = scope.expressions("shape");
  if (texture.shape.size() > 3) scope.complaints().error(scope.key_span("shape"), "a texture has a width, a height and a depth: at most three numbers"), texture.shape.resize(3);
  read_addresses(scope, texture);
  texture.type = scope.text("type").value_or("");
  if (!texture.type.empty() && !element_type_from_name(texture.type)) scope.complaints().error(scope.key_span("type"), "`" + texture.type + "` is no type of texels", "uchar, short2, float4 and the like");
  if (const auto offset = scope.expression("offset")) texture.offset = *offset;
  if (const auto pitch = scope.expression("pitch")) texture.pitch = *pitch;
}

}  // namespace

TextureSpec read_texture(TomlScope& launch, const toml::key& key, const toml::table& table) {
  TomlScope scope = launch.inner(table, "texture `" + std::string(key.str()) + "`");
  TextureSpec texture;
  texture.name = key.str();
  texture.span = launch.at(key.source());
  read_texels(scope, texture);
  texture.number = static_cast<uint32_t>(scope.integer("number", 1, most_texture_numbers).value_or(0));
  texture.is_surface = scope.boolean("surface").value_or(false);
  if (auto filter = scope.word("filter", {"point", "linear"})) texture.filter = static_cast<Texture::Filter>(*filter);
  if (auto read = scope.word("read", {"element", "float"})) texture.reads_floats = *read == 1;
  texture.is_normalised = scope.boolean("normalised").value_or(false);
  scope.finish();
  return texture;
}

}  // namespace wb
