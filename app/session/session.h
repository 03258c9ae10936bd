#pragma once
// What the window shows, as plain state, and the one way to change it. Knows nothing of how it is drawn.
//
//     commands (buttons, keys, scripts) --apply--> Session --const reading--> panels
//     engines in the background          --poll-->
//
// Nothing here blocks: a run goes on in a thread of its own, and its result arrives with a later poll(). Results carry the id of the
// run that was asked for; one that was asked for earlier than the newest is dropped.
#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "app/backends/agreement.h"
#include "app/backends/engine.h"
#include "app/backends/recording_memory.h"
#include "app/session/break_search.h"
#include "app/session/commands.h"
#include "app/session/family.h"
#include "app/session/objectives.h"
#include "app/session/race_work.h"
#include "app/session/selection.h"

namespace wb {

struct Course;         // workbook/course.h
struct Lesson;         // workbook/lesson.h

// One engine's part in a run.
struct EngineRun {
  enum class State : uint8_t { none, running, done } state = State::none;
  uint64_t id = 0;
  double progress = 0;                       // 0..1; stays 0 where it cannot be known
  double seconds = 0;                        // since it started, while running
  std::shared_ptr<const RunResult> result;   // the last finished one; stays while the next one runs
};

// Everything known about running one launch, bug or exercise.
struct RunSlot {
  std::string name;
  uint64_t revision = 0;                     // of the source that ran
  bool is_stale = false;                     // source, values or schedule changed since
  std::shared_ptr<const Launch> launch;      // what ran: its device.buffers are the inputs as they started
  std::vector<std::string> show;             // per buffer: "image", "heat", "bars", "table", "hidden"
  std::vector<std::string> layout;           // per buffer: "planar", "interleaved", or empty
  std::array<EngineRun, 3> engines;          // by EngineKind
  std::vector<Agreement> agreements;         // among the engines that are done
  std::string problem;                       // why it could not be started at all: one sentence
  const EngineRun& engine(EngineKind kind) const { return engines[static_cast<size_t>(kind)]; }
  bool is_running() const;
  const RunResult* result(EngineKind kind) const { return engine(kind).result.get(); }
};

// What came of a card's run, kept while another card of the same launch runs.
struct CardOutcome {
  std::string name;                          // what ran
  RunStatus status{};
  std::string reason, problem;
  uint64_t findings = 0, notes = 0;          // errors and warnings; notes
  std::optional<uint64_t> steps;
  bool is_stale = false;
};

// The source of a launch, bug or exercise, as the editor shows it.
struct SourceState {
  std::string name;                          // of the launch, bug or exercise
  std::string file_name;                     // "exercise-1.cu"
  std::string kernel;
  std::string text;                          // the student's, where it was edited
  std::string original;                      // the lesson's
  bool is_editable = false;                  // exercises and bugs
  bool was_changed_below = false;            // the lesson's file changed under an edit
  bool is_edited() const { return text != original; }
  uint64_t revision = 1;                     // grows with every edit
  std::vector<Diagnostic> diagnostics;       // of this revision
  std::shared_ptr<const SourceMap> sources;  // their source map
  std::set<uint32_t> code_lines;             // lines with instructions, of the last revision that compiled
  double compile_ms = 0;
  LoopsText loops;                           // of this revision (of the last one that compiled)
  uint64_t loops_revision = 0;
};

struct CheckLine {
  std::string text;                          // key of the catalogue: "check.output"
  std::string argument;                      // fills its {0}
  enum class State : uint8_t { waiting, passed, failed, not_run } state = State::waiting;
  std::string detail;                        // why it failed, or why it was not run
};

struct ExerciseView {
  int hints_shown = 0;
  bool is_checking = false;
  bool is_passed = false;                    // at some time
  bool just_passed = false;                  // the last check passed
  std::string problem;                       // nothing could be checked: a key of the catalogue, or a sentence
  bool is_stale = false;                     // edited since the last check
  std::set<int> wrong_choices;               // of an exercise that is answered: tried, as the lesson's file counts them
  std::string typed;                         // so too: the number given last
  std::vector<CheckLine> checks;             // of the last check; empty: never checked
};

struct PredictState {
  bool is_answered = false;
  int choice = -1;                           // as the lesson's file counts them; -1: no idea, or typed
  std::string typed;
  bool is_right = false;
};

// A stop of a run card that holds the transport: its line, and its question on the page.
struct HeldStop {
  int run_block = -1, stop = -1;             // block index of the run card; index among its stops
  Tick tick = 0;
  ThreadRef thread;
};

// The way to a breakpoint, looked for in the background.
struct BreakWork {
  Direction direction{};
  uint64_t job = 0;
  double progress = 0, seconds = 0;
};

// The way to a breakpoint found none: backwards the run stays where it was, forwards it has gone on to its end.
struct MissedBreak {
  uint64_t number = 0;                       // grows from one to the next
  Direction direction{};
};

struct LessonSummary {                       // a row of the course list
  std::string id, number, title;             // "04", "RGB to grey"
  int minutes = 0;
  double done = 0;                           // 0..1 of its cards
  bool is_passed = false;                    // all exercises
  bool is_broken = false;                    // does not load: `complaint` says why
  std::string complaint;
};
struct PartSummary {
  std::string title;                         // "A · One loop becomes a grid"
  std::vector<LessonSummary> lessons;
};

// A run that was saved in a file (`warpbook run --trace`), opened: it runs again, and what comes of it is compared with what was saved.
struct TraceView {
  std::string file;                          // its name
  std::string saved_by;                      // the program that saved it
  std::string lesson, title, launch, kernel; // where it came from
  Schedule schedule = Schedule::in_order;    // as saved
  uint64_t seed = 0;
  enum class State : uint8_t {
    opening,                                 // the file is being read
    running,
    same,                                    // the run that was saved
    different,                               // `differences` say in what
    other_schedule,                          // another one was chosen since: nothing to compare
    not_finished,                            // stopped
  } state = State::opening;
  size_t compared = 0;                       // hashes
  std::vector<std::string> differences;
};

// The views of the machine, of which one is shown at a time.
constexpr std::array<std::string_view, 4> machine_views{"grid", "warp", "memory", "timeline"};
constexpr bool is_machine_view(std::string_view name) { return std::find(machine_views.begin(), machine_views.end(), name) != machine_views.end(); }

// The parts of a window that is too small for all of them at once (window_layout.h): of these one is shown at a time.
constexpr std::array<std::string_view, 4> window_parts{"page", "source", "machine", "results"};

constexpr uint32_t least_recording_mib = 16, most_recording_mib = 65536;

// How the window is divided, and its settings; remembered between starts in window.json of the user's data folder.
struct Layout {
  std::string preset = "watch";              // "read", "watch", "results"
  std::string part = "page";         // the one that a folded window shows: of window_parts; every start begins on the page
  std::string machine_view = "grid"; // beside the source: one of machine_views
  float list_width = 196, page_share = 0.33f, source_share = 0.54f, lower_share = 0.44f;  // design pixels; shares of what is left
  bool is_dark = false;
  float text_scale = 1;
  bool edits_as_text = false;        // cards and blanks of exercises are shown as text
  std::string language = "en";
  uint32_t recording_mib = default_recording_mib();  // memory that a run's recording may take
  std::string last_lesson;                   // of a course: where the next start begins
};

struct SessionOptions {
  std::vector<std::string> course_dirs;      // empty: the shipped lessons
  std::string lesson;                        // id, folder name or path to open first; empty: the one that was open last, else none
  std::string data_dir;                      // user data; empty: the platform's folder
  bool remember = true;                      // false: nothing is read from or written to the data folder
  std::vector<std::string> gpu_command;
  // For tests: engines to use in place of the real ones, by EngineKind.
  std::array<std::shared_ptr<Engine>, 3> engines;
  std::function<void()> wake;                // called from another thread when poll() has something to take in
};

class Session {
 public:
  explicit Session(SessionOptions options);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void apply(const Command& command);
  bool poll();                               // takes in what finished in the background; true: something changed
  bool is_busy() const;                      // something runs in the background
  void save();                               // writes progress and layout now (the window calls it on a pause and at its end)

  // ---- reading: course and lesson
  const std::vector<PartSummary>& parts() const { return parts_; }
  const std::string& course_title() const { return course_title_; }
  const Lesson* lesson() const { return lesson_.get(); }               // null: none opened
  uint64_t lesson_revision() const { return lesson_revision_; }        // grows whenever a lesson is read: what was worked out from its text is void
  const std::string& lesson_id() const { return lesson_id_; }
  const std::string& lesson_folder() const { return lesson_folder_; }
  std::string file_path() const;                                       // of a .cu file of one's own; empty: a lesson is open
  bool is_bare_file() const { return lesson_ && lesson_folder_.empty() && !trace_; }  // a .cu file of one's own
  const std::string& unread_text() const { return unread_text_; }      // of a file that holds nothing to run; empty: nothing that could be shown
  bool is_reading_file() const { return is_reading_file_; }            // ... which is read in the background: at first, or again
  const std::optional<TraceView>& trace() const { return trace_; }     // in place of a lesson; with complaints: it could not be opened
  const std::vector<std::string>& complaints() const { return complaints_; }  // of the open lesson's files; its last good page stays
  const std::string& told() const { return told_; }      // what was done last, in a sentence: "The picture is saved: ..."
  const std::string& notice() const { return notice_; }                // one sentence for the top bar: "another window has this lesson"
  bool is_trusted() const { return is_trusted_; }                      // native code of this course may run
  const std::vector<ObjectiveProgress>& objectives() const { return objectives_; }  // of the open lesson, in its order
  int scroll_to_block() const { return scroll_to_block_; }             // -1: none asked for
  uint64_t scroll_request() const { return scroll_request_; }          // grows with each ScrollToBlock
  const PredictState& predict(int block) const;
  const PredictState& stop_answer(int run_block, int stop) const;
  bool is_stop_reached(int run_block, int stop) const;                 // held there, or answered
  const std::string& explanation(int block) const;
  bool is_locked(int block) const { return open_question(block).has_value(); }
  // The block of the question that waits for its answer before the card at `block` opens. None, too, where there is no such card.
  std::optional<int> open_question(int block) const;
  // A figure shows what the stops of its run ask: the block of the run above it that has a question without its answer.
  std::optional<int> open_stops_before(int figure_block) const;
  // The same for the card that a run of `name` would be, by a key or a command; and for a run that is held at a stop with a question.
  std::optional<int> question_before_run(const std::string& name) const;
  bool is_held_by_question() const;
  const ExerciseView& exercise(const std::string& name) const;
  // A slider's, on this card; without one, of the settings in use. NaN when there is no such value.
  double value(const std::string& launch, const std::string& name, std::optional<int> card = {}) const;

  // ---- reading: runs
  const RunSlot* slot(const std::string& name) const;                  // null: never run
  bool is_run_of(const std::string& name, int card) const;             // the slot's run has this card's settings
  const CardOutcome* outcome(int card) const;                          // of a card that ran before another of its launch; null: none
  const RunSlot* shown_run() const;                                    // of selection().launch, or of the story that is replayed
  const RunSlot* normal_run() const { return slot(selection_.launch); }  // the same, but for a replay: selection().finding counts its findings
  const Recording* recording() const { return recording_.get(); }      // of the shown run, of the grid that is shown of it; null: none yet
  const std::shared_ptr<const Recording>& kept_recording() const { return recording_; }  // the same, for work that outlives what is shown
  const GridFamily* family() const;                                    // the grids of the shown run; null: device code has launched none
  uint32_t grid() const { return recording_ ? recording_->grid() : 0; }  // that is shown of them
  const std::optional<GridWork>& opening_grid() const { return opening_; }  // the one that is asked for, and is being recorded
  const StoryWork* story(int finding) const;                           // of the normal run; null: never asked for
  const SpreadWork* spread() const;                                    // so too
  const ElsewhereWork* elsewhere(int finding) const;                   // of one that only another schedule shows; null: it is not, or was never selected
  const std::optional<Replay>& replay() const { return replay_; }      // none: the normal run is shown
  std::span<const Finding> findings() const;                           // of the normal run
  std::array<std::optional<ThreadRef>, 2> parties() const;             // of the selected finding, or of its story while that is replayed
  const Selection& selection() const { return selection_; }
  const ResolvedSelection& resolved() const { return resolved_; }
  Schedule schedule() const { return schedule_; }
  uint64_t seed() const { return seed_; }
  const Breakpoints& breakpoints(const std::string& source) const;     // of the file of this launch, bug or exercise
  const std::optional<BreakWork>& searching() const { return searching_; }
  const BreakHit* held_break() const;                                  // the breakpoint at which the run is held; null: none
  const std::optional<MissedBreak>& missed_break() const { return missed_break_; }  // of the last search; none: it found one
  const std::string& watched() const { return watched_; }              // an expression of the kernel's language, or empty
  const std::optional<HeldStop>& held_stop() const { return held_stop_; }

  // ---- reading: sources
  const SourceState* source() const;                                   // open in the editor; null: none
  const SourceState* source_of(const std::string& name) const;
  bool shows_loops() const { return shows_loops_; }
  const std::string& asked_view() const { return asked_view_; }          // "grid", "warp", "memory", "timeline", "loops", "timings"
  uint64_t view_request() const { return view_request_; }                // grows with each ShowFigure
  uint64_t open_source_request() const { return open_source_request_; }  // grows with each OpenSource: the editor takes the keyboard

  const Layout& layout() const { return layout_; }
  void set_layout(const Layout& layout) { layout_ = layout; }          // splits move continuously: no command for each pixel
  uint64_t revision() const { return revision_; }                      // grows with every change of anything above

 private:
  struct Hidden;                                                        // what only session*.cpp need to see
  std::unique_ptr<Hidden> hidden_;
  std::vector<PartSummary> parts_;
  std::string course_title_;
  std::shared_ptr<const Lesson> lesson_;
  uint64_t lesson_revision_ = 0;
  std::string lesson_id_, lesson_folder_;
  std::vector<std::string> complaints_;
  std::string unread_text_, notice_, told_, asked_view_, watched_;
  std::vector<ObjectiveProgress> objectives_;
  bool is_reading_file_ = false;
  std::optional<TraceView> trace_;
  bool is_trusted_ = false;
  int scroll_to_block_ = -1;
  uint64_t scroll_request_ = 0, view_request_ = 0;
  std::map<std::string, RunSlot> slots_;
  std::map<std::string, std::map<int, std::shared_ptr<StoryWork>>> stories_;  // by launch and finding of its last run
  std::map<std::string, std::shared_ptr<SpreadWork>> spreads_;                // by launch
  std::map<std::string, std::map<std::pair<Schedule, uint64_t>, std::shared_ptr<ElsewhereWork>>> elsewhere_;  // by launch, schedule and seed
  std::optional<Replay> replay_;
  RunSlot replayed_;                         // the shown run while there is a replay
  std::map<std::string, SourceState> sources_;
  std::map<std::string, ExerciseView> exercises_;
  std::map<int, PredictState> predicts_;
  std::map<std::pair<int, int>, PredictState> stop_answers_;
  std::map<int, std::string> explanations_;
  std::map<std::pair<std::string, int>, std::map<std::string, double>> values_;  // moved sliders, by launch and card
  std::map<int, CardOutcome> outcomes_;      // by card
  std::string open_source_;
  uint64_t open_source_request_ = 0;
  std::shared_ptr<const Recording> recording_;
  std::optional<GridWork> opening_;
  Selection selection_;
  ResolvedSelection resolved_;
  Schedule schedule_ = Schedule::in_order;
  uint64_t seed_ = 0;
  std::optional<HeldStop> held_stop_;
  std::set<std::pair<int, int>> reached_stops_;
  std::map<std::string, Breakpoints> breakpoints_;                            // by source file
  std::optional<BreakWork> searching_;
  std::optional<BreakHit> held_break_;                                        // holds as long as the selection stands at its tick
  std::optional<MissedBreak> missed_break_;
  bool shows_loops_ = false;
  Layout layout_;
  uint64_t revision_ = 0;
};

}  // namespace wb
