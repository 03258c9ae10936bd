#include "app/gui/panels/grid_model.h"

#include <algorithm>

namespace wb {
namespace {

constexpr uint64_t most_asked_threads = 1u << 16;

std::string show_of(const RunSlot& slot, int buffer) {
  const size_t index = static_cast<size_t>(buffer);
  return index < slot.show.size() ? slot.show[index] : std::string();
}

}  // namespace

int main_buffer(const RunSlot& slot) {
  if (!slot.launch) return -1;
  for (int output : slot.launch->outputs)
    if (show_of(slot, output) == "image" || show_of(slot, output) == "heat") return output;
  for (int output : slot.launch->outputs)
    if (show_of(slot, output) != "hidden") return output;
  return slot.launch->outputs.empty() ? -1 : slot.launch->outputs.front();
}

float tint_of(LaneState state) {
  switch (state) {
    case LaneState::running: return 0.45f;
    case LaneState::ready: case LaneState::at_barrier: case LaneState::masked: return 0.26f;
    case LaneState::done: return 0.09f;
    case LaneState::waiting: return 0.06f;
    case LaneState::absent: return 0;
  }
  return 0;
}

void GridModel::clear() {
  const uint64_t layouts = layout_revision_, pictures = picture_revision_, tints = tint_revision_;
  *this = GridModel();
  layout_revision_ = layouts + 1;
  picture_revision_ = pictures + 1;
  tint_revision_ = tints + 1;
}

void GridModel::update(const RunSlot& slot, std::shared_ptr<const Recording> recording, Tick tick, double milliseconds) {
  if (recording != recording_) {
    clear();
    recording_ = std::move(recording);
    if (recording_) start(slot);
  }
  if (!recording_) return;
  if (!is_placed_) place(milliseconds);
  if (!has_tick_ || tick != tick_) at_tick(tick);
}

void GridModel::start(const RunSlot& slot) {
  const int buffer = main_buffer(slot);
  const auto allocations = recording_->allocations();
  for (size_t a = 0; a < allocations.size() && buffer >= 0; ++a)
    if (allocations[a].buffer_index == buffer) allocation_ = static_cast<int>(a);
  if (allocation_ < 0 || static_cast<size_t>(buffer) >= slot.launch->device.buffers.size()) {
    layout_ = GridLayout::in_own_order(recording_->shape());
    is_placed_ = true;
    return;
  }
  const DeviceBuffer& shown = slot.launch->device.buffers[static_cast<size_t>(buffer)];
  const std::string layout = static_cast<size_t>(buffer) < slot.layout.size() ? slot.layout[static_cast<size_t>(buffer)] : std::string();
  buffer_name_ = shown.name;
  buffer_shape_ = shown.shape;
  is_image_ = show_of(slot, buffer) == "image";
  is_heat_ = show_of(slot, buffer) == "heat";
  format_ = picture_format(shown.scalar, shown.vector_lanes, shown.shape, layout);
  picture_ = format_ && format_->height > 1 ? PictureShape{static_cast<int32_t>(format_->width), static_cast<int32_t>(format_->height)}
                                            : picture_shape({format_ ? format_->pixels() : shown.element_count()});
  asked_ = sample_threads(recording_->shape());
}

std::optional<uint64_t> GridModel::first_store(ThreadRef thread) const {
  for (const AccessRecord& access : recording_->accesses_of(thread, 0, 4096)) {
    if (static_cast<int>(access.allocation) != allocation_ || access.kind == AccessKind::load) continue;
    const uint32_t bytes = format_ ? format_->element_bytes : std::max(1u, recording_->allocations()[access.allocation].element_bytes);
    const uint64_t element = access.offset / bytes;
    return format_ ? format_->pixel_of(element) : element;
  }
  return std::nullopt;
}

void GridModel::place(double milliseconds) {
  const auto start = std::chrono::steady_clock::now();
  const auto spent = [&] { return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count(); };
  while (samples_.size() < asked_.size()) {
    const ThreadRef thread = asked_[samples_.size()];
    samples_.push_back({thread, first_store(thread)});
    if (samples_.size() % 8 == 0 && spent() > milliseconds) return;
  }
  const LaunchShape& shape = recording_->shape();
  layout_ = GridLayout::fit(shape, picture_, samples_);
  const bool might_be_recorded = layout_.placement() == Placement::own && !asks_everyone_ && samples_.size() < shape.thread_count() &&
                                 shape.thread_count() <= most_asked_threads;
  if (might_be_recorded) {
    asks_everyone_ = true;
    samples_.clear();
    asked_ = sample_threads(shape, most_asked_threads);
    return;
  }
  is_placed_ = true;
  ++layout_revision_;
  ++picture_revision_;
  ++tint_revision_;
  samples_.clear();
  samples_.shrink_to_fit();
}

void GridModel::show_layer(uint32_t layer) {
  if (layer == layout_.layer() || layer >= layout_.layers()) return;
  layout_.show_layer(layer);
  tint_layout_ = 0;   // painted for another one
  ++tint_revision_;
}

void GridModel::at_tick(Tick tick) {
  tick_ = tick;
  has_tick_ = true;
  lanes_.clear();
  std::vector<LaneState> blocks = recording_->blocks(tick);
  if (blocks != blocks_) {
    blocks_ = std::move(blocks);
    ++tint_revision_;
  }
  if (allocation_ < 0) return;
  memory_ = recording_->memory(tick, static_cast<uint32_t>(allocation_), 0);
  has_poison_ = std::find(memory_.defined.begin(), memory_.defined.end(), false) != memory_.defined.end();
  if (format_) range_ = value_range(*format_, memory_.bytes);
  ++picture_revision_;
}

const std::vector<LaneView>& GridModel::lanes(uint32_t block) const {
  const auto found = lanes_.find(block);
  if (found != lanes_.end()) return found->second;
  return lanes_[block] = recording_->lanes(tick_, block);
}

std::span<const uint8_t> GridModel::picture_rgba() const {
  static const std::vector<bool> everything;
  if (format_) to_rgba(*format_, memory_.bytes, has_poison_ ? memory_.defined : everything, range_, is_heat_, picture_rgba_);
  else picture_rgba_.clear();
  picture_rgba_.resize(layout_.picture().elements() * 4, 0);
  return picture_rgba_;
}

bool GridModel::is_pixel_defined(uint64_t pixel) const {
  if (!format_ || pixel >= format_->pixels()) return false;
  for (uint32_t c = 0; c < format_->channels; ++c) {
    const uint64_t at = format_->element(pixel, c) * format_->element_bytes;
    if (at + format_->element_bytes > memory_.bytes.size()) return false;
    for (uint64_t i = at; i < at + format_->element_bytes; ++i)
      if (i < memory_.defined.size() && !memory_.defined[i]) return false;
  }
  return true;
}

std::string GridModel::value_text(uint64_t pixel) const {
  return is_pixel_defined(pixel) ? pixel_text(*format_, memory_.bytes, pixel) : std::string();
}

int GridModel::luminance(uint64_t pixel) const {
  if (!is_pixel_defined(pixel)) return -1;
  double level[4] = {};
  for (uint32_t c = 0; c < format_->channels; ++c) {
    const double value = element_value(format_->scalar, memory_.bytes.data() + format_->element(pixel, c) * format_->element_bytes);
    level[c] = (value - range_.low) / std::max(1e-30, range_.high - range_.low);
  }
  const double light = format_->channels >= 3 ? 0.3 * level[0] + 0.6 * level[1] + 0.1 * level[2] : level[0];
  return static_cast<int>(std::clamp(light, 0.0, 1.0) * 255);
}

std::span<const uint8_t> GridModel::tint_rgba(const std::array<uint32_t, 8>& hues) const {
  const CellRect bounds = layout_.bounds();
  const size_t wide = static_cast<size_t>(bounds.columns), size = wide * static_cast<size_t>(bounds.rows);
  if (tint_layout_ != layout_revision_ || tint_hues_ != hues || tint_cells_.size() != size || tint_states_.size() != blocks_.size()) {
    tint_cells_.assign(size, 0);
    tint_states_.assign(blocks_.size(), LaneState::absent);
    tint_layout_ = layout_revision_;
    tint_hues_ = hues;
  }
  for (uint32_t block = 0; block < blocks_.size(); ++block) {
    if (tint_states_[block] == blocks_[block] || !layout_.is_shown(block)) continue;
    tint_states_[block] = blocks_[block];
    const uint32_t alpha = static_cast<uint32_t>(tint_of(blocks_[block]) * 255);
    const uint32_t colour = (hues[block % hues.size()] & 0x00ffffff) | alpha << 24;
    layout_.for_each_cell(block, [&](Cell cell) {
      tint_cells_[static_cast<size_t>(cell.row - bounds.row) * wide + static_cast<size_t>(cell.column - bounds.column)] = colour;
    });
  }
  return {reinterpret_cast<const uint8_t*>(tint_cells_.data()), tint_cells_.size() * 4};
}

}  // namespace wb
