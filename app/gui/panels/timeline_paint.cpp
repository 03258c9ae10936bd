#include <algorithm>
#include <bit>
#include <cmath>

#include "app/gui/paint.h"
#include "app/gui/panels/source_notes.h"
#include "app/gui/panels/timeline_panel.h"
#include "app/gui/panels/wording.h"

namespace wb {
namespace {

constexpr double shapes_from = 3;        // pixels a tick: from there on instructions are drawn as shapes

Colour hue_of(const Ui& ui, uint32_t block) { return ui.theme.blocks[block % ui.theme.blocks.size()]; }

Rect step_rect(const TimelineScene& s, double tick0, double tick1, uint64_t row) {
  const float x0 = static_cast<float>(x_of(s.view, s.area, tick0)), x1 = static_cast<float>(x_of(s.view, s.area, tick1));
  const float y0 = static_cast<float>(y_of(s.view, s.area, static_cast<double>(row))), high = static_cast<float>(s.view.row);
  return {x0, y0 + (high >= 6 ? 1 : 0), std::max(1.0f, x1 - x0), std::max(1.0f, high - (high >= 6 ? 2 : 0))};
}

uint64_t row_of(const TimelineScene& s, uint32_t block, uint32_t warp) { return uint64_t{block} * s.recording.shape().warps_per_block() + warp; }

bool sees_row(const TimelineScene& s, uint64_t row) {
  const double at = static_cast<double>(row);
  return at + 1 > s.view.top && at < s.view.top + s.area.height / s.view.row;
}

// ---- rows and their names

void paint_rows(Ui& ui, const TimelineScene& s) {
  fill(ui, s.area, mix(ui.theme.paper, ui.theme.ground, 0.5f));
  const auto mark = [&](WarpRef warp, Colour colour) {
    const Rect row = step_rect(s, s.view.begin, s.view.begin + s.view.ticks, row_of(s, warp.block, warp.warp));
    fill(ui, {s.area.x - s.names, row.y, s.area.width + s.names, std::max(ui.px(3), row.height)}, colour);
  };
  if (s.followed) mark(*s.followed, with_alpha(ui.theme.accent, 0.16f));
  if (s.hovered) mark(*s.hovered, with_alpha(ui.theme.ink, 0.06f));
  // Blocks are parted by lines where they are not too close.
  const double per_block = s.recording.shape().warps_per_block();
  if (per_block * s.view.row < ui.px(7)) return;
  const double first = std::ceil(s.view.top / per_block), last = (s.view.top + s.area.height / s.view.row) / per_block;
  for (double block = first; block <= std::min(last, static_cast<double>(s.recording.shape().block_count())); ++block) {
    const float y = static_cast<float>(y_of(s.view, s.area, block * per_block));
    line(ui, s.area.x - s.names, y, s.area.right(), y, with_alpha(ui.theme.line, 0.9f));
  }
}

// "warp 3" beside every row that has room for it, else "block 2" beside the blocks, as densely as they can be read.
void paint_names(Ui& ui, const TimelineScene& s) {
  const LaunchShape& shape = s.recording.shape();
  const double per_block = shape.warps_per_block(), end = s.view.top + s.area.height / s.view.row;
  const float high = ui.px(14), left = s.area.x - s.names + ui.px(12);
  const bool names_warps = s.view.row >= high;
  const bool has_both = names_warps && per_block > 1;
  const double every = std::max(1.0, std::ceil(high / (per_block * s.view.row)));
  for (double block = std::floor(s.view.top / per_block / every) * every; block * per_block < end && block < static_cast<double>(shape.block_count());
       block += every) {
    const double at = std::max(block * per_block, std::min(s.view.top, (block + 1) * per_block - 1));
    const float y = static_cast<float>(y_of(s.view, s.area, at));
    if (y > s.area.bottom() - high / 2) break;
    const uint32_t number = static_cast<uint32_t>(block);
    fill(ui, {left - ui.px(6), y + 2, ui.px(3), high - 4}, hue_of(ui, number));
    text_cut(ui, Type::label, left, y, high, s.names - ui.px(has_both ? 62 : 14), ui.theme.quiet, block_words(shape, number));
  }
  if (!has_both) return;
  for (double row = std::floor(s.view.top); row < end && row < static_cast<double>(s.extent.rows); ++row) {
    const uint32_t warp = static_cast<uint32_t>(std::fmod(row, per_block));
    const std::string name = "warp " + std::to_string(warp);
    text_right(ui, Type::label, s.area.x - ui.px(5), static_cast<float>(y_of(s.view, s.area, row)), static_cast<float>(s.view.row), ui.theme.quiet, name);
  }
}

void paint_ruler(Ui& ui, const TimelineScene& s) {
  fill(ui, s.ruler, ui.theme.ground);
  const uint64_t apart = ruler_distance(s.view, s.area, ui.px(84));
  for (uint64_t tick = static_cast<uint64_t>(s.view.begin) / apart * apart; static_cast<double>(tick) <= s.view.begin + s.view.ticks; tick += apart) {
    const float x = static_cast<float>(x_of(s.view, s.area, static_cast<double>(tick)));
    if (x < s.area.x) continue;
    line(ui, x, s.ruler.bottom() - ui.px(5), x, s.ruler.bottom(), ui.theme.quiet, 1);
    line(ui, x, s.area.y, x, s.area.bottom(), with_alpha(ui.theme.line, 0.5f), 1);
    const std::string number = with_thousands(tick);
    if (x + text_width(ui, Type::label, number) + ui.px(3) < s.area.right())
      text(ui, Type::label, x + ui.px(3), s.ruler.y, s.ruler.height - ui.px(4), ui.theme.quiet, number);
  }
}

// ---- instructions

void paint_step(Ui& ui, const TimelineScene& s, const WarpStep& step, LaneMask whole) {
  const Rect cell = step_rect(s, static_cast<double>(step.tick), static_cast<double>(step.tick + 1), row_of(s, step.block, step.warp));
  const Colour hue = hue_of(ui, step.block);
  const float gap = cell.width > 6 ? 1.0f : 0.0f;
  const Rect box{cell.x, cell.y, cell.width - gap, cell.height};
  if (step.kind == WarpStep::Kind::barrier) {
    fill(ui, {box.x + box.width * 0.15f, box.y, box.width * 0.25f, box.height}, ui.theme.ink);
    fill(ui, {box.x + box.width * 0.6f, box.y, box.width * 0.25f, box.height}, ui.theme.ink);
    return;
  }
  // As high as the share of lanes at work.
  const float share = whole ? static_cast<float>(std::popcount(step.active & whole)) / static_cast<float>(std::popcount(whole)) : 1;
  if (share < 1) fill(ui, box, with_alpha(hue, 0.16f));
  const float high = std::max(1.5f, box.height * share);
  const Rect body{box.x, box.bottom() - high, box.width, high};
  fill(ui, body, with_alpha(hue, 0.85f));
  if (share < 1 && box.width >= 5) hatch(ui, {box.x, box.y, box.width, box.height - high}, with_alpha(hue, 0.8f), ui.px(4));
  if (step.kind == WarpStep::Kind::plain || box.width < 6 || box.height < 8) return;
  const float x = box.x + box.width / 2, y = box.bottom() - ui.px(4.5f), size = std::min(box.width * 0.35f, ui.px(3.2f));
  const Colour ink = ui.theme.is_dark ? rgb(0x16181D) : rgb(0x22252A);
  if (step.kind == WarpStep::Kind::load) ring(ui, x, y, size, ink, 1.3f);
  else if (step.kind == WarpStep::Kind::store) fill(ui, {x - size, y - size, 2 * size, 2 * size}, ink);
  else diamond(ui, x, y, size * 1.2f, ink);
}

void paint_line_number(Ui& ui, const TimelineScene& s, const WarpStep& step) {
  const Rect cell = step_rect(s, static_cast<double>(step.tick), static_cast<double>(step.tick + 1), row_of(s, step.block, step.warp));
  const uint32_t at = main_line(s.recording.sources(), step.span);
  const std::string number = std::to_string(at);
  if (at && text_width(ui, Type::label, number) + 3 < cell.width && cell.height >= ui.px(22))
    text_centred(ui, Type::label, {cell.x, cell.y, cell.width, cell.height - ui.px(9)}, ui.theme.is_dark ? rgb(0x16181D) : rgb(0x22252A), number);
}

void paint_shapes(Ui& ui, const TimelineScene& s) {
  const LaunchShape& shape = s.recording.shape();
  const uint32_t per_block = shape.warps_per_block(), rest = shape.threads_per_block() - (per_block - 1) * warp_size;
  std::map<uint64_t, Tick> arrived;   // rows at a barrier, since when
  const Tick begin = static_cast<Tick>(std::max(0.0, s.view.begin)), end = static_cast<Tick>(s.view.begin + s.view.ticks) + 1;
  const auto wait = [&](uint64_t row, Tick from, double to) {
    const Rect r = step_rect(s, static_cast<double>(from), to, row);
    fill(ui, {r.x, r.y + r.height / 2 - ui.px(0.75f), r.width, ui.px(1.5f)}, with_alpha(ui.theme.quiet, 0.8f));
  };
  // Some ticks more on both sides: who waits in sight may have arrived before.
  for (const auto part : s.model.steps(begin - std::min<Tick>(begin, 4096), end))
    for (const WarpStep& step : part) {
      const uint64_t row = row_of(s, step.block, step.warp);
      if (!sees_row(s, row)) continue;
      if (const auto before = arrived.find(row); before != arrived.end()) {
        wait(row, before->second + 1, static_cast<double>(step.tick));
        arrived.erase(before);
      }
      if (step.kind == WarpStep::Kind::barrier) arrived[row] = step.tick;
      if (step.tick + 1 < begin) continue;
      paint_step(ui, s, step, step.warp + 1 == per_block && rest < warp_size ? (1u << rest) - 1 : ~0u);
      paint_line_number(ui, s, step);
    }
  for (const auto& [row, since] : arrived) wait(row, since + 1, std::min(s.view.begin + s.view.ticks, static_cast<double>(s.extent.ticks)));
}

TimelineColours colours_of(const Ui& ui) {
  TimelineColours colours;
  std::copy(ui.theme.blocks.begin(), ui.theme.blocks.end(), colours.blocks.begin());
  colours.parted = ui.theme.current_line_edge;
  colours.barrier = ui.theme.ink;
  colours.waiting = ui.theme.quiet;
  return colours;
}

uint64_t hash_of(std::initializer_list<double> numbers) {
  uint64_t hash = 1469598103934665603u;
  for (const double number : numbers) hash = (hash ^ std::bit_cast<uint64_t>(number)) * 1099511628211u + 7;
  return hash;
}

void paint_image(Ui& ui, const TimelineScene& s) {
  const int width = std::max(1, static_cast<int>(s.area.width)), height = std::max(1, static_cast<int>(s.area.height));
  const uint64_t revision = hash_of({s.view.begin, s.view.ticks, s.view.top, s.view.row, static_cast<double>(width), static_cast<double>(height),
                                     static_cast<double>(s.model.revision()), ui.theme.is_dark ? 1.0 : 0.0, s.model.is_exact() ? 1.0 : 0.0});
  TextureId texture = 0;
  if (ui.textures.is_missing("timeline", revision)) {
    const Tick begin = static_cast<Tick>(std::max(0.0, s.view.begin)), end = static_cast<Tick>(s.view.begin + s.view.ticks) + 1;
    const TimelineImage image = s.model.is_exact() ? raster_steps(s.model.steps(begin, end), s.recording.shape(), s.view, width, height, colours_of(ui))
                                                   : raster_stretches(s.model.stretches(), s.recording.shape(), s.view, width, height, colours_of(ui));
    const uint8_t* bytes = reinterpret_cast<const uint8_t*>(image.pixels.data());
    texture = ui.textures.upload("timeline", revision, width, height, {bytes, image.pixels.size() * 4});
  } else {
    texture = ui.textures.get("timeline");
  }
  picture(ui, texture, {std::round(s.area.x), std::round(s.area.y), static_cast<float>(width), static_cast<float>(height)});
}

// ---- findings and the present

void paint_findings(Ui& ui, const TimelineScene& s) {
  const LaunchShape& shape = s.recording.shape();
  const int selected = s.session.selection().finding;
  const auto& replay = s.session.replay();
  const auto findings = replay && replay->is_elsewhere ? s.session.findings() : s.recording.findings();
  float last_x = -1e6f;
  for (size_t f = 0; f < findings.size(); ++f) {
    const Finding& finding = findings[f];
    if (finding.severity == Severity::note || (replay && replay->is_elsewhere && static_cast<int>(f) != selected)) continue;
    const std::optional<Tick> shows = moment_of(s.recording, finding);
    const float x = shows ? static_cast<float>(x_of(s.view, s.area, static_cast<double>(*shows) + 0.5)) : -1e6f;
    const Colour colour = finding.severity == Severity::error ? ui.theme.bad : ui.theme.current_line_edge;
    const bool is_selected = static_cast<int>(f) == selected, is_near = x >= s.area.x && x <= s.area.right();
    if (is_near && (is_selected || std::abs(x - last_x) > 3)) {
      fill(ui, {x - ui.px(1.5f), s.ruler.bottom() - ui.px(11), ui.px(3), ui.px(11)}, colour, ui.px(1));
      last_x = x;
    }
    if (!is_selected) continue;
    for (size_t p = 0; p < std::min<size_t>(2, finding.places.size()); ++p) {
      const FindingPlace& place = finding.places[p];
      const std::optional<Tick> tick = moment_of(s.recording, place);
      if (!tick) continue;
      const uint64_t row = row_of(s, shape.linear_block(place.block), shape.linear_thread(place.thread) / warp_size);
      const float px = static_cast<float>(x_of(s.view, s.area, static_cast<double>(*tick) + 0.5)),
                  py = static_cast<float>(y_of(s.view, s.area, static_cast<double>(row) + 0.5));
      if (px < s.area.x || px > s.area.right() || !sees_row(s, row)) continue;
      if (p == 0) diamond(ui, px, py, ui.px(6), ui.theme.first_party);
      else disc(ui, px, py, ui.px(5), ui.theme.second_party);
    }
  }
}

void paint_present(Ui& ui, const TimelineScene& s) {
  const float x = static_cast<float>(x_of(s.view, s.area, static_cast<double>(s.session.selection().tick)));
  if (x < s.area.x - 1 || x > s.area.right() + 1) return;
  line(ui, x, s.ruler.y + ui.px(8), x, s.area.bottom(), ui.theme.accent, ui.px(1.5f));
  triangle(ui, x - ui.px(5), s.ruler.y + ui.px(4), x + ui.px(5), s.ruler.y + ui.px(4), x, s.ruler.y + ui.px(12), ui.theme.accent);
}

}  // namespace

double widest_tick(const Ui& ui) { return ui.px(40); }
double largest_row(const Ui& ui) { return ui.px(26); }

void paint_timeline(Ui& ui, const TimelineScene& s) {
  {
    Clip clip(ui, {s.area.x - s.names, s.area.y, s.area.width + s.names, s.area.height});
    paint_rows(ui, s);
    paint_names(ui, s);
  }
  paint_ruler(ui, s);
  {
    Clip clip(ui, s.area);
    if (s.model.is_exact() && pixels_a_tick(s.view, s.area) >= shapes_from) paint_shapes(ui, s);
    else paint_image(ui, s);
  }
  Clip clip(ui, {s.area.x, s.ruler.y, s.area.width, s.area.bottom() - s.ruler.y});
  paint_findings(ui, s);
  paint_present(ui, s);
}

}  // namespace wb
