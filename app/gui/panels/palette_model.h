#pragma once
// What the command palette offers, and which of it fits what was typed. Pure.
//
//     typed: "next div"                    every word must fit the label: as its beginning, as the beginning of one of its
//     > To the next divergence   F7        words, as initials ("tnd"), or inside a word; the better it fits, the higher it stands
#include <string>
#include <string_view>
#include <vector>

#include "app/gui/catalogue.h"
#include "app/session/commands.h"

namespace wb {

class Session;

struct PaletteEntry {
  enum class Kind : uint8_t { action, lesson, line } kind = Kind::action;  // lines of the source stand last, and only when asked for
  std::string label;     // "To the next divergence", "for (int i = 0; i < n; ++i)"
  std::string detail;    // quiet, at the right: the key, or "line 12"
  std::vector<Command> commands;
};

// A line without the space at its ends.
std::string_view trimmed(std::string_view text);

// Everything that can be done now: steps only where there is something to step through; of grids that kernels launched, there may be 200,000, those that fit
// what was typed.
std::vector<PaletteEntry> palette_entries(const Session& session, const Catalogue& catalogue, std::string_view typed);

// Indices of the entries that fit, best first; with nothing typed the actions, as they stand. ":12" goes to that line of the source.
std::vector<size_t> palette_matches(const std::vector<PaletteEntry>& entries, std::string_view typed, size_t limit);

// How well one label fits (0: not at all). Letters of ASCII are compared without case.
int palette_fit(std::string_view label, std::string_view typed);

}  // namespace wb
