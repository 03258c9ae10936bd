#pragma once
// Kinds of findings in words, as a card's heading or before a message: "race, read and write". For programs there is finding_name().
#include "simulator/analysis/finding.h"

namespace wb {

const char* kind_in_words(FindingKind kind);

}  // namespace wb
