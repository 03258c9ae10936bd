#pragma once
// What is said beside a line of code (how many lanes stand there, a breakpoint's condition, a loop's value) stands where the line leaves
// room, never over its code:
//
//     for (int k = 0; k < n; k++)  // a row          | when k == 3 |   behind all of the line, at the right edge
//     for (int k = 0; k < n; k++)  // a r | when k == 3 && i == 17 |   else where its comment stands, which ends before it
//     for (int k = 0; k < n; k++)  | when threadIdx.x == 17 && ... |   else cut to what the code leaves
//     for (int k = 0; k < n; k++) total += weights[k] * values[k];     and where that is next to nothing, not at all
#include <cstdint>
#include <optional>

namespace wb {

struct LineRoom {             // in window pixels
  float text_end = 0;         // of the line
  float code_end = 0;         // of the line without the comment behind it
  float right = 0;            // where a chip may reach to
};

struct ChipPlace {
  float x = 0, width = 0;
  bool cuts_comment = false;
  friend bool operator==(const ChipPlace&, const ChipPlace&) = default;
};

// `wanted`: as wide as the chip would be; `least`: narrower than this it says nothing; `gap`: between the line and the chip.
std::optional<ChipPlace> chip_place(const LineRoom& room, float wanted, float least, float gap);

}  // namespace wb
