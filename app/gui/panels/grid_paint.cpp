#include <algorithm>
#include <cmath>

#include "app/gui/paint.h"
#include "app/gui/panels/grid_panel.h"
#include "app/gui/panels/wording.h"

namespace wb {
namespace {

constexpr size_t most_outlined_blocks = 6000;
constexpr uint32_t most_cell_blocks = 48;   // blocks whose single threads are shown at once

Colour hue_of(const Ui& ui, uint32_t block) { return ui.theme.blocks[block % ui.theme.blocks.size()]; }

bool meets(const Rect& a, const Rect& b) { return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom(); }

Rect cut(const Rect& a, const Rect& b) {
  const float x = std::max(a.x, b.x), y = std::max(a.y, b.y);
  return {x, y, std::max(0.0f, std::min(a.right(), b.right()) - x), std::max(0.0f, std::min(a.bottom(), b.bottom()) - y)};
}

Rect picture_rect(const GridScene& s) {
  return on_screen(s.view, {0, 0, s.model.layout().picture().columns, s.model.layout().picture().rows});
}

bool is_outside_picture(const GridLayout& layout, Cell c) {
  return layout.placement() != Placement::own && (c.column < 0 || c.row < 0 || c.column >= layout.picture().columns || c.row >= layout.picture().rows);
}

// ---- layers

void paint_picture(Ui& ui, const GridScene& s) {
  const Rect rect = picture_rect(s);
  if (s.model.layout().placement() == Placement::own) return fill(ui, rect, ui.theme.ground);
  fill(ui, rect, mix(ui.theme.paper, ui.theme.ground, 0.6f));
  hatch(ui, cut(rect, s.area), with_alpha(ui.theme.hatch, 0.55f), ui.px(6));   // shows through where nothing has been written
  if (!s.model.has_picture()) return;
  const PictureShape cells = s.model.layout().picture();
  TextureId texture = 0;
  if (ui.textures.is_missing("grid/picture", s.model.picture_revision()))
    texture = ui.textures.upload("grid/picture", s.model.picture_revision(), cells.columns, cells.rows, s.model.picture_rgba());
  else texture = ui.textures.get("grid/picture");
  picture(ui, texture, rect);
}

void paint_tints(Ui& ui, const GridScene& s) {
  const GridLayout& layout = s.model.layout();
  if (s.model.block_states().empty() || uint64_t(layout.bounds().columns) * uint64_t(layout.bounds().rows) > (1u << 22)) return;
  const uint64_t revision = s.model.tint_revision() * 2 + (ui.theme.is_dark ? 1 : 0);
  const TextureId texture = ui.textures.is_missing("grid/tint", revision)
                                ? ui.textures.upload("grid/tint", revision, layout.bounds().columns, layout.bounds().rows, s.model.tint_rgba(ui.theme.blocks))
                                : ui.textures.get("grid/tint");
  // Where single threads are drawn, they say who is at work; the tint steps back behind the values.
  const float near = static_cast<float>(std::clamp((s.view.cell / ui.theme.scale - 6) / 14, 0.0, 1.0));
  picture(ui, texture, on_screen(s.view, layout.bounds()), 0, 0, 1, 1, 1 - 0.72f * near);
}

// What stands past the picture's edge: threads without a pixel.
void paint_overhang(Ui& ui, const GridScene& s) {
  const GridLayout& layout = s.model.layout();
  if (!layout.has_overhang()) return;
  const CellRect b = layout.bounds();
  const PictureShape p = layout.picture();
  const CellRect parts[] = {{b.column, b.row, -b.column, b.rows},
                            {p.columns, b.row, b.column + b.columns - p.columns, b.rows},
                            {0, b.row, p.columns, -b.row},
                            {0, p.rows, p.columns, b.row + b.rows - p.rows}};
  if (layout.placement() == Placement::plane) {
    for (const CellRect& part : parts) {
      if (part.columns <= 0 || part.rows <= 0) continue;
      const Rect rect = on_screen(s.view, part);
      fill(ui, rect, with_alpha(ui.theme.side, 0.8f));
      hatch(ui, cut(rect, s.area), with_alpha(ui.theme.quiet, 0.5f), ui.px(4));
    }
    return;
  }
  // A flat index hangs over at its end: only the rows that threads really fill.
  const uint64_t last_block = layout.shape().block_count() - 1;
  for (uint64_t block = last_block + 1; block-- > 0 && block + 64 > last_block;)
    for (const CellRect& r : layout.block_rects(static_cast<uint32_t>(block))) {
      const int32_t from = std::max(r.row, p.rows);
      if (from >= r.row + r.rows) continue;
      const Rect rect = on_screen(s.view, {r.column, from, r.columns, r.row + r.rows - from});
      fill(ui, rect, with_alpha(ui.theme.side, 0.8f));
      hatch(ui, cut(rect, s.area), with_alpha(ui.theme.quiet, 0.5f), ui.px(4));
    }
}

void paint_cell_lines(Ui& ui, const GridScene& s) {
  if (detail_at(s.view.cell, ui.theme.scale) < Detail::cells) return;
  const CellRect seen = visible_cells(s.view, s.model.layout().bounds(), s.area);
  const Rect all = on_screen(s.view, seen);
  const float strength = static_cast<float>(std::clamp((s.view.cell / ui.theme.scale - 5) / 12, 0.15, 0.55));
  const Colour colour = with_alpha(ui.theme.paper, strength);
  for (int32_t c = seen.column; c <= seen.column + seen.columns; ++c) {
    const float x = static_cast<float>(s.view.x + c * s.view.cell);
    line(ui, x, all.y, x, all.bottom(), colour);
  }
  for (int32_t r = seen.row; r <= seen.row + seen.rows; ++r) {
    const float y = static_cast<float>(s.view.y + r * s.view.cell);
    line(ui, all.x, y, all.right(), y, colour);
  }
}

void paint_outline(Ui& ui, const GridView& view, const std::vector<CellRect>& rects, Colour colour, float thickness) {
  if (rects.size() == 1) {
    const Rect r = on_screen(view, rects.front());
    return frame(ui, {r.x - thickness / 2, r.y - thickness / 2, r.width + thickness, r.height + thickness}, colour, 0, thickness);
  }
  if (rects.size() > 96) {   // scattered: each for itself
    for (const CellRect& rect : rects) frame(ui, on_screen(view, rect), colour, 0, 1);
    return;
  }
  const float half = thickness / 2;
  for (const CellEdge& e : outline(rects)) {
    const float x0 = static_cast<float>(view.x + e.column0 * view.cell), y0 = static_cast<float>(view.y + e.row0 * view.cell);
    const float x1 = static_cast<float>(view.x + e.column1 * view.cell), y1 = static_cast<float>(view.y + e.row1 * view.cell);
    const bool level = e.row0 == e.row1;
    line(ui, x0 - (level ? half : 0), y0 - (level ? 0 : half), x1 + (level ? half : 0), y1 + (level ? 0 : half), colour, thickness);
  }
}

void barrier_bars(Ui& ui, float x, float y, float size, Colour colour) {
  fill(ui, {x - size * 0.45f, y - size * 0.5f, size * 0.28f, size}, colour);
  fill(ui, {x + size * 0.17f, y - size * 0.5f, size * 0.28f, size}, colour);
}

void paint_block_outlines(Ui& ui, const GridScene& s) {
  const GridLayout& layout = s.model.layout();
  const std::vector<LaneState>& states = s.model.block_states();
  if (detail_at(s.view.cell, ui.theme.scale) < Detail::outlines || states.size() > most_outlined_blocks) return;
  for (uint32_t block = 0; block < states.size(); ++block) {
    if (!layout.is_shown(block)) continue;
    const std::vector<CellRect>& rects = layout.block_rects(block);
    if (rects.empty()) continue;
    const Rect first = on_screen(s.view, rects.front());
    const float narrow = std::min(first.width, first.height);
    if (narrow < ui.px(5)) continue;
    const bool is_seen = std::any_of(rects.begin(), rects.end(), [&](const CellRect& r) { return meets(on_screen(s.view, r), s.area); });
    if (!is_seen) continue;
    const bool is_busy = states[block] == LaneState::running;
    const float thick = narrow > ui.px(24) ? (is_busy ? 2.5f : 1.5f) : (is_busy ? 2.0f : 1.0f);
    paint_outline(ui, s.view, rects, with_alpha(hue_of(ui, block), states[block] == LaneState::waiting ? 0.6f : 0.95f), ui.px(thick));
    if (states[block] == LaneState::at_barrier && narrow > ui.px(16))
      barrier_bars(ui, first.right() - ui.px(9), first.y + ui.px(9), ui.px(8), ui.theme.ink);
  }
}

// ---- single threads

std::vector<uint32_t> visible_blocks(const GridScene& s, const CellRect& seen) {
  std::vector<uint32_t> blocks;
  if (uint64_t(seen.columns) * uint64_t(seen.rows) > 120000) return blocks;
  for (int32_t r = seen.row; r < seen.row + seen.rows; ++r)
    for (int32_t c = seen.column; c < seen.column + seen.columns; ++c)
      if (const auto thread = s.model.layout().thread_at({c, r})) {
        if (blocks.empty() || blocks.back() != thread->block) blocks.push_back(thread->block);
      }
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  return blocks;
}

void paint_state(Ui& ui, const GridScene& s, const Rect& cell, const ThreadRef& thread, LaneState state) {
  const Colour hue = hue_of(ui, thread.block);
  const float size = std::min(cell.width, cell.height);
  switch (state) {
    case LaneState::running:
      frame(ui, {cell.x + 1, cell.y + 1, cell.width - 2, cell.height - 2}, hue, 0, std::clamp(size * 0.05f, 1.0f, ui.px(2.5f)));
      break;
    case LaneState::masked:
      hatch(ui, cut(cell, s.area), with_alpha(ui.theme.ink, 0.35f), std::max(ui.px(3), size * 0.2f));
      break;
    case LaneState::at_barrier:
      if (size >= ui.px(9)) barrier_bars(ui, cell.right() - size * 0.18f, cell.y + size * 0.2f, size * 0.22f, ui.theme.ink);
      break;
    default: break;
  }
}

void paint_words(Ui& ui, const GridScene& s, const Rect& cell, Cell at, const ThreadRef& thread, Detail detail) {
  const GridLayout& layout = s.model.layout();
  const auto element = layout.element_at(at);
  const bool has_value = element && s.model.has_picture();
  std::string value = has_value ? s.model.value_text(*element) : "";
  int light = has_value ? s.model.luminance(*element) : -1;
  if (!element || !s.model.has_picture()) value = std::to_string(thread.thread), light = -1;
  if (is_outside_picture(layout, at)) value = "";
  const Colour ink = light < 0 ? ui.theme.quiet : light > 118 ? rgb(0x22252A) : rgb(0xFFFFFF);
  const bool with_number = detail == Detail::words && has_value;
  if (!value.empty() && text_width(ui, Type::code_small, value) <= cell.width - ui.px(2)) {
    const Rect upper{cell.x, cell.y, cell.width, with_number ? cell.height * 0.72f : cell.height};
    text_centred(ui, Type::code_small, upper, ink, value);
  }
  if (!with_number) return;
  const std::string number = "t" + std::to_string(thread.thread);
  text_centred(ui, Type::caption, {cell.x, cell.y + cell.height * 0.58f, cell.width, cell.height * 0.36f}, with_alpha(ink, 0.7f), number);
}

void paint_threads(Ui& ui, const GridScene& s) {
  const Detail detail = detail_at(s.view.cell, ui.theme.scale);
  if (detail < Detail::cells) return;
  const CellRect seen = visible_cells(s.view, s.model.layout().bounds(), s.area);
  const std::vector<uint32_t> blocks = visible_blocks(s, seen);
  if (blocks.empty() || blocks.size() > most_cell_blocks) return;
  for (int32_t r = seen.row; r < seen.row + seen.rows; ++r)
    for (int32_t c = seen.column; c < seen.column + seen.columns; ++c) {
      const Cell at{c, r};
      const auto thread = s.model.layout().thread_at(at);
      if (!thread) continue;
      const std::vector<LaneView>& lanes = s.model.lanes(thread->block);
      const Rect cell = on_screen(s.view, {c, r, 1, 1});
      if (thread->thread < lanes.size()) paint_state(ui, s, cell, *thread, lanes[thread->thread].state);
      if (detail >= Detail::numbers) paint_words(ui, s, cell, at, *thread, detail);
    }
}

// Under a single row of cells: which thread is which, and which warp they make.
void paint_thread_row(Ui& ui, const GridScene& s) {
  const GridLayout& layout = s.model.layout();
  if (layout.bounds().rows != 1 || !s.model.has_picture() || s.view.cell < ui.px(20)) return;
  const Rect row = on_screen(s.view, layout.bounds());
  const CellRect seen = visible_cells(s.view, layout.bounds(), s.area);
  const float high = ui.px(20);
  for (int32_t c = seen.column; c < seen.column + seen.columns; ++c) {
    const auto thread = layout.thread_at({c, 0});
    if (!thread) continue;
    const Rect cell = on_screen(s.view, {c, 0, 1, 1});
    const std::vector<LaneView>& lanes = s.model.lanes(thread->block);
    const LaneState state = thread->thread < lanes.size() ? lanes[thread->thread].state : LaneState::absent;
    const float x = cell.x + cell.width / 2, y = row.bottom() + ui.px(12);
    const Colour hue = hue_of(ui, thread->block);
    if (state == LaneState::running) disc(ui, x, y, ui.px(4.5f), hue);
    else if (state == LaneState::done) tick_mark(ui, x, y, ui.px(9), ui.theme.good);
    else if (state == LaneState::at_barrier) barrier_bars(ui, x, y, ui.px(9), ui.theme.ink);
    else ring(ui, x, y, ui.px(4), with_alpha(hue, 0.9f), ui.px(1.5f));
    text_centred(ui, Type::caption, {cell.x, row.bottom() + ui.px(20), cell.width, high}, ui.theme.quiet, std::to_string(thread->thread));
  }
  // The warps as brackets.
  const uint32_t warps = layout.shape().warps_per_block();
  for (uint32_t block = 0; block < std::min<uint64_t>(layout.shape().block_count(), 64); ++block)
    for (uint32_t warp = 0; warp < warps; ++warp) {
      const std::vector<CellRect> rects = layout.warp_rects(block, warp);
      if (rects.empty()) continue;
      const Rect r = on_screen(s.view, rects.front());
      const float y = row.bottom() + ui.px(46), inset = ui.px(4);
      line(ui, r.x + inset, y, r.right() - inset, y, ui.theme.quiet, 1);
      line(ui, r.x + inset, y - ui.px(5), r.x + inset, y, ui.theme.quiet, 1);
      line(ui, r.right() - inset, y - ui.px(5), r.right() - inset, y, ui.theme.quiet, 1);
      const uint32_t threads = std::min<uint32_t>(warp_size, layout.shape().threads_per_block() - warp * warp_size);
      text_centred(ui, Type::caption, {r.x, y + ui.px(2), r.width, high}, ui.theme.quiet,
                   block_words(layout.shape(), block) + ", warp " + std::to_string(warp) + ": " + plural(threads, "thread"));
    }
}

void paint_warp_names(Ui& ui, const GridScene& s) {
  const GridLayout& layout = s.model.layout();
  if (!shows_warp_names(layout) || s.view.cell < 1) return;
  const uint32_t every = static_cast<uint32_t>(std::max(1.0, std::ceil(ui.px(14) / s.view.cell)));   // names do not touch
  for (uint32_t warp = 0; warp < layout.shape().warps_per_block(); warp += every) {
    const Rect row = on_screen(s.view, {0, static_cast<int32_t>(warp), 1, 1});
    text_right(ui, Type::caption, row.x - ui.px(8), row.y, row.height, ui.theme.quiet, "warp " + std::to_string(warp));
  }
}

// ---- what is looked at

void paint_current_warp(Ui& ui, const GridScene& s) {
  const auto& instruction = s.session.resolved().instruction;
  if (!instruction) return;
  const std::vector<CellRect> rects = s.model.layout().warp_rects(instruction->block, instruction->warp);
  if (rects.empty() || on_screen(s.view, rects.front()).width < ui.px(3)) return;
  paint_outline(ui, s.view, rects, ui.theme.ink, ui.px(2));
}

void paint_thread_mark(Ui& ui, const GridScene& s, const ThreadRef& thread, Colour colour, bool is_disc) {
  const auto cell = s.model.layout().cell_of(thread);
  if (!cell) return;
  const Rect r = on_screen(s.view, {cell->column, cell->row, 1, 1});
  const float x = r.x + r.width / 2, y = r.y + r.height / 2;
  if (r.width >= ui.px(12)) return frame(ui, {r.x - 1, r.y - 1, r.width + 2, r.height + 2}, colour, ui.px(2), ui.px(2.5f));
  const float size = std::max(ui.px(4), r.width * 0.6f);
  if (is_disc) disc(ui, x, y, size, colour);
  else diamond(ui, x, y, size * 1.2f, colour);
}

void paint_parties(Ui& ui, const GridScene& s) {
  const auto parties = s.session.parties();
  for (size_t p = 0; p < parties.size(); ++p)
    if (parties[p]) paint_thread_mark(ui, s, *parties[p], p == 0 ? ui.theme.first_party : ui.theme.second_party, p == 1);
}

void paint_element(Ui& ui, const GridScene& s) {
  const auto& pinned = s.session.selection().element;
  if (!pinned || !s.model.has_picture() || static_cast<int>(pinned->allocation) != s.model.allocation()) return;
  const uint64_t pixel = s.model.format()->pixel_of(pinned->element), columns = static_cast<uint64_t>(s.model.layout().picture().columns);
  const Rect r = on_screen(s.view, {static_cast<int32_t>(pixel % columns), static_cast<int32_t>(pixel / columns), 1, 1});
  frame(ui, {r.x - ui.px(2), r.y - ui.px(2), r.width + ui.px(4), r.height + ui.px(4)}, ui.theme.accent, ui.px(2), ui.px(2));
}

void paint_hover(Ui& ui, const GridScene& s) {
  std::optional<Cell> cell = s.hovered;
  if (const auto& thread = s.session.selection().hover.thread; !cell && thread) cell = s.model.layout().cell_of(*thread);
  if (!cell) return;
  const Rect r = on_screen(s.view, {cell->column, cell->row, 1, 1});
  const float grow = r.width < ui.px(6) ? ui.px(3) : 1;
  frame(ui, {r.x - grow, r.y - grow, r.width + 2 * grow, r.height + 2 * grow}, ui.theme.ink, ui.px(1), ui.px(1.5f));
}

}  // namespace

bool shows_warp_names(const GridLayout& layout) {
  const LaunchShape& shape = layout.shape();
  return layout.placement() == Placement::own && shape.block_count() == 1 && shape.block.y == 1 && shape.block.z == 1;
}

void paint_grid(Ui& ui, const GridScene& scene) {
  Clip clip(ui, scene.area);
  paint_picture(ui, scene);
  paint_overhang(ui, scene);
  paint_tints(ui, scene);
  paint_cell_lines(ui, scene);
  paint_threads(ui, scene);
  paint_block_outlines(ui, scene);
  paint_thread_row(ui, scene);
  paint_warp_names(ui, scene);
  paint_current_warp(ui, scene);
  if (scene.followed) paint_thread_mark(ui, scene, *scene.followed, ui.theme.accent, true);
  paint_parties(ui, scene);
  paint_element(ui, scene);
  paint_hover(ui, scene);
}

}  // namespace wb
