#pragma once
// What findings say of flags: which one lets a race through, and that a fence is missing where one is looked at.
//
//   data[0] = 5;          (1)             while (flag == 0) ;   (3)
//   flag = 1;             (2)             out[0] = data[0];     (4)
//
// No fence between (1) and (2): (1) and (4) race, and the hint of that race names `flag`, its lines and what it lacks. No fence between (3) and (4), but one
// on the other side: that is in order by the rule that is kept here (docs/races.md), and not by the letter of the memory model: a note, one for each
// place (3).
#include <string>
#include <vector>

#include "simulator/analysis/race_findings.h"

namespace wb {

std::vector<Finding> missing_fence_findings(const std::vector<MissingFence>& missing, const FindingContext& context);

// Those of all races in which a plain word is looked at like a flag.
std::vector<RacePair> races_of_looks(const std::vector<RacePair>& races, const FindingContext& context);
// Is one of them between the two accesses of `pair`? Then its word is the pair's `flag`.
void find_plain_flag(RacePair& pair, const std::vector<RacePair>& looks);

// The hint of a race beside a flag (`pair.flag`); empty where the flag is not what is at fault.
std::string flag_hint(const RacePair& pair, const FindingContext& context);

}  // namespace wb
