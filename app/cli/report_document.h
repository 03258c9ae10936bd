#pragma once
// A run's report as a document, for those that put several into one (design.md, "The report").
#include <string>

#include <nlohmann/json.hpp>

#include "app/cli/report.h"

namespace wb {

nlohmann::ordered_json report_document(const RunReport& report);
// As `--report json` prints it: two spaces a level, bytes that are no UTF-8 replaced, a newline at the end.
std::string dumped(const nlohmann::ordered_json& json);

}  // namespace wb
