#include "app/gui/panels/memory_panel.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/gui/paint.h"
#include "app/gui/panels/memory_words.h"
#include "app/gui/panels/no_recording.h"
#include "app/gui/panels/wording.h"
#include "simulator/analysis/element_names.h"

namespace wb {
namespace {

constexpr double patience = 0.25;   // seconds after which it is said that something is being read

float smallest_cell(const Ui& ui, const AllocationInfo& allocation, MemoryForm form) {
  if (form == MemoryForm::bytes) return ui.px(19);
  switch (cell_bytes(allocation, false)) {
    case 1: return ui.px(22);
    case 2: return ui.px(32);
    case 4: return ui.px(36);
    default: return ui.px(58);
  }
}

std::string name_of_form(const Ui& ui, MemoryForm form) {
  constexpr const char* keys[] = {"memory.as_values", "memory.as_bytes", "memory.as_picture", "memory.as_banks", "memory.as_table"};
  return ui.say(keys[static_cast<size_t>(form)]);
}

float names_width(const Ui& ui, const AllocationInfo& allocation) {
  const std::string last = element_name(allocation, static_cast<int64_t>(allocation.bytes ? allocation.bytes - 1 : 0)).substr(allocation.name.size());
  return std::clamp(text_width(ui, Type::caption, last) + ui.px(22), ui.px(34), ui.px(110));
}

std::string legend_of(const Ui& ui, const MemoryScene& s) {
  if (s.form == MemoryForm::picture) return ui.say("memory.legend_picture");
  if (s.form == MemoryForm::banks) return ui.say("memory.legend_banks");
  return ui.say(s.request() && s.allocation.space == Space::global ? "memory.legend_sectors" : "memory.legend_plain");
}

MemoryNeeds needs_of(const Ui& ui, const MemoryScene& s, float width) {
  MemoryNeeds needs;
  const bool has_request = s.request() != nullptr, is_table = s.form == MemoryForm::table;
  needs.head = ui.px(s.is_compact ? 36 : 40);
  const auto height_of = [&](const std::string& words) { return words.empty() ? 0 : wrapped_height(ui.fonts, Type::caption, ui.px(18), width - ui.px(28), words); };
  needs.words = ui.px(s.answer.requests.size() > 1 ? 34 : 6) + (s.is_compact ? ui.px(18) : height_of(s.what)) + height_of(s.cost);
  needs.lanes = has_request && !is_table && s.form != MemoryForm::picture ? ui.px(s.is_compact ? 26 : 32) : 0;
  const auto contended = std::count_if(s.queues.begin(), s.queues.end(), [](const AtomicQueue& q) { return q.lanes.size() > 1; });
  needs.queue = is_table ? 0 : ui.px(22) * static_cast<float>(std::min<std::ptrdiff_t>(contended, 3));
  if (s.form == MemoryForm::banks && !s.banks.words.empty()) needs.passes = ui.px(30) + std::min(ui.px(16) * static_cast<float>(s.banks.use.wavefronts), ui.px(84));
  needs.legend = is_table || s.is_compact ? 0 : wrapped_height(ui.fonts, Type::caption, ui.px(17), width - ui.px(28), legend_of(ui, s)) + ui.px(8);
  needs.history = s.session.selection().element ? ui.px(190) : 0;
  needs.least_cells = ui.px(s.form == MemoryForm::banks ? 90 : 76);
  return needs;
}

// What cudaMemcpyToSymbol copies from is not memory of the device: the variable that it fills is listed. Buffers are the first allocations.
bool is_host_copy(const Session& session, size_t allocation) {
  const RunSlot* slot = session.shown_run();
  if (!slot || !slot->launch) return false;
  const auto& symbols = slot->launch->device.symbols;
  return std::any_of(symbols.begin(), symbols.end(), [&](const SymbolContents& symbol) { return symbol.buffer == allocation; });
}

}  // namespace

void MemoryPanel::draw(const Session& session, Rect area, Ui& ui) {
  fill(ui, area, ui.theme.paper);
  take_run(session);
  if (!recording_) return draw_no_recording(ui, area, session, ui.say("memory.no_run"));
  if (memory_.poll()) ++pictures_;
  history_.poll();
  change_.poll();
  if (memory_.is_reading() || history_.is_reading() || change_.is_reading()) ui.widgets.request_frame();
  if (!memory_.answer()) {
    ask(session, nullptr);
    ui.widgets.request_frame();
    empty_state(ui, area, {.title = ui.say("memory.reading"), .sentence = {}, .button_label = {}, .button_id = {}});
    return;
  }
  if (memory_.answer()->is_empty) {
    empty_state(ui, area, {.title = ui.say("memory.empty_title"), .sentence = ui.say("memory.empty"), .button_label = {}, .button_id = {}});
    return;
  }
  MemoryScene scene = make_scene(session, area, ui);
  follow_selection(session, scene);
  scene.plan.top = top_ = std::min(top_, last_top(scene.rows, scene.plan));
  draw_cells(scene, ui);
  draw_legend(scene, ui);
  draw_words(scene, ui);
  draw_history(scene, ui);
  draw_head(scene, ui);
  ask(session, &scene);
  take_change(ui);
}

void MemoryPanel::take_run(const Session& session) {
  const RunSlot* slot = session.shown_run();
  const RunResult* result = slot ? slot->result(EngineKind::simulated) : nullptr;
  const std::shared_ptr<const Recording> recording = result ? session.kept_recording() : nullptr;
  if (recording != recording_) {
    recording_ = recording;
    memory_.forget();
    history_.forget();
    change_.forget();
    allocation_ = request_ = -1;
    top_ = 0;
    revealed_.reset();
  }
  if (session.selection().tick != tick_) {
    tick_ = session.selection().tick;
    request_ = -1;
    no_further_change_ = false;
  }
}

MemoryForm MemoryPanel::form_of(const AllocationInfo& allocation) const {
  return allocation.space == Space::shared ? shared_form_.value_or(MemoryForm::banks) : form_.value_or(MemoryForm::values);
}

std::optional<PictureFormat> MemoryPanel::picture_of(const Session& session, const AllocationInfo& allocation) const {
  const RunSlot* slot = session.shown_run();
  const auto buffer = static_cast<size_t>(allocation.buffer_index);
  if (allocation.buffer_index < 0 || !slot || !slot->launch || buffer >= slot->launch->device.buffers.size()) return std::nullopt;
  const DeviceBuffer& shown = slot->launch->device.buffers[buffer];
  auto format = picture_format(shown.scalar, shown.vector_lanes, shown.shape, buffer < slot->layout.size() ? slot->layout[buffer] : std::string());
  return format && format->height > 1 ? format : std::nullopt;
}

MemoryScene MemoryPanel::make_scene(const Session& session, const Rect& area, const Ui& ui) const {
  const MemoryAnswer& answer = *memory_.answer();
  const AllocationInfo& allocation = recording_->allocations()[answer.allocation];
  MemoryScene s{session, *recording_, answer, allocation, form_of(allocation), {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}};
  s.is_compact = area.height < ui.px(340);
  if (s.form == MemoryForm::picture && !picture_of(session, allocation)) s.form = MemoryForm::values;
  if (const WarpRequest* request = s.request()) {
    s.sectors = sector_use(*request);
    if (request->space == Space::shared) s.banks = bank_picture(*request);
    s.queues = atomic_queues(*request);
  }
  say_step(s, ui);
  s.parts = divide_memory(area, needs_of(ui, s, area.width));
  const bool is_banks = s.form == MemoryForm::banks;
  const float names = names_width(ui, allocation), top = is_banks ? ui.px(20) : ui.px(s.request() ? 14 : 4);
  s.plan.area = {area.x + names, s.parts.cells.y + top, area.width - names - ui.px(18), std::max(0.0f, s.parts.cells.height - top)};
  s.plan.cell_bytes = is_banks ? 4 : cell_bytes(allocation, s.form == MemoryForm::bytes);
  const uint64_t row = is_banks ? 128 : row_bytes_for(s.plan.area.width, smallest_cell(ui, allocation, s.form), s.plan.cell_bytes);
  s.plan.cell_width = std::min(s.plan.area.width / static_cast<float>(row / s.plan.cell_bytes), is_banks ? ui.px(46) : ui.px(86));
  s.plan.area.width = s.plan.cell_width * static_cast<float>(row / s.plan.cell_bytes);
  s.plan.row_height = ui.px(is_banks && s.plan.cell_width < ui.px(24) ? 15 : 24);
  const bool is_folded = touched_only_ && s.request() && allocation.space == Space::global && !is_banks;
  s.rows = is_folded ? CellRows::some(allocation.bytes, row, touched_ranges(s.sectors, row, allocation.bytes)) : CellRows::all(allocation.bytes, row);
  s.plan.top = top_;
  return s;
}

// Asks for what is in sight and a screen more on each side, in steps of a screen: scrolling within it asks nothing.
void MemoryPanel::ask(const Session& session, const MemoryScene* shown) {
  MemoryQuestion question{.recording = recording_, .tick = tick_, .follow = session.selection().thread, .allocation = allocation_, .request = request_};
  const auto& element = session.selection().element;
  question.otherwise = element && !shown ? static_cast<int>(element->allocation) : shown ? static_cast<int>(shown->answer.allocation) : 0;
  question.touched_only = touched_only_;
  question.seen = {0, 8192};
  if (shown) {
    question.row_bytes = shown->rows.row_bytes();
    question.touched_only = touched_only_ && shown->allocation.space == Space::global && shown->form != MemoryForm::banks;
    if (shown->form == MemoryForm::picture) question.picture = picture_of(session, shown->allocation);
    const uint64_t screen = std::max<uint64_t>(8, shown->plan.rows_in_sight()), from = shown->plan.top / screen;
    const bool is_folded = question.touched_only && shown->request();
    if (!is_folded) question.seen = shown->rows.bytes_of(from > 0 ? (from - 1) * screen : 0, (from + 3) * screen);
  }
  memory_.ask(question);
}

// Another step: its first touched row comes into sight. Another element of this buffer, chosen here or in another view: so does its row.
void MemoryPanel::follow_selection(const Session& session, const MemoryScene& s) {
  const auto& element = session.selection().element;
  if (element != revealed_ && (!element || element->allocation == s.answer.allocation)) {
    revealed_ = element;
    const auto row = element ? s.rows.row_of(element->element * std::max(1u, s.allocation.element_bytes)) : std::nullopt;
    if (row) top_ = reveal_row(s.rows, s.plan, *row);
  }
  const WarpRequest* request = s.request();
  if (!request || s.answer.tick == revealed_tick_) return;
  revealed_tick_ = s.answer.tick;
  std::optional<uint64_t> first;
  for (LaneMask rest = request->lanes; rest; rest &= rest - 1) {
    const uint64_t offset = request->offset[static_cast<size_t>(std::countr_zero(rest))];
    first = std::min(first.value_or(offset), offset);
  }
  if (const auto row = first ? s.rows.row_of(*first) : std::nullopt) top_ = reveal_row(s.rows, s.plan, *row);
}

// ---- head and sentences

void MemoryPanel::draw_head(const MemoryScene& s, Ui& ui) {
  const Rect& head = s.parts.head;
  const float y = head.y + (head.height - button_height(ui)) / 2;
  float right = draw_form_menu(s, head.right() - ui.px(12), y, ui);
  const bool can_fold = s.allocation.space == Space::global && s.form != MemoryForm::picture && s.form != MemoryForm::table;
  const Button fold{.label = ui.say("memory.touched"), .id = "memory/touched", .style = ButtonStyle::quiet, .checked = touched_only_, .tooltip = ui.say("memory.touched_tip")};
  if (can_fold && right - button_width(ui, fold) - ui.px(8) > head.x + ui.px(150)) {
    right -= button_width(ui, fold) + ui.px(6);
    if (button(ui, right, y, fold)) {
      touched_only_ = !touched_only_;
      top_ = 0;
      revealed_tick_ = UINT64_MAX;
    }
  }
  draw_buffer_menu(s, head.x + ui.px(12), y, ui);
}

void MemoryPanel::draw_buffer_menu(const MemoryScene& s, float x, float y, Ui& ui) {
  std::vector<std::string> entries{ui.say("memory.follow")};
  std::vector<int> pieces{-1};
  int current = 0;
  for (size_t i = 0; i < s.recording.allocations().size(); ++i) {
    if (is_host_copy(s.session, i)) continue;
    if (static_cast<int>(i) == allocation_) current = static_cast<int>(entries.size());
    entries.push_back(piece_label(ui.catalogue, s.recording.allocations()[i]));
    pieces.push_back(static_cast<int>(i));
  }
  if (const auto chosen = drop_down(ui, x, y, "memory/buffer", s.allocation.name, entries, current, buffer_menu_)) {
    allocation_ = pieces[static_cast<size_t>(*chosen)];
    request_ = -1;
    top_ = 0;
    revealed_tick_ = UINT64_MAX;
  }
}

float MemoryPanel::draw_form_menu(const MemoryScene& s, float right, float y, Ui& ui) {
  std::vector<MemoryForm> forms{MemoryForm::values, MemoryForm::bytes};
  if (picture_of(s.session, s.allocation)) forms.push_back(MemoryForm::picture);
  if (s.allocation.space == Space::shared) forms.push_back(MemoryForm::banks);
  forms.push_back(MemoryForm::table);
  std::vector<std::string> entries;
  int current = 0;
  for (size_t i = 0; i < forms.size(); ++i) {
    entries.push_back(name_of_form(ui, forms[i]));
    if (forms[i] == s.form) current = static_cast<int>(i);
  }
  const std::string label = name_of_form(ui, s.form);
  const float x = right - button_width(ui, {.label = label, .id = "memory/form", .icon = Icon::caret_down, .icon_after = true});
  if (const auto chosen = drop_down(ui, x, y, "memory/form", label, entries, current, form_menu_)) {
    (s.allocation.space == Space::shared ? shared_form_ : form_) = forms[static_cast<size_t>(*chosen)];
    top_ = 0;
    revealed_tick_ = UINT64_MAX;
  }
  return x;
}

void MemoryPanel::draw_words(const MemoryScene& s, Ui& ui) {
  const Rect& area = s.parts.words;
  const float x = area.x + ui.px(14), width = area.width - ui.px(28), row = ui.px(18);
  float y = area.y;
  if (s.answer.requests.size() > 1) {
    draw_requests(s, {x, y, width, ui.px(26)}, ui);
    y += ui.px(28);
  }
  if (s.is_compact) text_cut(ui, Type::caption, x, y, row, width, ui.theme.ink, s.what), y += row;
  else y += text_wrapped(ui, Type::caption, x, y, row, width, ui.theme.ink, s.what);
  const bool is_costly = s.request() && (s.banks.use.conflicts > 0 || (s.allocation.space == Space::global && s.sectors.useful * 2 < s.sectors.fetched()));
  text_wrapped(ui, Type::caption, x, y, row, width, !is_costly ? ui.theme.quiet : ui.theme.is_dark ? ui.theme.bad : mix(ui.theme.bad, ui.theme.ink, 0.3f), s.cost);
}

// While something is being read the last answer stays, and that is said only when it takes long enough to be noticed.
void MemoryPanel::say_step(MemoryScene& s, const Ui& ui) const {
  const WarpRequest* request = s.request();
  const std::string whose = whose_sentence(ui.catalogue, s.recording, s.allocation, s.answer.block, s.answer.thread);
  if (memory_.is_reading() && memory_.seconds_reading() > patience) s.what = ui.say("memory.reading");
  else if (request) s.what = request_sentence(ui.catalogue, s.recording, *request), s.cost = cost_sentence(ui.catalogue, s.recording, *request) + (s.allocation.space == Space::local ? " " + whose : "");
  else if (s.answer.tick >= s.recording.end()) s.what = ui.say("memory.over"), s.cost = whose;
  else s.what = s.answer.requests.empty() ? ui.say("memory.nothing") : ui.say("memory.nothing_here", {s.allocation.name}), s.cost = whose;
}

void MemoryPanel::draw_requests(const MemoryScene& s, const Rect& area, Ui& ui) {
  float x = area.x;
  for (size_t i = 0; i < s.answer.requests.size(); ++i) {
    const std::string label = request_label(ui.catalogue, s.recording, s.answer.requests[i]), id = "memory/request/" + std::to_string(i);
    const bool is_shown = i == s.answer.main;
    const Chip made{.label = label, .background = is_shown ? std::optional(with_alpha(ui.theme.accent, 0.2f)) : std::nullopt, .id = id};
    const float wide = chip_width(ui, made);
    if (x + wide > area.right()) break;
    if (chip(ui, x, area.y, ui.px(22), made)) {
      request_ = static_cast<int>(i);
      if (allocation_ >= 0) allocation_ = static_cast<int>(s.answer.requests[i].allocation);
      revealed_tick_ = UINT64_MAX;
    }
    x += wide + ui.px(6);
  }
}

void MemoryPanel::draw_legend(const MemoryScene& s, Ui& ui) const {
  const Rect& area = s.parts.legend;
  if (area.height > 0) text_wrapped(ui, Type::caption, area.x + ui.px(14), area.y + ui.px(4), ui.px(17), area.width - ui.px(28), ui.theme.quiet, legend_of(ui, s));
}

}  // namespace wb
