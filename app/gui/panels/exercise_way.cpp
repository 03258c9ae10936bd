#include "app/gui/panels/exercise_way.h"

#include "app/workbook/blanks.h"

namespace wb {
namespace {

ExerciseWay cards_way(const std::string& start, const std::string& text, bool prefers_text) {
  ExerciseWay way;
  std::string why;
  std::optional<ParsonsStart> cards = parsons_of(start, why);
  if (!cards) return way;
  way.has_other_form = way.is_for_cards = true;
  way.has_left_form = !arrangement_of(*cards, text);
  if (prefers_text || way.has_left_form) return way;
  way.form = ExerciseWay::Form::cards;
  way.cards = std::move(cards);
  return way;
}

ExerciseWay blanks_way(const std::string& start, const std::string& text, bool prefers_text) {
  ExerciseWay way;
  if (!differ_in_blanks_only(start, start)) return way;  // a start without blanks is an ordinary text
  way.has_other_form = true;
  way.has_left_form = !differ_in_blanks_only(start, text);
  if (!prefers_text && !way.has_left_form) way.form = ExerciseWay::Form::blanks;
  return way;
}

}  // namespace

ExerciseWay way_of(ExerciseStyle style, const std::string& start, const std::string& text, bool prefers_text) {
  if (style == ExerciseStyle::parsons) return cards_way(start, text, prefers_text);
  if (style == ExerciseStyle::blanks) return blanks_way(start, text, prefers_text);
  return {};
}

}  // namespace wb
