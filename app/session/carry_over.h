#pragma once
// What a person has set is kept when a lesson's files are read again: which card of the new page an old one is, which moved sliders still
// have their place, and whether a run is still the run of what the files say. Pure, over the two readings.
#include <map>
#include <string>

#include "app/workbook/lesson.h"

namespace wb {

// Block of the old page -> block of the new one. Cards are known by what they run or ask; of several that run the same, those with the
// same settings and then those in the same order are taken for each other.
std::map<int, int> matching_blocks(const Lesson& before, const Lesson& after);

// Moved sliders, by launch (or bug, or exercise) and card (-1: of no card).
using MovedValues = std::map<std::pair<std::string, int>, std::map<std::string, double>>;
// Those whose slider is still there and still reaches so far.
MovedValues kept_values(const MovedValues& moved, const Lesson& after, const std::map<int, int>& blocks);

// Everything that a run of this name depends on, its settings aside, reads the same in both: launch, source, headers. Of pictures and
// data only the names are compared.
bool runs_the_same(const Lesson& before, const Lesson& after, const std::string& name);

}  // namespace wb
