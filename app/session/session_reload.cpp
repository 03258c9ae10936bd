// The open lesson's files were edited: they are read again, and everything that a person has set stays as it is, as far as it is still
// there. Sliders keep their values, cards what came of them, the run its moment; results of a run that would be another one now are stale.
// Cards are known by their block, and blocks move: so all that is kept by block is moved along (carry_over.h).
#include <algorithm>
#include <utility>

#include "app/session/carry_over.h"
#include "app/session/session_hidden.h"

namespace wb {
namespace {

template <class Value>
std::map<int, Value> moved(const std::map<int, Value>& by_block, const std::map<int, int>& blocks) {
  std::map<int, Value> out;
  for (const auto& [block, value] : by_block)
    if (auto to = blocks.find(block); to != blocks.end()) out.emplace(to->second, value);
  return out;
}

std::map<std::string, int> moved(const std::map<std::string, int>& to_block, const std::map<int, int>& blocks) {
  std::map<std::string, int> out;
  for (const auto& [name, block] : to_block)
    if (auto to = blocks.find(block); to != blocks.end()) out.emplace(name, to->second);
  return out;
}

}  // namespace

void Session::Hidden::reload_lesson() {
  if (!trace_path.empty()) return open_trace(std::filesystem::path(trace_path));
  if (!file_path.empty()) return read_file();
  if (s.lesson_folder_.empty()) return;
  ReadLesson read = read_lesson(s.lesson_folder_);
  read_at = newest_file(s.lesson_folder_);
  s.complaints_.clear();
  for (const Complaint& complaint : read.complaints)
    if (complaint.severity == Severity::error) s.complaints_.push_back(to_string(complaint));
  s.notice_.clear();
  if (!s.complaints_.empty()) s.notice_ = s.complaints_.front().substr(s.complaints_.front().rfind('/', s.complaints_.front().find(": ")) + 1);  // the page may be scrolled away from it
  if (!read.lesson || (!s.complaints_.empty() && s.lesson_)) return;  // the last good page stays
  replace_lesson(std::move(*read.lesson));
}

void Session::Hidden::replace_lesson(Lesson lesson) {
  keep_edits();
  if (s.lesson_) carry_over(*s.lesson_, lesson);
  auto sources = std::exchange(s.sources_, {});
  s.predicts_.clear();      // these come back by their ids
  s.stop_answers_.clear();
  s.explanations_.clear();
  shown_values.clear();
  take_lesson(std::move(lesson));
  carry_sources(std::move(sources));
  if (s.recording_ && !s.replay_) {
    stops.clear();
    place_stops(s.selection_.launch);
  }
}

void Session::Hidden::carry_over(const Lesson& before, const Lesson& after) {
  const std::map<int, int> blocks = matching_blocks(before, after);
  s.values_ = kept_values(s.values_, after, blocks);
  card_in_use = moved(card_in_use, blocks);
  run_block = moved(run_block, blocks);
  s.outcomes_ = moved(s.outcomes_, blocks);
  std::set<std::pair<int, int>> reached;
  for (const auto& [block, stop] : s.reached_stops_)
    if (auto to = blocks.find(block); to != blocks.end()) reached.insert({to->second, stop});
  s.reached_stops_ = std::move(reached);
  carry_held_stop(blocks);
  if (rerun && rerun->card >= 0) {
    if (auto to = blocks.find(rerun->card); to != blocks.end()) rerun->card = to->second;
    else rerun.reset();
  }
  figure.reset();
  const auto is_other = [&](const std::string& name) { return !runs_the_same(before, after, name); };
  for (auto& [name, slot] : s.slots_) slot.is_stale = slot.is_stale || is_other(name);
  for (auto& [card, outcome] : s.outcomes_) outcome.is_stale = outcome.is_stale || is_other(outcome.name);
}

void Session::Hidden::carry_held_stop(const std::map<int, int>& blocks) {
  if (!s.held_stop_) return;
  const auto to = blocks.find(s.held_stop_->run_block);
  if (to == blocks.end()) s.held_stop_.reset();
  else s.held_stop_->run_block = to->second;
}

// The texts under the student's hands. What was typed is in the journal, where there is one; a source that reads as before is the one that ran.
void Session::Hidden::carry_sources(std::map<std::string, SourceState> before) {
  for (auto& [name, old] : before) {
    SourceState* source = make_source(name);
    if (!source) continue;
    if (!store && source->is_editable && old.is_edited()) {
      source->text = old.text;
      source->was_changed_below = old.was_changed_below || old.original != source->original;
      compile_source(*source);
    }
    if (auto points = s.breakpoints_.find(source->file_name); points != s.breakpoints_.end() && old.text != source->text) {
      follow_edit(points->second, old.text, source->text);
      keep_breakpoints(source->file_name);
    }
    source->revision = old.revision + (old.text == source->text ? 0 : 1);
    if (auto view = s.exercises_.find(name); view != s.exercises_.end() && old.text != source->text) view->second.is_stale = true;
  }
}

bool Session::Hidden::reload_if_changed() {
  if (Clock::now() - looked_at < std::chrono::seconds(1)) return false;
  looked_at = Clock::now();
  if (!file_path.empty()) return reread_if_changed();
  if (s.lesson_folder_.empty()) return false;
  if (newest_file(s.lesson_folder_) == read_at) return false;
  reload_lesson();
  return true;
}

}  // namespace wb
