#pragma once
// What writes the page: a place that moves down while blocks are drawn, and the memory that the page keeps between frames.
#include <imgui.h>

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <unordered_map>

#include "app/gui/paint.h"
#include "app/gui/text_layout.h"
#include "app/gui/widgets/controls.h"

namespace wb {

RichText with_code(std::string_view s);                   // backticks to code

// Texts as they were set, by the text's address: valid while the lesson and the theme's scale stay the same.
class SetTexts {
 public:
  const LaidText& get(const RichText& text, const TextStyle& style, float width, const Fonts& fonts);
  void clear() { texts_.clear(); }

 private:
  struct Key {
    const void* text;
    float width;
    Type type;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    size_t operator()(const Key& key) const {
      return std::hash<const void*>()(key.text) ^ std::hash<float>()(key.width) * 31 ^ static_cast<size_t>(key.type) * 131;
    }
  };
  std::unordered_map<Key, LaidText, Hash> texts_;
};

struct PageMemory {
  SetTexts texts;
  std::map<std::string, TextBoxState> boxes;
  std::map<std::string, std::string> typed;   // not sent yet: numbers, explanations
  std::map<std::string, bool> shows_model;    // explain cards
  float held_top = 0, held_bottom = 0;          // where the stop that holds was drawn, window pixels; bottom 0: not yet
  std::map<const Heading*, RichText> headings;  // as shown: beginning with a capital letter
};

struct Pen {
  const Session& session;
  Ui& ui;
  PageMemory& memory;
  float x, y, width;
  float top, bottom;      // what is on screen: text outside is not drawn

  float px(float design) const { return ui.px(design); }
  void gap(float design) { y += std::round(ui.px(design)); }

  TextStyle prose() const;
  TextStyle small() const;        // captions, feedback, tables
  // Sets and draws; the pen stands below afterwards.
  void rich(const RichText& text, const TextStyle& style, Colour colour);
  float rich_height(const RichText& text, const TextStyle& style, float measure_width) const;
  void rich_at(const RichText& text, const TextStyle& style, Colour colour, float at_x, float at_y, float measure_width);
  // A sentence with `code` in backticks, as diagnostics and findings have it; begins with a capital letter.
  void sentence(std::string_view s, const TextStyle& style, Colour colour);
  void draw_laid(const LaidText& laid, const TextStyle& style, Colour colour, float at_x, float at_y);
  void plain(Type type, float line_height, Colour colour, std::string_view s);   // wrapped
  void label(std::string_view s, Colour colour);                                // small capitals over a card
};

// A rounded frame behind what is drawn while it lives; the pen is moved inside and comes out below.
class CardFrame {
 public:
  struct Look {
    Colour background, border;
    float padding = 18, radius = 10;
    Colour edge = 0;            // a coloured bar at the left; 0: none
  };
  CardFrame(Pen& pen, const Look& look);
  ~CardFrame();
  CardFrame(const CardFrame&) = delete;
  CardFrame& operator=(const CardFrame&) = delete;

 private:
  Pen& pen_;
  Look look_;
  Rect outer_;
  ImDrawListSplitter splitter_;
};

// Blocks (page_prose.cpp) and cards (page_cards.cpp, page_questions.cpp). `index`: of the block on the page, -1 inside asides and lists.
void draw_block(Pen& pen, const Block& block, int index, const Block* before);
void draw_blocks(Pen& pen, const std::vector<Block>& blocks, bool has_indices);
void draw_predict(Pen& pen, const Predict& predict, int block);
void draw_run_card(Pen& pen, const RunCard& card, int block);
void draw_exercise_card(Pen& pen, const ExerciseCard& card, int block);
void draw_bug_card(Pen& pen, const BugCard& card, int block);
void draw_explain(Pen& pen, const Explain& explain, int block);
void draw_figure(Pen& pen, const ViewFigure& figure, int block);
void draw_code(Pen& pen, std::string_view code, uint32_t first_line, const std::string& file);

// A question with its choices. A prediction has one answer; an exercise can be tried until it is right.
struct Question {
  const Predict& predict;
  const PredictState& state;
  std::string id;
  const std::set<int>* wrong_choices = nullptr;   // of an exercise: tried already; null: a prediction
};
struct Answered {
  bool is_given = false;
  int choice = -1;
  std::string typed;
};
Answered draw_question(Pen& pen, const Question& question);
// The order in which choices are shown: shuffled, the same for one question always.
std::vector<int> shown_order(const Predict& predict);

}  // namespace wb
