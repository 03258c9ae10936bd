#include "app/gui/panels/results_images.h"

#include <algorithm>
#include <cmath>

#include "app/gui/paint.h"
#include "app/gui/panels/grid_model.h"
#include "app/gui/panels/wording.h"

namespace wb {
namespace {

constexpr float tile_gap = 12, widest_tile = 420, narrowest_tile = 94, tallest_tile = 320, caption_room = 96;

Colour tone_colour(const Theme& theme, TileTone tone) {
  return tone == TileTone::good ? theme.good : tone == TileTone::bad ? theme.bad : theme.quiet;
}

std::string left_out_words(const Ui& ui, const ValueTable& table) {
  const std::string words = ui.say("results.left_out", {with_thousands(table.left_out), table.buffer});
  return table.first == 0 ? words : ui.say("results.from", {table.buffer, with_thousands(table.first)}) + " " + words;
}

PictureDifference difference_of(const RunSlot& slot, const PictureFormat& format, size_t buffer, const DeviceBuffer& first, const DeviceBuffer& second) {
  const DeviceBuffer& start = slot.launch->device.buffers[buffer];
  const RunResult* sim = slot.result(EngineKind::simulated);
  const DeviceBuffer* simulated = sim && buffer < sim->buffers.size() ? &sim->buffers[buffer] : nullptr;
  return difference(format, first.bytes, second.bytes, unwritten_elements(start, first, simulated).defined, unwritten_elements(start, second, simulated).defined);
}

}  // namespace

// Kept while the results stay: to look at every element in every frame would take too long.
const Unwritten& ResultImages::unwritten(const ResultTile& tile) {
  static const Unwritten none;
  if (!tile.own || !tile.start || !tile.start->is_poisoned) return none;
  KeptUnwritten& kept = unwritten_[tile.key];
  if (kept.revision != tile.revision) kept = {tile.revision, unwritten_elements(*tile.start, *tile.own, tile.simulated)};
  return kept.found;
}

std::string ResultImages::tile_words(const ResultTile& tile, const Ui& ui) {
  const uint64_t missing = unwritten(tile).count;
  return tile.caption + (tile.verdict.empty() ? "" : ", " + tile.verdict) + (missing ? ", " + ui.say("results.never_written", {with_thousands(missing)}) : "");
}

float ResultImages::draw(const Session& session, const RunSlot& slot, const Rect& area, Ui& ui) {
  const std::vector<PictureGroup> groups = picture_groups(slot);
  float y = area.y;
  hovers_ = false;
  for (const PictureGroup& group : groups) {
    if (y > area.y) y += ui.px(14);
    if (groups.size() > 1) {
      text(ui, Type::ui_bold, area.x, y, ui.px(22), ui.theme.ink, slot.launch->device.buffers[static_cast<size_t>(group.output)].name);
      y += ui.px(26);
    }
    y += draw_group(session, slot, group, {area.x, y, area.width, area.height}, ui);
  }
  if (!hovers_ && sent_hover_) {
    ui.commands.send(SetHover{{}});
    sent_hover_ = false;
  }
  for (const ValueTable& table : value_tables(slot)) {
    if (y > area.y) y += ui.px(14);
    if (table.as_bars && table.rows.size() > 1) y += draw_bars(table, area.x, y, area.width, ui);
    else y += table.across > 1 ? draw_matrices(table, area.x, y, area.width, ui) : draw_table(table, area.x, y, area.width, ui);
  }
  if (groups.empty()) y += draw_engine_lines(slot, area.x, y + ui.px(8), std::min(area.width, ui.px(560)), ui) + ui.px(8);
  const std::string remark = loops_remark(slot);
  if (!remark.empty()) y += ui.px(6) + text_wrapped(ui, Type::caption, area.x, y + ui.px(6), ui.px(18), std::min(area.width, ui.px(560)), ui.theme.quiet, remark);
  return y - area.y;
}

float ResultImages::draw_group(const Session& session, const RunSlot& slot, const PictureGroup& group, const Rect& area, Ui& ui) {
  output_ = group.output;
  const PictureFormat& format = group.tiles.back().format;
  const bool is_strip = format.height == 1 && format.width <= 64;
  return is_strip ? draw_strips(session, slot, group.tiles, area, ui) : draw_tiles(session, slot, group.tiles, area, ui);
}

// Where there are no pictures, each engine has its caption here.
float ResultImages::draw_engine_lines(const RunSlot& slot, float x, float y, float width, Ui& ui) const {
  const float top = y;
  const int main = main_buffer(slot);
  const std::string buffer = main >= 0 && static_cast<size_t>(main) < slot.launch->device.buffers.size() ? slot.launch->device.buffers[static_cast<size_t>(main)].name : "";
  for (EngineKind kind : {EngineKind::simulated, EngineKind::loops, EngineKind::cuda}) {
    const Verdict verdict = kind == EngineKind::simulated ? Verdict{} : agreement_verdict(slot, kind, buffer);
    const std::string words = ui.phrase(engine_title(kind)) + ": " + ui.phrase(engine_caption(slot, kind)) + (verdict.words.empty() ? "" : ", " + ui.phrase(verdict.words));
    y += text_wrapped(ui, Type::caption, x, y, ui.px(18), width, verdict.tone == TileTone::bad ? ui.theme.bad : ui.theme.quiet, words);
  }
  return y - top;
}

void ResultImages::note_hover(const Session& session, const std::vector<ResultTile>& tiles) {
  if (linked_run_ != session.selection().launch) {
    linked_run_ = session.selection().launch;
    link_ = {};
  }
  hovered_pixel_.reset();
  shown_pixel_.reset();
  // An element that is looked at elsewhere shows here too.
  const auto& selection = session.selection();
  const std::optional<ElementRef> element = selection.hover.element ? selection.hover.element : session.resolved().element;
  if (!element || !session.recording() || element->allocation >= session.recording()->allocations().size()) return;
  const int buffer = session.recording()->allocations()[element->allocation].buffer_index;
  for (const ResultTile& tile : tiles)
    if (tile.buffer == buffer && buffer >= 0) shown_pixel_ = tile.format.pixel_of(element->element);
}

float ResultImages::draw_tiles(const Session& session, const RunSlot& slot, const std::vector<ResultTile>& tiles, const Rect& area, Ui& ui) {
  note_hover(session, tiles);
  const auto pair = difference_pair(slot, slot.launch->device.buffers[static_cast<size_t>(tiles.back().buffer)].name);
  const size_t count = tiles.size() + (pair ? 1 : 0);
  const float gap = ui.px(tile_gap);
  const PictureFormat& shape = tiles.back().format;
  const auto width_of = [&](size_t across) {
    return std::min(ui.px(widest_tile), (area.width - gap * static_cast<float>(across - 1)) / static_cast<float>(across));
  };
  const auto height_of = [&](float wide) { return tile_height(shape.width, shape.height, wide, ui.px(44), ui.px(tallest_tile)); };
  // As many in a row as fit; fewer, in several rows, where there is height for larger pictures.
  size_t across = std::clamp<size_t>(static_cast<size_t>((area.width + gap) / (ui.px(narrowest_tile) + gap)), 1, count);
  for (size_t fewer = across - 1; fewer > 0; --fewer) {
    const auto rows = static_cast<float>((count + fewer - 1) / fewer);
    if (rows * (height_of(width_of(fewer)) + ui.px(caption_room)) <= area.height && width_of(fewer) > 1.15f * width_of(across)) across = fewer;
  }
  const float wide = width_of(across), high = height_of(wide);
  float y = area.y, row_height = 0;
  for (size_t i = 0; i < count; ++i) {
    if (i > 0 && i % across == 0) {
      y += row_height + ui.px(12);
      row_height = 0;
    }
    const Rect place{area.x + static_cast<float>(i % across) * (wide + gap), y, wide, high};
    row_height = std::max(row_height, i < tiles.size() ? draw_tile(session, tiles[i], place, ui) : draw_difference(slot, tiles, place, ui));
  }
  return y + row_height - area.y;
}

// A single row of pixels is too flat to stand in tiles: the rows lie one under the other, each with its words before it.
float ResultImages::draw_strips(const Session& session, const RunSlot& slot, const std::vector<ResultTile>& tiles, const Rect& area, Ui& ui) {
  note_hover(session, tiles);
  const float words = std::min(ui.px(150), area.width * 0.3f), cells = static_cast<float>(tiles.back().format.width);
  const float wide = std::min(area.width - words, cells * ui.px(40)), high = std::clamp(wide / cells, ui.px(14), ui.px(40));
  float y = area.y;
  for (const ResultTile& tile : tiles) {
    const float text_height = draw_caption(tile, area.x, y, words - ui.px(14), ui);
    draw_tile_picture(session, tile, {area.x + words, y + ui.px(2), wide, high}, ui);
    y += std::max(text_height, high + ui.px(8)) + ui.px(4);
  }
  if (const auto pair = difference_pair(slot, slot.launch->device.buffers[static_cast<size_t>(tiles.back().buffer)].name); pair && !pair->equal)
    y += draw_difference(slot, tiles, {area.x + words, y, wide, high}, ui);
  return y - area.y;
}

float ResultImages::draw_tile(const Session& session, const ResultTile& tile, const Rect& area, Ui& ui) {
  draw_tile_picture(session, tile, area, ui);
  return area.height + draw_caption(tile, area.x, area.bottom() + ui.px(6), area.width, ui);
}

void ResultImages::draw_tile_picture(const Session& session, const ResultTile& tile, const Rect& area, Ui& ui) {
  fill(ui, area, mix(ui.theme.paper, ui.theme.ground, 0.7f), ui.px(4));
  if (tile.state == TileState::ready) {
    handle_pointer(session, tile, area, ui);
    draw_pixels(tile, area, ui);
    draw_crosshair(tile, area, ui);
  } else if (tile.state == TileState::running) {
    const Rect track{area.x + area.width * 0.2f, area.y + area.height / 2 - ui.px(2), area.width * 0.6f, ui.px(4)};
    fill(ui, track, ui.theme.line, ui.px(2));
    fill(ui, {track.x, track.y, track.width * static_cast<float>(std::clamp(tile.progress, 0.05, 1.0)), track.height}, ui.theme.accent, ui.px(2));
  } else {
    hatch(ui, area, with_alpha(ui.theme.hatch, 0.35f), ui.px(7));
    const char* words = tile.state == TileState::failed ? "failed" : "no result";
    const float wide = text_width(ui, Type::caption, words) + ui.px(16);
    const Rect label{area.x + (area.width - wide) / 2, area.y + area.height / 2 - ui.px(11), wide, ui.px(22)};
    fill(ui, label, ui.theme.paper, ui.px(4));
    text_centred(ui, Type::caption, label, tile.state == TileState::failed ? ui.theme.bad : ui.theme.quiet, words);
  }
}

float ResultImages::draw_caption(const ResultTile& tile, float x, float y, float width, Ui& ui) {
  const float top = y;
  text_cut(ui, Type::caption_bold, x, y, ui.px(20), width, ui.theme.ink, ui.phrase(tile.title));
  y += ui.px(20);
  std::string words = ui.phrase(tile.caption);
  if (tile.bytes && shown_pixel_ && *shown_pixel_ < tile.format.pixels()) {
    const bool is_written = is_pixel_defined(tile.format, unwritten(tile).defined, *shown_pixel_);
    const std::string value = is_written ? pixel_text(tile.format, *tile.bytes, *shown_pixel_) : ui.say("results.not_written");
    const bool is_line = tile.is_line || tile.format.height == 1;
    if (!value.empty() && is_line) words = "element " + with_thousands(*shown_pixel_) + ": " + value;
    else if (!value.empty()) words = "(" + std::to_string(*shown_pixel_ % tile.format.width) + ", " + std::to_string(*shown_pixel_ / tile.format.width) + "): " + value;
  }
  ui.widgets.begin_text_group();
  y += text_wrapped(ui, Type::caption, x, y, ui.px(17), width, ui.theme.quiet, words);
  if (!tile.verdict.empty()) {
    const float mark = tile.tone == TileTone::plain ? 0 : ui.px(14);
    if (tile.tone == TileTone::good) tick_mark(ui, x + ui.px(5), y + ui.px(8.5f), ui.px(9), ui.theme.good);
    if (tile.tone == TileTone::bad) cross_mark(ui, x + ui.px(5), y + ui.px(8.5f), ui.px(8), ui.theme.bad);
    y += text_wrapped(ui, Type::caption, x + mark, y, ui.px(17), width - mark, tone_colour(ui.theme, tile.tone), ui.phrase(tile.verdict));
  }
  if (const uint64_t missing = unwritten(tile).count) y += text_wrapped(ui, Type::caption, x, y, ui.px(17), width, ui.theme.ink, ui.say("results.never_written", {with_thousands(missing)}));
  ui.widgets.end_text_group();
  return y - top + ui.px(6);
}

// What nobody has written is left open, as the Grid leaves it: the hatch shows through.
void ResultImages::draw_pixels(const ResultTile& tile, const Rect& area, Ui& ui) {
  const Unwritten& missing = unwritten(tile);
  const std::string key = "results/" + tile.key;
  const TextureId texture = ui.textures.is_missing(key, tile.revision)
                                ? ui.textures.upload(key, tile.revision, static_cast<int>(tile.format.width), static_cast<int>(tile.format.height),
                                                     to_rgba(tile.format, *tile.bytes, missing.defined, value_range(tile.format, *tile.bytes), tile.is_heat))
                                : ui.textures.get(key);
  Clip clip(ui, area);
  const GridView view = place_picture(link_, tile.format.width, tile.format.height, area);
  const Rect whole = on_screen(view, {0, 0, static_cast<int32_t>(tile.format.width), static_cast<int32_t>(tile.format.height)});
  if (missing.count) {
    Clip to_picture(ui, whole);
    hatch(ui, area, with_alpha(ui.theme.hatch, 0.55f), ui.px(6));
  }
  picture(ui, texture, whole);
  draw_values(tile, view, area, ui);
}

void ResultImages::draw_values(const ResultTile& tile, const GridView& view, const Rect& area, Ui& ui) {
  const std::vector<bool>& defined = unwritten(tile).defined;
  if (view.cell < ui.px(tile.format.channels > 1 ? 84 : 22)) return;
  const CellRect seen = visible_cells(view, {0, 0, static_cast<int32_t>(tile.format.width), static_cast<int32_t>(tile.format.height)}, area);
  const ValueRange range = value_range(tile.format, *tile.bytes);
  for (int32_t r = seen.row; r < seen.row + seen.rows; ++r)
    for (int32_t c = seen.column; c < seen.column + seen.columns; ++c) {
      const uint64_t pixel = static_cast<uint64_t>(r) * tile.format.width + static_cast<uint64_t>(c);
      if (!is_pixel_defined(tile.format, defined, pixel)) continue;
      const uint64_t at = tile.format.element(pixel, tile.format.channels > 1 ? 1 : 0) * tile.format.element_bytes;
      const double level = (element_value(tile.format.scalar, tile.bytes->data() + at) - range.low) / std::max(1e-30, range.high - range.low);
      const std::string value = pixel_text(tile.format, *tile.bytes, pixel);
      const Rect cell = on_screen(view, {c, r, 1, 1});
      if (text_width(ui, Type::code_small, value) > cell.width) continue;
      text_centred(ui, Type::code_small, cell, level > 0.46 ? rgb(0x22252A) : rgb(0xFFFFFF), value);
    }
}

void ResultImages::draw_crosshair(const ResultTile& tile, const Rect& area, Ui& ui) const {
  if (!shown_pixel_ || *shown_pixel_ >= tile.format.pixels()) return;
  Clip clip(ui, area);
  const GridView view = place_picture(link_, tile.format.width, tile.format.height, area);
  const int32_t column = static_cast<int32_t>(*shown_pixel_ % tile.format.width), row = static_cast<int32_t>(*shown_pixel_ / tile.format.width);
  const Rect cell = on_screen(view, {column, row, 1, 1});
  const float grow = cell.width < ui.px(7) ? ui.px(4) : ui.px(1);
  const Rect mark{cell.x - grow, cell.y - grow, cell.width + 2 * grow, cell.height + 2 * grow};
  frame(ui, {mark.x - 1, mark.y - 1, mark.width + 2, mark.height + 2}, with_alpha(rgb(0xFFFFFF), 0.9f), ui.px(1), ui.px(3.5f));
  frame(ui, mark, ui.theme.accent, ui.px(1), ui.px(1.75f));
}

void ResultImages::handle_pointer(const Session& session, const ResultTile& tile, const Rect& area, Ui& ui) {
  const Input& input = ui.widgets.input();
  const std::string value = tile_words(tile, ui);
  const Interaction mouse = ui.widgets.add({.role = Role::image, .label = tile.title + " picture", .id = "results/" + tile.key, .rect = area, .value = value});
  const uint32_t w = tile.format.width, h = tile.format.height;
  ui.widgets.note_picture({tile.key, on_screen(place_picture(link_, w, h, area), {0, 0, static_cast<int32_t>(w), static_cast<int32_t>(h)}), static_cast<int>(w), static_cast<int>(h)});
  if (input.wheel != 0 && ui.widgets.is_wheel_over(area))
    link_ = zoom_link(link_, w, h, area, input.mouse_x, input.mouse_y, std::pow(1.3, input.wheel), ui.px(96));
  if (mouse.double_clicked) link_ = {};
  if (mouse.pressed) {
    drag_x_ = press_x_ = input.mouse_x;
    drag_y_ = press_y_ = input.mouse_y;
    is_dragging_ = false;
  }
  if (mouse.held) {
    is_dragging_ = is_dragging_ || std::abs(input.mouse_x - press_x_) + std::abs(input.mouse_y - press_y_) > ui.px(4);
    if (is_dragging_) link_ = pan_link(link_, w, h, area, input.mouse_x - drag_x_, input.mouse_y - drag_y_);
    drag_x_ = input.mouse_x;
    drag_y_ = input.mouse_y;
  }
  if (!mouse.hovered) return;
  const Cell cell = cell_under(place_picture(link_, w, h, area), input.mouse_x, input.mouse_y);
  if (cell.column < 0 || cell.row < 0 || cell.column >= static_cast<int32_t>(w) || cell.row >= static_cast<int32_t>(h)) return;
  const uint64_t pixel = static_cast<uint64_t>(cell.row) * w + static_cast<uint64_t>(cell.column);
  if (pixel * tile.format.channels * tile.format.element_bytes >= tile.bytes->size()) return;   // the last row of a line may be short
  const bool is_news = !shown_pixel_ || *shown_pixel_ != pixel || !sent_hover_;
  hovers_ = true;
  hovered_pixel_ = shown_pixel_ = pixel;
  const Recording* recording = session.recording();
  if (!recording) return;
  // Every picture of a group points at the group's output: its pixel, and the thread that made it.
  const int main = session.shown_run() ? output_ : -1;
  const auto allocations = recording->allocations();
  for (uint32_t a = 0; a < allocations.size(); ++a) {
    if (allocations[a].buffer_index != main || main < 0) continue;
    const ElementRef element{a, tile.format.channels > 1 && tile.buffer != main ? pixel : tile.format.element(pixel, 0), 0};
    if (is_news) ui.commands.send(SetHover{{.thread = owner_of(*recording, element), .element = element, .line = 0}});
    sent_hover_ = true;
    if (mouse.clicked && !is_dragging_) {
      ui.commands.send(SelectElement{element});
      if (const auto owner = owner_of(*recording, element)) ui.commands.send(FollowThread{owner});
    }
  }
}

float ResultImages::draw_difference(const RunSlot& slot, const std::vector<ResultTile>& tiles, const Rect& area, Ui& ui) {
  const ResultTile& like = tiles.back();
  const std::string& buffer = slot.launch->device.buffers[static_cast<size_t>(like.buffer)].name;
  const DifferencePair pair = *difference_pair(slot, buffer);
  const RunResult *first = slot.result(pair.first), *second = slot.result(pair.second);
  const size_t index = static_cast<size_t>(like.buffer);
  if (!first || !second || index >= first->buffers.size() || index >= second->buffers.size()) return 0;
  KeptDifference& kept = differences_[like.buffer];
  if (kept.of_first != first->id || kept.of_second != second->id || kept.revision == 0)
    kept = {first->id, second->id, kept.revision + 1, difference_of(slot, like.format, index, first->buffers[index], second->buffers[index])};
  const PictureDifference& found = kept.difference;
  const std::string id = "results/difference/" + buffer;
  fill(ui, area, mix(ui.theme.paper, ui.theme.ground, 0.7f), ui.px(4));
  const std::string words = difference_words(found, buffer, slot.launch->device.buffers[index].shape);
  const Interaction mouse = ui.widgets.add({.role = Role::image, .label = "Difference picture", .id = id, .rect = area, .value = words});
  if (found.differing == 0) {
    tick_mark(ui, area.x + area.width / 2, area.y + area.height / 2, ui.px(22), ui.theme.good);
  } else {
    Clip clip(ui, area);
    const TextureId texture = ui.textures.upload(id, kept.revision, static_cast<int>(like.format.width),
                                                 static_cast<int>(like.format.height), found.rgba);
    const GridView view = place_picture(link_, like.format.width, like.format.height, area);
    picture(ui, texture, on_screen(view, {0, 0, static_cast<int32_t>(like.format.width), static_cast<int32_t>(like.format.height)}));
    draw_crosshair(like, area, ui);
  }
  const Input& input = ui.widgets.input();
  if (input.wheel != 0 && ui.widgets.is_wheel_over(area))
    link_ = zoom_link(link_, like.format.width, like.format.height, area, input.mouse_x, input.mouse_y, std::pow(1.3, input.wheel), ui.px(96));
  if (mouse.activated && found.differing > 0) {   // go and look at the largest
    const uint64_t pixel = like.format.pixel_of(found.largest_element);
    link_.zoom = std::max(link_.zoom, 24.0);
    link_.x = (static_cast<double>(pixel % like.format.width) + 0.5) / like.format.width;
    link_.y = (static_cast<double>(pixel / like.format.width) + 0.5) / like.format.height;
    link_ = pan_link(link_, like.format.width, like.format.height, area, 0, 0);
  }
  float y = area.bottom() + ui.px(6);
  text_cut(ui, Type::caption_bold, area.x, y, ui.px(20), area.width, ui.theme.ink, "Difference");
  y += ui.px(20);
  const std::string who = std::string(pair.first == EngineKind::simulated ? "simulated" : "loops") + " and " + (pair.second == EngineKind::cuda ? "GPU" : "loops") + ". ";
  y += text_wrapped(ui, Type::caption, area.x, y, ui.px(17), area.width, found.differing ? ui.theme.bad : ui.theme.quiet, "Between " + who + words);
  return y - area.y + ui.px(6);
}

// ---- no pictures

float ResultImages::draw_table(const ValueTable& table, float x, float y, float width, Ui& ui) const {
  const float top = y, row_height = ui.px(24);
  std::vector<float> columns(table.columns.size(), 0);
  for (size_t c = 0; c < columns.size(); ++c) {
    columns[c] = text_width(ui, Type::caption, ui.phrase(table.columns[c]));
    for (const auto& row : table.rows) columns[c] = std::max(columns[c], text_width(ui, Type::code_small, row[c]));
    columns[c] += ui.px(28);
  }
  float total = 0;
  for (float c : columns) total += c;
  total = std::min(total, width);
  float at = x;
  for (size_t c = 0; c < columns.size(); at += columns[c++])
    c == 0 ? text(ui, Type::caption_bold, at, y, row_height, ui.theme.quiet, ui.phrase(table.columns[c]))
           : text_right(ui, Type::caption_bold, at + columns[c] - ui.px(10), y, row_height, ui.theme.quiet, ui.phrase(table.columns[c]));
  y += row_height;
  line(ui, x, y, x + total, y, ui.theme.line);
  for (size_t r = 0; r < table.rows.size(); ++r) {
    if (table.differs[r]) fill(ui, {x - ui.px(4), y, total + ui.px(8), row_height}, with_alpha(ui.theme.bad, 0.10f), ui.px(3));
    at = x;
    ui.widgets.begin_text_group();
    for (size_t c = 0; c < columns.size(); at += columns[c++]) {
      const Colour ink = c == 0 || table.rows[r][c] == "not written" ? ui.theme.quiet : table.differs[r] && c > 1 ? ui.theme.bad : ui.theme.ink;
      if (c == 0) text(ui, Type::code_small, at, y, row_height, ink, table.rows[r][c]);
      else text_right(ui, Type::code_small, at + columns[c] - ui.px(10), y, row_height, ink, table.rows[r][c]);
    }
    ui.widgets.end_text_group();
    y += row_height;
  }
  if (table.left_out) {
    text_cut(ui, Type::caption, x, y, row_height, width, ui.theme.quiet, left_out_words(ui, table));
    y += row_height;
  }
  return y - top;
}

// One engine's values, laid out as the buffer is.
float ResultImages::draw_matrix(const ValueTable& table, size_t column, size_t across, float cell, float x, float y, Ui& ui) const {
  const float row_height = ui.px(24);
  text(ui, Type::caption_bold, x, y, ui.px(22), ui.theme.ink, ui.phrase(table.columns[column] == "start" ? "before" : table.columns[column]));
  y += ui.px(24);
  for (size_t e = 0; e < table.rows.size(); ++e) {
    const Rect place{x + static_cast<float>(e % across) * cell, y + static_cast<float>(e / across) * row_height, cell - 1, row_height - 1};
    const std::string& value = table.rows[e][column];
    const bool is_poison = value == "not written", is_wrong = table.differs[e] && column > 1;
    fill(ui, place, is_wrong ? with_alpha(ui.theme.bad, 0.16f) : ui.theme.ground, ui.px(2));
    if (is_poison) hatch(ui, place, with_alpha(ui.theme.hatch, 0.6f), ui.px(5));
    else text_centred(ui, Type::code_small, place, is_wrong ? ui.theme.bad : ui.theme.ink, value);
  }
  return ui.px(24) + row_height * static_cast<float>((table.rows.size() + across - 1) / across);
}

float ResultImages::draw_matrices(const ValueTable& table, float x, float y, float width, Ui& ui) const {
  const float top = y;
  text(ui, Type::ui_bold, x, y, ui.px(22), ui.theme.ink, table.buffer);
  y += ui.px(26);
  float cell = ui.px(30);
  for (const auto& row : table.rows)
    for (size_t c = 1; c < row.size(); ++c)
      if (row[c] != "not written") cell = std::max(cell, text_width(ui, Type::code_small, row[c]) + ui.px(12));
  size_t across = table.across;
  while (!table.is_plane && across > 4 && cell * static_cast<float>(across) > width) across /= 2;  // wide numbers: shorter rows
  const float one = cell * static_cast<float>(across), gap = ui.px(24);
  float at = x, high = 0;
  for (size_t c = 1; c < table.columns.size(); ++c) {
    const bool has_any = std::any_of(table.rows.begin(), table.rows.end(), [c](const auto& row) { return row[c] != "not written"; });
    if (!has_any && c == 1) continue;   // nothing stood there before
    if (at > x && at + one > x + width) {
      at = x;
      y += high + ui.px(12);
    }
    high = draw_matrix(table, c, across, cell, at, y, ui);
    at += one + gap;
  }
  y += high;
  if (table.left_out) {
    y += ui.px(4) + text_wrapped(ui, Type::caption, x, y + ui.px(4), ui.px(20), width, ui.theme.quiet, left_out_words(ui, table));
  }
  return y - top;
}

float ResultImages::draw_bars(const ValueTable& table, float x, float y, float width, Ui& ui) const {
  const float top = y, high = ui.px(110);
  double low = 0, most = 0;
  for (const auto& row : table.numbers)
    for (double v : row)
      if (std::isfinite(v)) low = std::min(low, v), most = std::max(most, v);
  if (most == low) most = low + 1;
  text(ui, Type::caption_bold, x, y, ui.px(20), ui.theme.ink, table.buffer);
  y += ui.px(24);
  const size_t last = std::min<size_t>(3, table.columns.size() - 1);
  const float step = std::min(ui.px(34), width / static_cast<float>(table.rows.size()));
  const float zero = y + high * static_cast<float>(most / (most - low));
  for (size_t r = 0; r < table.rows.size(); ++r) {
    const float left = x + static_cast<float>(r) * step, bar = (step - ui.px(3)) / static_cast<float>(last - 1);
    for (size_t c = 2; c <= last; ++c) {
      const double v = table.numbers[r][c - 1];
      if (!std::isfinite(v)) continue;
      const float size = high * static_cast<float>(v / (most - low));
      const Colour colour = c == 2 ? ui.theme.accent : with_alpha(ui.theme.accent, 0.45f);
      fill(ui, {left + static_cast<float>(c - 2) * bar, size >= 0 ? zero - size : zero, bar, std::abs(size)}, table.differs[r] ? ui.theme.bad : colour, ui.px(1));
    }
    if (step >= ui.px(16)) text_centred(ui, Type::caption, {left, y + high + ui.px(2), step, ui.px(18)}, ui.theme.quiet, std::to_string(r));
  }
  line(ui, x, zero, x + step * static_cast<float>(table.rows.size()), zero, ui.theme.line);
  text(ui, Type::caption, x, y + high + ui.px(22), ui.px(18), ui.theme.quiet,
       "Largest " + format_number(most) + (last > 2 ? "; left bar simulated, right bar explicit loops" : "") +
           (table.left_out ? "; " + with_thousands(table.left_out) + " more elements are not drawn" : ""));
  return y + high + ui.px(42) - top;
}

}  // namespace wb
