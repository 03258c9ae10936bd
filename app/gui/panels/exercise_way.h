#pragma once
// In which form the student works on a source: as cards, as fields, or as the text that both of them are.
#include <optional>
#include <string>

#include "app/workbook/lesson.h"
#include "app/workbook/parsons.h"

namespace wb {

struct ExerciseWay {
  enum class Form : uint8_t { text, cards, blanks } form = Form::text;
  bool is_for_cards = false;           // the exercise is made for cards, else for fields or text
  bool has_other_form = false;         // the exercise is made for cards or fields, whichever is shown
  bool has_left_form = false;          // the text was edited so that it is neither any more
  std::optional<ParsonsStart> cards;   // where the form is cards
};

// `prefers_text`: the person has asked for text where there are cards or fields.
ExerciseWay way_of(ExerciseStyle style, const std::string& start, const std::string& text, bool prefers_text);

}  // namespace wb
