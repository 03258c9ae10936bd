// Breakpoints: set on lines of a file, kept with the student's progress, and met by a recorded run forwards and backwards.
//
//     a run is over ----> search from its start --> held at the first one (else it stands at its end, as ever)
//     Continue ---------> search from here -------> held at the next one, else at the end (backwards: where it was)
//
// Where no breakpoint is on, Continue goes to the end or to the start.
//
// The search reads the recording in the background, piece by piece, and can be stopped.
#include <algorithm>
#include <bit>
#include <utility>

#include "app/session/session_hidden.h"

namespace wb {

const Breakpoints& Session::breakpoints(const std::string& name) const {
  static const Breakpoints none;
  const SourceState* source = source_of(name);
  const auto found = source ? breakpoints_.find(source->file_name) : breakpoints_.end();
  return found == breakpoints_.end() ? none : found->second;
}

const BreakHit* Session::held_break() const { return held_break_ && !replay_ && held_break_->arrival.tick == selection_.tick ? &*held_break_ : nullptr; }

void Session::Hidden::toggle_breakpoint(const std::string& name, uint32_t line) {
  const SourceState* source = make_source(name);
  if (!source || line == 0) return;
  Breakpoints& all = s.breakpoints_[source->file_name];
  if (!breakpoint_at(all, line)) {
    line = source->code_lines.empty() ? line : line_with_code(source->code_lines, line);
    if (line && !breakpoint_at(all, line)) put_breakpoint(all, {line, {}, true});
  } else {
    drop_breakpoint(all, line);
  }
  keep_breakpoints(source->file_name);
}

void Session::Hidden::change_breakpoint(const ChangeBreakpoint& c) {
  const SourceState* source = make_source(c.source);
  if (!source || !breakpoint_at(s.breakpoints_[source->file_name], c.line)) return;
  put_breakpoint(s.breakpoints_[source->file_name], {c.line, c.condition, c.is_on});
  if (s.held_break_ && s.held_break_->arrival.line == c.line) s.held_break_->problem.clear();
  keep_breakpoints(source->file_name);
}

void Session::Hidden::clear_breakpoints() {
  const auto all = std::exchange(s.breakpoints_, {});
  for (const auto& [file, points] : all) keep_breakpoints(file);
}

void Session::Hidden::keep_breakpoints(const std::string& file) {
  if (store) store->set_breakpoints(file, s.breakpoints_[file]);
}

void Session::Hidden::go_on(Direction direction) {
  if (!s.recording_) return;
  if (direction == Direction::forwards && s.is_held_by_question()) return show_question(s.held_stop_->run_block);
  leave_story();
  const Tick now = s.selection_.tick;
  search_break(direction == Direction::forwards ? now + 1 : now, direction);
}

void Session::Hidden::search_break(Tick from, Direction direction) {
  stop_searching();
  const Breakpoints points = s.breakpoints(s.selection_.launch);
  if (std::none_of(points.begin(), points.end(), [](const Breakpoint& b) { return b.is_on; })) {
    s.held_break_.reset();
    return seek(direction == Direction::forwards ? s.recording_->end() : 0);
  }
  BreakWork& work = s.searching_.emplace();
  work.direction = direction;
  const auto number = ++searches;
  work.job = background.start([this, recording = s.recording_, points, from, direction, number](Progress& progress, std::stop_token stop) {
    const std::optional<BreakHit> hit = BreakSearch(*recording, points).find(from, direction, progress, stop);
    background.post([this, recording, hit, direction, number, was_stopped = stop.stop_requested()] {
      if (number != searches || recording != s.recording_) return;
      s.searching_.reset();
      if (!was_stopped) take_break(hit, direction);
      changed();
    });
  });
}

// Stands where the search has led, following the first thread that was waited for; open stops on the way hold before.
void Session::Hidden::take_break(const std::optional<BreakHit>& hit, Direction direction) {
  if (!s.recording_) return;
  if (!hit) return miss_break(direction);
  s.missed_break_.reset();
  s.held_break_ = hit;
  const LineArrival& at = hit->arrival;
  seek(at.tick);
  if (s.selection_.tick == at.tick && !s.held_stop_)
    s.selection_.thread = ThreadRef{at.block, at.warp * warp_size + static_cast<uint32_t>(std::countr_zero(at.lanes))};
}

void Session::Hidden::miss_break(Direction direction) {
  s.missed_break_ = MissedBreak{++searches, direction};
  if (direction == Direction::backwards) return;
  s.held_break_.reset();
  seek(s.recording_->end());
  if (s.held_stop_) s.missed_break_.reset();   // a question came first
}

void Session::Hidden::stop_searching() {
  if (!s.searching_) return;
  background.cancel(s.searching_->job);
  s.searching_.reset();
  ++searches;
}

}  // namespace wb
