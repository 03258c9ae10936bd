// The grids of a launch whose device code launches kernels: one of them is shown, by every view.
//
//   open_grid(number) --> the launch runs again up to that grid, which is recorded --> show_grid: it takes the place of the one that was shown
//
// Only the launch's own grid and the one that is shown are kept: a recording may take much memory, and there may be thousands of grids. The shown one
// belongs to the shown run (normal_run, or the replay in its place); the lesson's stops are moments of the launch's own.
#include <algorithm>

#include "app/session/session_hidden.h"

namespace wb {

const GridFamily* Session::family() const {
  const RunSlot* slot = shown_run();
  const RunResult* result = slot ? slot->result(EngineKind::simulated) : nullptr;
  return result && recording_ ? result->family.get() : nullptr;
}

void Session::Hidden::open_grid(const GridMoment& c) {
  if (c.number != s.grid() && s.is_held_by_question()) return show_question(s.held_stop_->run_block);
  stop_opening_grid();
  if (c.number == s.grid()) return s.recording_ ? show_in_grid(c) : void();
  const GridFamily* family = s.family();
  if (!family || c.number >= family->grids().size()) return;
  if (c.number == 0) return show_grid(s.shown_run()->result(EngineKind::simulated)->recording, c);
  if (!family->grid(c.number).has_begun) return;
  GridWork& work = s.opening_.emplace();
  work.number = c.number;
  work.job = background.start([this, c, kept = s.shown_run()->result(EngineKind::simulated)->family, number = ++grids_asked](Progress& progress, std::stop_token stop) {
    const auto recording = kept->record(c.number, [&progress](double done) { progress.done = done; }, stop);
    background.post([this, c, kept, recording, number] {
      if (number != grids_asked || !s.opening_) return;
      s.opening_.reset();
      if (recording && s.family() == kept.get()) show_grid(recording, c);
      changed();
    });
  });
}

void Session::Hidden::stop_opening_grid() {
  if (!s.opening_) return;
  background.cancel(s.opening_->job);
  s.opening_.reset();
  ++grids_asked;
}

void Session::Hidden::show_grid(std::shared_ptr<const Recording> recording, const GridMoment& at) {
  stop_searching();
  s.recording_ = std::move(recording);
  s.held_stop_.reset();
  s.held_break_.reset();
  s.missed_break_.reset();
  s.selection_.thread.reset();
  s.selection_.hover = {};
  const auto& element = s.selection_.element;   // shared memory is another grid's
  if (element && s.recording_->allocations()[element->allocation].buffer_index < 0) s.selection_.element.reset();
  show_in_grid(at);
}

void Session::Hidden::show_in_grid(const GridMoment& at) {
  s.selection_.tick = std::min(tick_of_party(at.party).value_or(at.tick.value_or(s.recording_->end())), s.recording_->end());
  if (at.thread) s.selection_.thread = at.thread;
  s.held_stop_.reset();
  const Breakpoints& points = s.breakpoints(s.selection_.launch);
  const bool has_breakpoint = std::any_of(points.begin(), points.end(), [](const Breakpoint& b) { return b.is_on; });
  if (!at.tick && has_breakpoint) s.selection_.tick = 0, search_break(0, Direction::forwards);   // as after a run
}

// Where that party of the selected finding was at work: the recording of its grid may know it better than the run did.
std::optional<Tick> Session::Hidden::tick_of_party(int party) const {
  const auto known = s.recording_->findings();
  const auto index = static_cast<size_t>(s.selection_.finding);
  if (party < 0 || s.replay_ || s.selection_.finding < 0 || index >= known.size() || static_cast<size_t>(party) >= known[index].places.size()) return std::nullopt;
  return moment_of(*s.recording_, known[index].places[static_cast<size_t>(party)]);
}

// The launch's own grid of the shown run, where another one stands.
void Session::Hidden::leave_grid() {
  stop_opening_grid();
  if (s.grid() == 0) return;
  const std::shared_ptr<const Recording> own = s.shown_run()->result(EngineKind::simulated)->recording;
  show_grid(own, {0, own->end(), {}, -1});
}

// The moment that a place of a finding tells of, in its grid. `party`: which of its places that is; -1: where it showed.
void Session::Hidden::go_to_place(const FindingPlace& place, int party) {
  const GridFamily* family = s.family();
  const ThreadRef thread = thread_in(shape_of(family, place.grid, s.recording_->shape()), place);
  open_grid({family ? place.grid : s.grid(), tick_in_grid(family, place), thread, party});
}

}  // namespace wb
