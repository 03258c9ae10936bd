#include "app/gui/panels/grid_panel.h"

#include <algorithm>
#include <cmath>

#include "app/gui/paint.h"
#include "app/gui/panels/index_formula.h"
#include "app/gui/panels/no_recording.h"
#include "app/gui/panels/wording.h"

namespace wb {
namespace {

constexpr double ease_seconds = 0.22;
const Colour tooltip_formula = rgb(0xFFCE5C);

// Of the grid that is shown: a template's without its arguments.
std::string shown_kernel(const Session& session, const Launch& launch) {
  if (session.grid() == 0 || !session.family()) return launch.kernel;
  const std::string& kernel = session.family()->grid(session.grid()).kernel;
  return kernel.substr(0, kernel.find('<'));
}

std::map<std::string, double> known_values(const Launch& launch, const ResolvedSelection& now, bool is_own_grid) {
  std::map<std::string, double> values = launch.values;
  const std::vector<std::string> names = is_own_grid ? parameter_names(launch.source, launch.kernel) : std::vector<std::string>();
  for (size_t i = 0; i < std::min(names.size(), launch.device.arguments.size()); ++i)
    std::visit([&](const auto& argument) {
      if constexpr (std::is_arithmetic_v<std::decay_t<decltype(argument)>>) values[names[i]] = static_cast<double>(argument);
    }, launch.device.arguments[i]);
  for (const VariableView& v : now.variables) {
    char* end = nullptr;
    const double number = std::strtod(v.value.c_str(), &end);
    if (!v.is_poisoned && end != v.value.c_str() && *end == '\0') values.emplace(v.name, number);
  }
  return values;
}

struct TouchedBuffer { uint32_t allocation = 0; std::vector<uint64_t> reads, writes, atomics; };

// "reads rgb[8,937 ... 8,939], writes out[2,979]"
std::string access_words(const Recording& recording, const std::vector<AccessRecord>& accesses) {
  std::vector<TouchedBuffer> touched;
  for (const AccessRecord& a : accesses) {
    if (a.allocation >= recording.allocations().size() || recording.allocations()[a.allocation].space == Space::local) continue;
    auto found = std::find_if(touched.begin(), touched.end(), [&](const TouchedBuffer& t) { return t.allocation == a.allocation; });
    if (found == touched.end()) found = touched.insert(touched.end(), {a.allocation, {}, {}, {}});
    const uint64_t element = a.offset / std::max(1u, recording.allocations()[a.allocation].element_bytes);
    (a.kind == AccessKind::load ? found->reads : a.kind == AccessKind::store ? found->writes : found->atomics).push_back(element);
  }
  std::string text;
  const auto add = [&](const char* verb, auto member) {
    std::string names;
    for (const TouchedBuffer& t : touched)
      if (!(t.*member).empty()) names += (names.empty() ? "" : ", ") + element_list_words(recording.allocations()[t.allocation].name, t.*member);
    if (!names.empty()) text += (text.empty() ? "" : ", ") + std::string(verb) + " " + names;
  };
  add("reads", &TouchedBuffer::reads);
  add("writes", &TouchedBuffer::writes);
  add("adds atomically to", &TouchedBuffer::atomics);
  return text;
}

CellRect hull(const std::vector<CellRect>& rects) {
  if (rects.empty()) return {};
  CellRect all = rects.front();
  for (const CellRect& r : rects) {
    const int32_t right = std::max(all.column + all.columns, r.column + r.columns), bottom = std::max(all.row + all.rows, r.row + r.rows);
    all.column = std::min(all.column, r.column);
    all.row = std::min(all.row, r.row);
    all.columns = right - all.column;
    all.rows = bottom - all.row;
  }
  return all;
}

constexpr std::pair<const char*, GridPanel::Level> zoom_levels[] = {
    {"grid", GridPanel::Level::grid}, {"block", GridPanel::Level::block}, {"warp", GridPanel::Level::warp}, {"thread", GridPanel::Level::thread}};

float zoom_buttons_width(const Ui& ui) {
  float width = 0;
  for (const auto& [name, level] : zoom_levels) width += button_width(ui, {.label = ui.say(std::string("grid.zoom_") + name), .style = ButtonStyle::quiet});
  return width + button_width(ui, {.label = ui.say("grid.as_text"), .style = ButtonStyle::quiet});
}

}  // namespace

std::string grid_title(const GridModel& model) {
  const LaunchShape& shape = model.layout().shape();
  std::string threads = plural(shape.block_count(), "block") + " of " + (shape.block.y > 1 || shape.block.z > 1 ? format_extent(shape.block) + " threads" : plural(shape.block.x, "thread"));
  if (shape.grid.y > 1 || shape.grid.z > 1) threads = format_extent(shape.grid) + " blocks of " + threads.substr(threads.find(" of ") + 4);
  if (!model.has_picture()) return threads;
  const PictureFormat& format = *model.format();
  const std::string size = format.height > 1 ? with_thousands(format.width) + " x " + with_thousands(format.height)
                                             : plural(format.width, model.is_image() ? "pixel" : "number");
  return model.buffer_name() + ", " + size + ", under " + threads;
}

std::string grid_legend(const GridModel& model, const Catalogue& words) {
  std::string text = words.text("grid.legend");
  if (model.has_picture() && model.has_poison()) text += words.text("grid.legend_poison");
  if (model.layout().layers() > 1) text += words.text("grid.legend_layer", {std::to_string(model.layout().layer()), std::to_string(model.layout().layers())});
  if (model.layout().has_overhang()) text += words.text(model.layout().overhang() == 1 ? "grid.legend_idle_one" : "grid.legend_idle", {with_thousands(model.layout().overhang())});
  if (!model.has_picture() && !model.buffer_name().empty())
    text += words.text("grid.legend_own_order", {model.buffer_name()});
  return text;
}

void GridPanel::draw(const Session& session, Rect area, Ui& ui) {
  fill(ui, area, ui.theme.paper);
  if (!has_recording(session)) {
    model_.clear();
    return draw_no_recording(ui, area, session, ui.say("machine.empty_grid"));
  }
  const RunSlot* slot = session.shown_run();
  model_.update(*slot, session.kept_recording(), session.selection().tick);
  if (!model_.is_ready()) {
    ui.widgets.request_frame();
    empty_state(ui, area, {.title = ui.say("grid.placing_title"), .sentence = ui.say("grid.placing"), .button_label = {}, .button_id = {}});
    return;
  }
  follow_layer(session);
  draw_grid(session, area, ui);
}

// The layer of the thread that is followed, or of the warp at work; until another one is chosen by hand.
void GridPanel::follow_layer(const Session& session) {
  const bool is_new = layer_layout_ != model_.layout_revision();
  layer_layout_ = model_.layout_revision();
  const ThreadRef thread = focus_thread(session);
  if (!is_new && layer_of_ == thread) return;
  layer_of_ = thread;
  if (model_.layout().layers() > 1) model_.show_layer(model_.layout().layer_of(thread));
}

float GridPanel::layer_width(const Ui& ui) const {
  const uint32_t layers = model_.layout().layers();
  return layers > 1 ? button_width(ui, {.label = ui.say("grid.layer_short", {std::to_string(layers - 1)}), .icon = Icon::caret_down}) + ui.px(8) : 0;
}

void GridPanel::draw_layer_menu(float x, float y, Ui& ui) {
  std::vector<std::string> names;
  for (uint32_t z = 0; z < model_.layout().layers(); ++z) names.push_back(ui.say("grid.layer", {std::to_string(z)}));
  const uint32_t now = model_.layout().layer();
  const auto chosen = drop_down(ui, x, y, "machine/grid/layer", ui.say("grid.layer_short", {std::to_string(now)}), names, static_cast<int>(now), layer_menu_);
  if (chosen) model_.show_layer(static_cast<uint32_t>(*chosen));
}

void GridPanel::draw_grid(const Session& session, const Rect& area, Ui& ui) {
  const float head = draw_head(session, area, ui);
  if (shows_list_) return draw_list(session, {area.x, area.y + head, area.width, area.height - head}, ui);
  const float legend = wrapped_height(ui.fonts, Type::caption, ui.px(18), area.width - ui.px(28), grid_legend(model_, ui.catalogue)) + ui.px(10);
  const Rect canvas{area.x, area.y + head, area.width, std::max(ui.px(60), area.height - head - legend)};
  const bool is_new = fitted_layout_ != model_.layout_revision();
  const bool is_resized = canvas.width != fitted_area_.width || canvas.height != fitted_area_.height || canvas.x != fitted_area_.x || canvas.y != fitted_area_.y;
  if (is_new || (is_resized && !was_moved_)) {
    aim(session, Level::grid, canvas, ui);
    view_ = target_;
    was_moved_ = is_easing_ = false;
    fitted_layout_ = model_.layout_revision();
  }
  fitted_area_ = canvas;
  const Interaction mouse = ui.widgets.add({.role = Role::image, .label = "grid over " + (model_.buffer_name().empty() ? "its threads" : model_.buffer_name()),
                                            .id = "machine/grid", .rect = canvas, .value = grid_title(model_)});
  move_view(ui, canvas, mouse);
  const PictureShape cells = model_.layout().picture();
  if (model_.has_picture()) ui.widgets.note_picture({model_.buffer_name(), on_screen(view_, {0, 0, cells.columns, cells.rows}), cells.columns, cells.rows});
  handle_pointer(session, canvas, ui, mouse);
  paint_grid(ui, {.model = model_, .view = view_, .area = canvas, .session = session, .followed = session.selection().thread, .hovered = hovered_});
  draw_legend({area.x, area.bottom() - legend, area.width, legend}, ui);
  if (hovered_ && mouse.hovered && !is_dragging_) draw_tooltip(session, ui, *hovered_);
  focus_ring(ui, canvas, "machine/grid", 0);
}

// The title, and beside it (else below it, else nowhere: the wheel is there) what to zoom to. Returns the height.
float GridPanel::draw_head(const Session& session, const Rect& area, Ui& ui) {
  const std::string title = ui.phrase(grid_title(model_));
  const float row = ui.px(36), left = area.x + ui.px(14), room = area.width - ui.px(28), tools = zoom_buttons_width(ui) + layer_width(ui) + ui.px(12);
  const float wanted = text_width(ui, Type::caption, title);
  const bool is_beside = wanted + tools <= room, is_below = !is_beside && tools <= room && area.height > ui.px(240);
  text_cut(ui, Type::caption, left, area.y, row, is_beside ? room - tools : room, ui.theme.quiet, title);
  if (is_beside) draw_zoom_buttons(session, {area.right() - tools, area.y, tools, row}, ui);
  if (is_below) draw_zoom_buttons(session, {left - ui.px(10), area.y + ui.px(28), tools, row}, ui);
  return is_below ? ui.px(28) + row : row;
}

void GridPanel::draw_zoom_buttons(const Session& session, const Rect& area, Ui& ui) {
  float x = area.x;
  for (const auto& [name, level] : zoom_levels) {
    const std::string id = std::string("machine/zoom/") + name, label = ui.say(std::string("grid.zoom_") + name), tip = ui.say("grid.zoom_tip", {label});
    const Button zoom{.label = label, .id = id, .style = ButtonStyle::quiet, .tooltip = tip};
    if (button(ui, x, area.y + (area.height - button_height(ui)) / 2, zoom)) {
      aim(session, level, fitted_area_, ui);
      is_easing_ = true;
      was_moved_ = level != Level::grid;
    }
    x += button_width(ui, zoom);
  }
  const std::string label = ui.say("grid.as_text"), tip = ui.say("grid.as_text_tip");
  const Button list{.label = label, .id = "machine/grid/list", .style = ButtonStyle::quiet, .checked = shows_list_, .tooltip = tip};
  if (button(ui, x, area.y + (area.height - button_height(ui)) / 2, list)) shows_list_ = !shows_list_;
  if (model_.layout().layers() > 1) draw_layer_menu(x + button_width(ui, list) + ui.px(8), area.y + (area.height - button_height(ui)) / 2, ui);
}

void GridPanel::draw_legend(const Rect& area, Ui& ui) const {
  text_wrapped(ui, Type::caption, area.x + ui.px(14), area.y + ui.px(4), ui.px(18), area.width - ui.px(28), ui.theme.quiet, grid_legend(model_, ui.catalogue));
}

ThreadRef GridPanel::focus_thread(const Session& session) const {
  if (session.selection().thread) return *session.selection().thread;
  if (const auto& instruction = session.resolved().instruction) return {instruction->block, instruction->warp * warp_size};
  return {};
}

void GridPanel::aim(const Session& session, Level level, const Rect& area, const Ui& ui) {
  const ThreadRef at = focus_thread(session);
  const GridLayout& layout = model_.layout();
  CellRect cells = layout.bounds();
  double largest = ui.px(56);
  if (level == Level::block) cells = hull(layout.block_rects(at.block));
  if (level == Level::warp) cells = hull(layout.warp_rects(at.block, at.thread / warp_size));
  if (level == Level::thread) {
    if (const auto cell = layout.cell_of(at)) cells = {cell->column - 2, cell->row - 1, 5, 3};
    largest = largest_cell(ui);
  }
  if (cells.columns == 0) cells = layout.bounds();
  const float names = level == Level::grid && shows_warp_names(layout) ? ui.px(48) : 0;   // left of the cells
  target_ = fit_view(cells, {area.x + names, area.y, area.width - names, area.height}, ui.px(14), largest);
  last_time_ = 0;
}

void GridPanel::move_view(Ui& ui, const Rect& area, const Interaction& mouse) {
  const Input& input = ui.widgets.input();
  const double smallest = fit_view(model_.layout().bounds(), area, ui.px(14), ui.px(56)).cell * 0.5;
  const auto zoom = [&](double px, double py, double steps) {
    target_ = zoom_about(is_easing_ ? target_ : view_, px, py, std::pow(1.25, steps), smallest, largest_cell(ui));
    target_ = keep_in_sight(target_, model_.layout().bounds(), area);
    is_easing_ = was_moved_ = true;
  };
  if (input.wheel != 0 && ui.widgets.is_wheel_over(area)) zoom(input.mouse_x, input.mouse_y, input.wheel);
  if (mouse.focused) {
    const double cx = area.x + area.width / 2, cy = area.y + area.height / 2;
    if (ui.widgets.take_key(Key::plus, false, false, false, "machine/grid")) zoom(cx, cy, 2);
    if (ui.widgets.take_key(Key::minus, false, false, false, "machine/grid")) zoom(cx, cy, -2);
    static constexpr std::tuple<Key, int, int> moves[] = {{Key::left, 1, 0}, {Key::right, -1, 0}, {Key::up, 0, 1}, {Key::down, 0, -1}};
    for (const auto& [key, dx, dy] : moves)
      if (ui.widgets.take_key(key, false, false, false, "machine/grid")) {
        if (!is_easing_) target_ = view_;
        target_.x += dx * area.width * 0.15;
        target_.y += dy * area.height * 0.15;
        target_ = keep_in_sight(target_, model_.layout().bounds(), area);
        is_easing_ = was_moved_ = true;
      }
  }
  if (!is_easing_) return;
  const double passed = last_time_ > 0 ? input.time - last_time_ : 1.0 / 60;
  last_time_ = input.time;
  view_ = ease(view_, target_, 1 - std::exp(-passed / ease_seconds * 4));
  if (is_close(view_, target_)) {
    view_ = target_;
    is_easing_ = false;
    last_time_ = 0;
  } else {
    ui.widgets.request_frame();
  }
}

void GridPanel::handle_pointer(const Session& session, const Rect& area, Ui& ui, const Interaction& mouse) {
  const Input& input = ui.widgets.input();
  if (mouse.pressed) {
    press_x_ = input.mouse_x;
    press_y_ = input.mouse_y;
    is_dragging_ = false;
  }
  if (mouse.held) {
    const float dx = input.mouse_x - press_x_, dy = input.mouse_y - press_y_;
    if (is_dragging_ || std::abs(dx) + std::abs(dy) > ui.px(4)) {
      is_dragging_ = was_moved_ = true;
      is_easing_ = false;
      view_.x += dx;
      view_.y += dy;
      view_ = keep_in_sight(view_, model_.layout().bounds(), area);
      press_x_ = input.mouse_x;
      press_y_ = input.mouse_y;
    }
  }
  const std::optional<Cell> before = hovered_;
  hovered_.reset();
  if (mouse.hovered) {
    const Cell cell = cell_under(view_, input.mouse_x, input.mouse_y);
    if (model_.layout().thread_at(cell) || model_.layout().element_at(cell)) hovered_ = cell;
  }
  if (mouse.clicked && !is_dragging_ && hovered_) click(session, area, ui, *hovered_, false);
  if (mouse.double_clicked && hovered_) click(session, area, ui, *hovered_, true);
  if (!mouse.held) is_dragging_ = false;
  if (hovered_ == before) return;
  Selection::Hover hover;
  if (hovered_) {
    hover.thread = model_.layout().thread_at(*hovered_);
    const auto pixel = model_.layout().element_at(*hovered_);
    if (pixel && model_.format() && *pixel < model_.format()->pixels())
      hover.element = ElementRef{static_cast<uint32_t>(model_.allocation()), model_.format()->element(*pixel, 0), 0};
    if (!hover.thread && hover.element && session.recording()) hover.thread = owner_of(*session.recording(), *hover.element);
  }
  ui.commands.send(SetHover{hover});
}

void GridPanel::click(const Session& session, const Rect& area, Ui& ui, Cell cell, bool twice) {
  const auto thread = model_.layout().thread_at(cell);
  if (!thread) return;
  if (twice) {
    target_ = fit_view(hull(model_.layout().block_rects(thread->block)), area, ui.px(14), ui.px(56));
    is_easing_ = was_moved_ = true;
    return;
  }
  const bool is_pinned = session.selection().thread == thread;
  ui.commands.send(FollowThread{is_pinned ? std::nullopt : thread});
  const auto pixel = model_.layout().element_at(cell);
  if (is_pinned || !pixel || !model_.format()) return ui.commands.send(SelectElement{std::nullopt});
  ui.commands.send(SelectElement{ElementRef{static_cast<uint32_t>(model_.allocation()), model_.format()->element(*pixel, 0), 0}});
}

void GridPanel::draw_tooltip(const Session& session, Ui& ui, Cell cell) const {
  std::vector<TooltipLine> lines;
  const Recording& recording = *session.recording();
  const LaunchShape& shape = recording.shape();
  const auto pixel = model_.layout().element_at(cell);
  if (pixel && model_.format() && *pixel < model_.format()->pixels()) {
    const std::string value = model_.value_text(*pixel);
    const bool is_plane = model_.format()->height > 1;
    const std::string place = is_plane ? "pixel at column " + with_thousands(uint64_t(cell.column)) + ", row " + with_thousands(uint64_t(cell.row))
                                       : flat_element_words(model_.buffer_name(), *pixel);
    lines.push_back({place + ": " + (value.empty() ? "not written yet" : value), Type::caption_bold, {}});
  }
  const std::vector<ThreadRef> all = model_.layout().threads_at(cell);
  if (all.size() > 1) {
    lines.push_back({ui.say("grid.several", {std::to_string(all.size())}), lines.empty() ? Type::caption_bold : Type::caption, {}});
    constexpr size_t most_named = 4;
    for (size_t i = 0; i < std::min(most_named, all.size()); ++i)
      lines.push_back({block_words(shape, all[i].block) + ", " + thread_words(shape, all[i].thread), Type::caption, {}});
    if (all.size() > most_named) lines.push_back({ui.say("grid.several_more", {std::to_string(all.size() - most_named)}), Type::caption, {}});
    lines.push_back({ui.say("grid.several_shown"), Type::caption, {}});
  }
  const std::optional<ThreadRef> thread = session.selection().hover.thread ? session.selection().hover.thread : model_.layout().thread_at(cell);
  if (thread) {
    lines.push_back({block_words(shape, thread->block) + ", " + thread_words(shape, thread->thread) + ", warp " + std::to_string(thread->thread / warp_size) +
                         ", lane " + std::to_string(thread->thread % warp_size), lines.empty() ? Type::caption_bold : Type::caption, {}});
    const ResolvedSelection& now = session.resolved();
    const RunSlot* slot = session.shown_run();
    if (slot && slot->launch)
      for (const IndexFormula& f : index_formulas(slot->launch->source, shown_kernel(session, *slot->launch), shape, *thread, known_values(*slot->launch, now, session.grid() == 0)))
        lines.push_back({f.sentence(), Type::code_small, tooltip_formula});
    if (now.thread == thread) {
      const std::string words = access_words(recording, now.thread_accesses);
      lines.push_back({words.empty() ? "touches no memory: it has nothing to do" : words, Type::caption, {}});
    }
    const std::vector<LaneView>& lanes = model_.lanes(thread->block);
    if (thread->thread < lanes.size()) lines.push_back({lane_state_words(lanes[thread->thread].state), Type::caption, {}});
  } else {
    lines.push_back({"no thread stored to this element", Type::caption, {}});
  }
  const Rect r = on_screen(view_, {cell.column, cell.row, 1, 1});
  tooltip(ui, std::max(ui.widgets.input().mouse_x, r.x + r.width * 0.5f), std::max(ui.widgets.input().mouse_y, r.bottom()), lines);
}

}  // namespace wb
