#include "app/workbook/launch/launch_textures.h"

#include <algorithm>

#include "app/workbook/element_type.h"
#include "app/workbook/launch/launch_places.h"

namespace wb {

namespace {

// None: the expression has no value, which was complained about. One that is no whole number is 0.
std::optional<uint64_t> whole_number_of(LaunchDraft& draft, const Expression& expression) {
  const auto number = draft.numbers.number_of(expression);
  if (!number) return std::nullopt;
  return number->is_integer && number->integer > 0 ? static_cast<uint64_t>(number->integer) : 0;
}

// Where its texels lie: it is as large as its buffer where it does not say. False: an expression has no value.
bool place_texture(LaunchDraft& draft, const TextureSpec& spec, const DeviceBuffer& buffer, Texture& texture) {
  uint32_t* const sides[] = {&texture.width, &texture.height, &texture.depth};
  for (size_t i = 0; i < 3; ++i) {
    uint64_t side = i < buffer.shape.size() ? buffer.shape[buffer.shape.size() - 1 - i] : 1;
    if (!spec.shape.empty()) {
      const auto number = i < spec.shape.size() ? whole_number_of(draft, spec.shape[i]) : std::optional<uint64_t>(1);
      if (!number) return false;
      side = *number;
    }
    *sides[i] = static_cast<uint32_t>(std::min<uint64_t>(side, UINT32_MAX));
  }
  const auto offset = whole_number_of(draft, spec.offset), pitch = whole_number_of(draft, spec.pitch);
  texture.byte_offset = offset.value_or(0);
  texture.pitch = pitch.value_or(0);
  return offset && pitch;
}

// As declared; it has no place yet.
Texture texture_from(const TextureSpec& spec) {
  Texture texture;
  texture.name = spec.name;
  texture.number = spec.number;
  texture.is_surface = spec.is_surface;
  texture.filter = spec.filter;
  texture.is_normalised = spec.is_normalised;
  texture.reads_floats = spec.reads_floats;
  std::copy(spec.address.begin(), spec.address.end(), texture.address);
  if (const auto type = element_type_from_name(spec.type)) texture.scalar = type->scalar, texture.lanes = type->lanes;
  return texture;
}

}  // namespace

void make_textures(LaunchDraft& draft) {
  KernelLaunch& device = draft.launch.device;
  for (const TextureSpec& spec : draft.stage.textures) {
    const int buffer = buffer_index(draft.launch, spec.buffer);
    if (buffer < 0) continue;
    Texture texture = texture_from(spec);
    texture.buffer = static_cast<uint32_t>(buffer);
    if (!place_texture(draft, spec, device.buffers[texture.buffer], texture)) return;
    device.textures.push_back(std::move(texture));
  }
}

int texture_index(const Launch& launch, std::string_view name) {
  const auto& all = launch.device.textures;
  const auto found = std::find_if(all.begin(), all.end(), [&](const Texture& t) { return t.name == name; });
  return found == all.end() ? -1 : static_cast<int>(found - all.begin());
}

uint64_t handle_of(const Launch& launch, int texture) { return texture_handle(texture_number(launch.device.textures, static_cast<uint32_t>(texture))); }

}  // namespace wb
