#pragma once
// Parsons lines: a program is put together from shuffled lines, some of which are left over.
//
//     the start                        an arrangement          its text
//     {                                in the program: 2       {
//       //| px[i] = 255 - px[i];       in the tray: 0, 1         int i = threadIdx.x;
//       //| return px[i];                                        //| px[i] = 255 - px[i];
//       //| int i = threadIdx.x;                                 //| return px[i];
//     }                                                        }
//
// A card that lies in the tray stays a comment of the text, so the text says all there is to know: it is what is kept, compiled, run
// and checked, and the arrangement is read from it again. What cannot be read so (somebody edited it as text) is no arrangement.
// Indentation says nothing in CUDA C++: it is not the student's to set but follows from the braces and heads above a line, and blank
// space before a line does not count when a text is read.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wb {

struct ParsonsStart {
  std::string before, after;         // the text around the cards, in whole lines
  std::string margin, line_end;      // blank space before a card; "\n" or "\r\n"
  std::vector<std::string> cards;    // in the order of the start
};

// The cards of the program from top to bottom; all others lie in the tray.
using Arrangement = std::vector<int>;

// Nothing where the start has no cards, or they do not stand one under the other: `why` says it.
std::optional<ParsonsStart> parsons_of(std::string_view start, std::string& why);
bool has_cards(std::string_view text);

// Nothing where the text is not the start with cards moved.
std::optional<Arrangement> arrangement_of(const ParsonsStart& start, std::string_view text);
std::string text_of(const ParsonsStart& start, const Arrangement& arrangement);

// What lies in the tray, as it is shown: each card has a place of its own in a shuffled order.
std::vector<int> tray_of(const ParsonsStart& start, const Arrangement& arrangement);
// The card at this place among the others of the program; without a place, in the tray.
Arrangement with_card_at(Arrangement arrangement, int card, std::optional<size_t> place);
// By how many steps each line of the program is indented.
std::vector<int> depths_of(const ParsonsStart& start, const Arrangement& arrangement);
inline constexpr int parsons_indent = 2;  // blanks a step

// Lines of a solution for which there is no card: with none the cards lead to it. Nothing where it differs around the cards. Comments,
// blank lines and blank space do not count.
std::optional<std::vector<std::string>> lines_without_card(const ParsonsStart& start, std::string_view solution);

}  // namespace wb
