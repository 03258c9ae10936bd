#pragma once
// Findings in words: a title, where, how often, and for two parties what each did and what is missing between them. Pure.
#include <string>
#include <vector>

#include "simulator/recording/grid_family.h"

namespace wb {

enum class FindingIcon : uint8_t { race, bounds, poison, barrier, arithmetic, memory, coverage, budget, note };

struct PartyWords {
  std::string who;      // "thread 33"; "thread 0 of block 2" when the blocks differ
  std::string lane;     // "warp 1, lane 1"
  std::string verb;     // "reads", "writes", "adds to"
  std::string element;  // "count[0]"
  std::string value;    // "8"; empty: none known
  bool is_write = false;
  std::string where;    // "line 6, step 44"; on the host "line 6"
  std::string step;     // "step 44", of its grid; empty on the host
  uint32_t line = 0;
  std::string source;   // the text of that line, without its indentation; empty: not known
  uint32_t call_line = 0;   // of a launch: the line of the host program that made it, where that is another one; 0: none
  std::string call_source;
  Tick tick = 0;
};

struct FindingWords {
  int index = -1;
  FindingIcon icon = FindingIcon::note;
  Severity severity = Severity::error;
  std::string group;     // "Races", "Out of bounds", ...
  std::string chip;      // "RACE, read and write"
  std::string kind;      // of a race: "Read then write"
  std::string lines;     // "lines 8 and 10"
  std::string short_count;  // "3,660 pairs"
  std::string count;     // "3,660 pairs on this line, the first one is shown"; empty for a single one
  std::string title;     // one sentence for card and list
  std::string message;   // what happened, in full; code in backticks
  std::string hint;      // so too
  std::string schedule;  // "random, seed 4": only under this other one; empty: in the run itself
  std::string missing;   // between two parties: "no barrier, no atomic, different warps"
  std::vector<PartyWords> parties;
  std::string code;      // of its sentence (sentences.h), for other languages, and what fills that
  std::vector<std::string> arguments;
};

// `shape`: of the launch's own grid; `family`: where device code has launched others.
FindingWords finding_words(const Finding& finding, int index, const GridFamily* family, const SourceMap* sources, const LaunchShape& shape);
std::string first_sentence_of(const FindingWords& words);       // of its message, without backticks: the title of most
std::string without_backticks(std::string text);
std::string element_of(const Finding& finding);                 // "count[0]", "tile[3][1]", "head", "nodes[3].key"
std::string clean_words(Tick steps);                            // "No hazard in 2,930 steps."
const char* group_name(FindingKind kind);
FindingIcon icon_of(FindingKind kind);
bool are_in_cluster(const FindingPlace& a, const FindingPlace& b, const LaunchShape& shape);  // in different blocks of one
bool is_race(const Finding& finding);                           // with both parties: it has a race card

}  // namespace wb
