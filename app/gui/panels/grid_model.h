#pragma once
// What the Grid view shows, worked out from a run and a tick: which buffer, where each thread stands on it, its bytes as a picture, the
// state of blocks and threads. Knows nothing of windows. Costly answers are kept until the run or the tick changes.
#include <array>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/gui/panels/grid_layout.h"
#include "app/gui/panels/image_pixels.h"
#include "app/session/session.h"

namespace wb {

// The buffer that a launch is about: the first output shown as a picture, else the first output. -1: none.
int main_buffer(const RunSlot& slot);

class GridModel {
 public:
  // Takes in the run and the tick. Works on the layout for at most `milliseconds`; call again while !is_ready().
  void update(const RunSlot& slot, std::shared_ptr<const Recording> recording, Tick tick, double milliseconds = 6);
  void clear();

  bool has_run() const { return recording_ != nullptr; }
  bool is_ready() const { return is_placed_; }
  double placed_share() const { return asked_.empty() ? 1 : static_cast<double>(samples_.size()) / static_cast<double>(asked_.size()); }

  const GridLayout& layout() const { return layout_; }
  void show_layer(uint32_t layer);
  uint64_t layout_revision() const { return layout_revision_; }
  bool has_picture() const { return format_.has_value() && layout_.placement() != Placement::own; }
  const std::string& buffer_name() const { return buffer_name_; }
  const std::vector<uint64_t>& buffer_shape() const { return buffer_shape_; }
  bool is_image() const { return is_image_; }
  int allocation() const { return allocation_; }
  const PictureFormat* format() const { return format_ ? &*format_ : nullptr; }

  // At the tick.
  uint64_t picture_revision() const { return picture_revision_; }
  std::span<const uint8_t> picture_rgba() const;                    // layout().picture() cells; alpha 0: nobody has written there yet; as tint_rgba
  std::string value_text(uint64_t pixel) const;                     // "77"; empty: poison
  bool has_poison() const { return has_poison_; }                   // some of it has not been written
  int luminance(uint64_t pixel) const;                              // 0..255; -1: poison
  const std::vector<LaneState>& block_states() const { return blocks_; }
  const std::vector<LaneView>& lanes(uint32_t block) const;
  // Block tints over layout().bounds(): RGBA.
  uint64_t tint_revision() const { return tint_revision_; }
  std::span<const uint8_t> tint_rgba(const std::array<uint32_t, 8>& hues) const;  // valid until the next update

 private:
  void start(const RunSlot& slot);
  void place(double milliseconds);
  void at_tick(Tick tick);
  std::optional<uint64_t> first_store(ThreadRef thread) const;
  bool is_pixel_defined(uint64_t pixel) const;

  std::shared_ptr<const Recording> recording_;
  Tick tick_ = 0;
  bool has_tick_ = false;
  std::string buffer_name_;
  std::vector<uint64_t> buffer_shape_;
  int allocation_ = -1;
  bool is_image_ = false, is_heat_ = false;
  std::optional<PictureFormat> format_;
  PictureShape picture_;
  ValueRange range_;
  MemoryView memory_;
  GridLayout layout_;
  std::vector<ThreadRef> asked_;
  std::vector<LayoutSample> samples_;
  bool has_poison_ = false;
  bool is_placed_ = false, asks_everyone_ = false;
  uint64_t layout_revision_ = 0, picture_revision_ = 0, tint_revision_ = 0;
  std::vector<LaneState> blocks_;
  mutable std::map<uint32_t, std::vector<LaneView>> lanes_;
  mutable std::vector<uint8_t> picture_rgba_;   // kept: fresh memory for a million pixels costs more than to fill it
  // The tints as they were made last: only blocks whose state has changed since are painted again.
  mutable std::vector<uint32_t> tint_cells_;
  mutable std::vector<LaneState> tint_states_;
  mutable std::array<uint32_t, 8> tint_hues_{};
  mutable uint64_t tint_layout_ = 0;
};

// How strongly a block's hue lies over its tile in a state.
float tint_of(LaneState state);

}  // namespace wb
