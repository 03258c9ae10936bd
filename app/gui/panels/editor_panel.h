#pragma once
// The source: the kernel that runs (or the student's), with the run's place in it, and the same kernel as explicit loops.
#include <map>

#include "app/gui/editor/text_editor.h"
#include "app/gui/panels/blanks_view.h"
#include "app/gui/panels/break_strip.h"
#include "app/gui/panels/cards_view.h"
#include "app/gui/panels/exercise_way.h"
#include "app/gui/panels/loops_view.h"
#include "app/gui/panels/solution_view.h"

namespace wb {

class EditorPanel : public Panel {
 public:
  void draw(const Session& session, Rect area, Ui& ui) override;

 private:
  struct Open {
    TextBuffer buffer;
    std::string from_session;   // the text as the session had it last
  };
  float draw_tabs(const Session& session, const Rect& area, Ui& ui);
  void draw_kernel(const Session& session, const Rect& area, Ui& ui);
  void draw_caption(const Session& session, const SourceState& source, const Rect& area, Ui& ui);
  float draw_text(const Session& session, const SourceState& source, const Rect& area, Ui& ui);
  void draw_edit_row(const Session& session, const SourceState& source, float x, float y, float width, Ui& ui);
  float draw_form_switch(const Session& session, float x, float y, Ui& ui);
  void send_watch(const std::string& words, const Session& session, const SourceState& source, Ui& ui) const;
  Open& open(const SourceState& source);
  CodeMarks marks(const Session& session, const SourceState& source, const Ui& ui);
  void handle_keys(const Session& session, const SourceState& source, const TextBuffer& buffer, Ui& ui);
  void toggle_breakpoint(const Session& session, const SourceState& source, uint32_t line, Ui& ui);
  void send_events(const EditorEvents& events, const Session& session, const SourceState& source, Open& open, Ui& ui);
  void take_edit(const SourceEdit& edit, const Session& session, const SourceState& source, Open& open, Ui& ui);
  void take_keyboard();

  std::map<std::string, Open> open_;      // by lesson and source: the undo history lives as long as the window
  TextBuffer unread_;                     // Session::unread_text
  TextEditor editor_{"source/code"};
  CardsView cards_;
  BlanksView blanks_;
  ExerciseWay way_;                       // of the open source, in this frame
  BreakStrip break_strip_;
  LoopsView loops_;
  SolutionView solution_;
  bool shows_solution_ = false;
  uint64_t seen_open_request_ = 0;
  uint32_t followed_line_ = 0, pinned_line_ = 0;
  std::string followed_source_;
  bool hovers_line_ = false;
  // Lanes by line at a tick, kept while nothing moves.
  uint64_t lanes_tick_ = UINT64_MAX;
  const Recording* lanes_of_ = nullptr;
  std::map<uint32_t, uint32_t> lanes_;
};

}  // namespace wb
