#include "app/backends/launch.h"

namespace wb {

CompileOptions compile_options(const Launch& launch) {
  CompileOptions options;
  options.contract = launch.contract;
  options.defines = launch.defines;
  options.read_include = [&launch](std::string_view path) -> std::optional<std::string> {
    const auto found = launch.headers.find(std::string(path));
    return found == launch.headers.end() ? std::nullopt : std::optional(found->second);
  };
  return options;
}

}  // namespace wb
