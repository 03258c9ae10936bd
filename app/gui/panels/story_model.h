#pragma once
// The order that breaks a race, in words: what it takes, its steps, what comes of it. Pure.
#include <optional>
#include <vector>

#include "app/gui/catalogue.h"
#include "simulator/explain/race_story.h"

namespace wb {

struct StoryRow {
  uint32_t party = 0;       // 0: the diamond, 1: the disc
  Said words;               // "thread 3 reads 7 from count[0]"
  uint32_t line = 0;        // 0: not in the main file
  bool is_stop = false;     // nothing happens: the thread is held up
};

struct StoryWords {
  bool bites = false;
  Said lead;                // "It goes wrong when one thread is held up once."
  std::optional<Said> first_blocks;
  std::optional<Said> grid; // "All of it is in child grid 3."
  std::vector<StoryRow> rows;
  std::optional<Said> left_out;
  std::string message;      // the sentence that it comes to, or why there is no story; code in backticks
  std::optional<Said> effect;
};
// `grid`: in which it is, and `shape` its own.
StoryWords story_words(const RaceStory& story, const SourceMap* sources, const LaunchShape& shape, uint32_t grid = 0);

// The step that a moment of the story's run belongs to: the one that was asked for while the run stands there, else the last one that is
// not still to come; -1 before the first.
int step_at(const RaceStory& story, Tick tick, int asked);

}  // namespace wb
