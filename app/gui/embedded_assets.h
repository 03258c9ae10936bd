#pragma once
// Files of assets/ that travel inside the program.

namespace wb::embedded {

extern const char* const theme_toml;
extern const char* const text_en_toml;
extern const char* const text_ko_toml;

}  // namespace wb::embedded
