#pragma once
// Kinds of findings in words, as a card's heading or before a message: "race, read and write". Lessons and programs name them by
// finding_name(), which is read back here.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/analysis/finding.h"

namespace wb {

const char* kind_in_words(FindingKind kind);

std::optional<FindingKind> finding_from_name(std::string_view name);
std::vector<std::string> finding_names();

}  // namespace wb
