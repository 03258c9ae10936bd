#pragma once
// What compiled loops and recorded timings are kept under. A source that was edited by one byte has another key, so an old program or an
// old figure is never shown for it.
#include <map>
#include <string>
#include <string_view>

#include "app/backends/launch.h"

namespace wb {

std::string sha256_hex(std::string_view bytes);

// `kernel` is the display name that the compiler gives ("matmul<16>"), so that "" and a spelling with other spaces mean the same.
std::string native_key(std::string_view source, const std::map<std::string, std::string>& headers, const std::vector<std::pair<std::string, std::string>>& defines,
                       std::string_view kernel, bool contract);

// The same with the launch's shape, values and buffer sizes: what a timing depends on.
std::string timing_key(const Launch& launch, std::string_view kernel);

}  // namespace wb
