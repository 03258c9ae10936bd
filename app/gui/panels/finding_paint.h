#pragma once
// What the cards and lists of findings are painted with.
#include <imgui.h>

#include "app/gui/panel.h"
#include "app/gui/panels/findings_model.h"

namespace wb {

Colour severity_colour(const Theme& theme, Severity severity);
// What kind of finding it is, as the list of them marks it; centred.
void draw_finding_icon(Ui& ui, FindingIcon kind, float x, float y, float size, Colour colour);
Colour party_colour(const Theme& theme, uint32_t party);
void draw_party_mark(Ui& ui, uint32_t party, float x, float y, float size);   // a diamond for the first, a disc for the second; centred

// The same in the window's language, as far as it has words for it.
FindingWords in_language(const Ui& ui, FindingWords words);

// A line of the source with its number, on a strip of its own.
void draw_code_line(Ui& ui, uint32_t number, const std::string& code, const Rect& area, bool is_lit = false);

// A sentence with code in backticks. Draws from (x, y) down and returns the height used; 0 for an empty one.
float draw_sentence(Ui& ui, const std::string& words, float x, float y, float width, Colour colour, bool is_bold = false);

// "1 finding", "2 findings, 3 notes", "1 note"
std::string count_words(const Ui& ui, uint64_t findings, uint64_t notes);

// How far a search or a row of runs has come: a thin bar.
void draw_progress_bar(Ui& ui, const Rect& track, double done);

// Of a finding that only another schedule shows: which, and how far its run has come. 0 for others.
float draw_elsewhere(const Session& session, const FindingWords& words, float x, float y, float width, Ui& ui);

// A rounded card behind what is drawn while this lives; its height is known only at the end.
class CardBehind {
 public:
  explicit CardBehind(Ui& ui);
  void finish(const Rect& card, Colour background, Colour border);
  CardBehind(const CardBehind&) = delete;
  CardBehind& operator=(const CardBehind&) = delete;

 private:
  Ui& ui_;
  ImDrawListSplitter splitter_;
};

}  // namespace wb
