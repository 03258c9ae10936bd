#pragma once
// The page: title, objectives, and the lesson's blocks, in one scrolling column of a readable measure.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/gui/panel.h"

namespace wb {

struct PageMemory;

class PagePanel : public Panel {
 public:
  PagePanel();
  ~PagePanel() override;
  void draw(const Session& session, Rect area, Ui& ui) override;

 private:
  void draw_lesson(const Session& session, const Rect& area, Ui& ui);
  void draw_complaints(const Session& session, struct Pen& pen);
  void draw_title(const Session& session, struct Pen& pen);
  void draw_trace(const Session& session, Pen& pen);
  void draw_trace_verdict(const TraceView& trace, Pen& pen);
  void draw_objective(const Session& session, size_t i, struct Pen& pen);
  void draw_bare_file(const Session& session, struct Pen& pen);
  void draw_file_title(const Session& session, struct Pen& pen);
  void draw_end(const Session& session, struct Pen& pen);
  void follow_held_stop(const Session& session, const Rect& area);
  float top_of(int block, const Rect& area) const;
  void follow_scroll_requests(const Session& session, const Rect& area);

  std::unique_ptr<PageMemory> memory_;
  std::vector<float> block_tops_;         // from the top of the content
  float offset_ = 0, content_height_ = 0, target_ = -1;
  int target_block_ = -1;    // whose top the target is; -1: of none
  float offset_seen_ = 0;  // after the last frame's ease
  uint64_t seen_scroll_request_ = 0;
  std::pair<int, int> held_seen_{-1, -1};
  uint64_t lesson_seen_ = 0;
  std::string lesson_id_seen_;
  float scale_seen_ = 0;
  double last_time_ = 0;
};

}  // namespace wb
