#pragma once
// [launch.buffer.NAME]: a buffer of a launch. It has a type and a shape, or takes them from what it starts from: a picture, a file, numbers
// that stand in the lesson, bytes that come beside it, or addresses of other buffers.
#include "app/workbook/toml_scope.h"

namespace wb {

BufferSpec read_buffer(TomlScope& launch, const toml::key& key, const toml::table& table);

}  // namespace wb
