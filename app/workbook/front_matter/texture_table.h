#pragma once
// [launch.texture.NAME]: a buffer of the launch seen through the texture units, as a texture or a surface.
#include "app/workbook/toml_scope.h"

namespace wb {

TextureSpec read_texture(TomlScope& launch, const toml::key& key, const toml::table& table);

}  // namespace wb
