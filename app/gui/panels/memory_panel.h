#pragma once
// Memory, cell by cell: what the step about to be made reads and writes in it, the sectors that move, the banks that are asked, and the
// past of a cell. Everything is asked of the recording in the background; until an answer is there, the last one stays on screen.
#include "app/gui/panel.h"
#include "app/gui/panels/image_pixels.h"
#include "app/gui/panels/linked_view.h"
#include "app/gui/panels/memory_geometry.h"
#include "app/gui/panels/memory_model.h"
#include "app/gui/widgets/controls.h"
#include "app/session/question.h"

namespace wb {

enum class MemoryForm : uint8_t { values, bytes, picture, banks, table };

// Everything that one drawing needs; made anew for each frame.
struct MemoryScene {
  const Session& session;
  const Recording& recording;
  const MemoryAnswer& answer;
  const AllocationInfo& allocation;
  MemoryForm form;
  MemoryParts parts;
  CellRows rows;
  CellPlan plan;
  SectorUse sectors;              // of the request
  BankPicture banks;              // shared memory alone
  std::vector<AtomicQueue> queues;
  std::string what, cost;         // the step in words, and what it takes
  bool is_compact = false;        // little room: no legend, short sentences
  std::optional<uint64_t> hovered;  // a byte
  std::optional<int> hovered_lane;
  const WarpRequest* request() const { return answer.request(); }
  ElementRef element(uint64_t offset) const;
};

class MemoryPanel : public Panel {
 public:
  void draw(const Session& session, Rect area, Ui& ui) override;

 private:
  void take_run(const Session& session);
  void ask(const Session& session, const MemoryScene* shown);
  MemoryScene make_scene(const Session& session, const Rect& area, const Ui& ui) const;
  void say_step(MemoryScene& scene, const Ui& ui) const;
  MemoryForm form_of(const AllocationInfo& allocation) const;
  std::optional<PictureFormat> picture_of(const Session& session, const AllocationInfo& allocation) const;
  void follow_selection(const Session& session, const MemoryScene& scene);
  void draw_head(const MemoryScene& scene, Ui& ui);
  void draw_buffer_menu(const MemoryScene& scene, float x, float y, Ui& ui);
  float draw_form_menu(const MemoryScene& scene, float right, float y, Ui& ui);
  void draw_words(const MemoryScene& scene, Ui& ui);
  void draw_legend(const MemoryScene& scene, Ui& ui) const;
  void draw_requests(const MemoryScene& scene, const Rect& area, Ui& ui);
  void draw_cells(MemoryScene& scene, Ui& ui);
  void scroll_cells(const MemoryScene& scene, Ui& ui);
  void draw_scroll_bar(const MemoryScene& scene, Ui& ui);
  void point_at_cells(MemoryScene& scene, Ui& ui);
  void draw_cell_tip(const MemoryScene& scene, float x, float y, Ui& ui) const;
  void paint_picture(const MemoryScene& scene, const PictureFormat& format, const GridView& view, const Rect& area, Ui& ui) const;
  void point_at_picture(MemoryScene& scene, const PictureFormat& format, const GridView& view, const Interaction& mouse, Ui& ui);
  void point_at_lanes(MemoryScene& scene, Ui& ui);
  void set_hover(const MemoryScene& scene, Ui& ui);
  void draw_picture(MemoryScene& scene, Ui& ui);
  void draw_table(const MemoryScene& scene, Ui& ui);
  void draw_history(const MemoryScene& scene, Ui& ui);
  void draw_change_buttons(const MemoryScene& scene, const Rect& row, Ui& ui);
  void draw_past(const MemoryScene& scene, const Rect& area, Ui& ui);
  void take_change(Ui& ui);

  std::shared_ptr<const Recording> recording_;
  Tick tick_ = 0;
  int allocation_ = -1;              // -1: what the step touches
  int request_ = -1;                 // of the step's requests, chosen by its chip
  std::optional<MemoryForm> form_, shared_form_;
  bool touched_only_ = true;
  uint64_t top_ = 0;
  double wheel_rest_ = 0;
  std::optional<ElementRef> revealed_;
  uint64_t revealed_tick_ = UINT64_MAX;
  Selection::Hover sent_hover_;
  MenuState buffer_menu_, form_menu_;
  LinkedView picture_view_;
  std::pair<float, float> picture_press_;
  bool is_picture_dragged_ = false;
  uint64_t pictures_ = 0;            // answers that came: a picture of each
  float table_scroll_ = 0, history_scroll_ = 0;
  uint64_t change_presses_ = 0, changes_taken_ = 0;
  bool no_further_change_ = false;
  std::shared_ptr<const Recording> history_of_;
  Tick history_until_ = 0;

  Question<MemoryQuestion, MemoryAnswer> memory_{read_memory};
  Question<HistoryQuestion, HistoryAnswer> history_{[](const HistoryQuestion& q) { return read_history(q); }};
  Question<ChangeQuestion, std::optional<AccessRecord>> change_{find_change};
};

// ---- memory_paint.cpp: the layers of the drawing
void paint_cells(Ui& ui, const MemoryScene& scene);
void paint_lanes(Ui& ui, const MemoryScene& scene);
void paint_arrows(Ui& ui, const MemoryScene& scene);
void paint_queue(Ui& ui, const MemoryScene& scene);
void paint_passes(Ui& ui, const MemoryScene& scene);
// The strip of lanes inside its part of the view: as wide as the cells and their names.
Rect lane_strip(const MemoryScene& scene, const Ui& ui);
Rect pass_chart(const MemoryScene& scene, const Ui& ui);

}  // namespace wb
