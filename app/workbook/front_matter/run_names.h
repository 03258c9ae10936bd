#pragma once
// Names in the front matter. Launches, bugs and exercises share one name space: any of them can be named where something is to be run.
#include <map>
#include <string>
#include <string_view>

#include "app/workbook/toml_scope.h"

namespace wb {

bool is_kebab(std::string_view name);  // small letters, digits and `-`

class RunNames {
 public:
  // The table's `name`, which complaints are made of; `what` has it: "a launch".
  std::string take(TomlScope& table, const std::string& what);

 private:
  std::map<std::string, std::string> taken_;  // by what
};

}  // namespace wb
