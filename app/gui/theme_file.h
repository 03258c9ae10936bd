#pragma once
// Reads assets/theme.toml into a Theme.
#include <string>
#include <string_view>

#include "app/gui/theme.h"

namespace wb {

// `toml_text`: tables [sizes], [light], [dark]; a colour is "#RRGGBB". What is missing keeps the built-in value.
// All sizes come out multiplied by `scale`. `problem` gets the first mistake in the file, if there is one.
Theme read_theme(std::string_view toml_text, bool is_dark, float scale, std::string* problem = nullptr);

}  // namespace wb
