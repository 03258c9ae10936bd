#pragma once
// The working side of a Session: what no panel needs to see. Included by session*.cpp only.
#include <chrono>
#include <filesystem>

#include "app/backends/trace_file.h"
#include "app/session/background.h"
#include "app/session/session.h"
#include "app/workbook/bare_file.h"
#include "app/workbook/course.h"
#include "app/workbook/exercise_checks.h"
#include "app/workbook/launch_builder.h"
#include "app/workbook/lesson_reader.h"
#include "app/workbook/progress_store.h"

namespace wb {

struct SharedBuild;

// A stop of a run card, found in the recording of its run.
struct PlacedStop {
  int stop = 0;
  Tick tick = 0;
  ThreadRef thread;
};

struct Session::Hidden {
  Hidden(Session& owner, SessionOptions given);
  using Clock = std::chrono::steady_clock;

  Session& s;
  SessionOptions options;
  Background background;  // first to be destroyed after the rest would be wrong: see ~Session

  // ---- courses and lesson (session_lesson.cpp)
  std::vector<Course> courses;
  const Course* course = nullptr;           // of the open lesson
  std::unique_ptr<ProgressStore> store;     // null: nothing is remembered
  std::filesystem::file_time_type read_at{};  // newest file of the lesson when it was read
  Clock::time_point looked_at{};
  void open_courses();
  void refresh_list();
  void count_in_background();
  void open_lesson(const std::string& id);
  void open_folder(const std::filesystem::path& folder, const Course* of_course);
  void take_lesson(Lesson lesson);
  void restore_answers();
  void clear_lesson();
  void reload_lesson();                     // session_reload.cpp
  bool reload_if_changed();
  void carry_over(const Lesson& before, const Lesson& after);
  void carry_sources(std::map<std::string, SourceState> before);
  void carry_held_stop(const std::map<int, int>& blocks);
  void replace_lesson(Lesson lesson);
  std::map<std::string, int> card_counts;   // lesson id -> questions and exercises it has
  void note_done();                         // the open lesson's share in the list
  std::filesystem::path layout_file() const;
  void read_layout();
  void write_layout() const;

  // ---- a .cu file in place of a lesson (session_file.cpp)
  std::filesystem::path file_path;          // empty: none is open
  std::set<std::filesystem::path> file_parts;                    // that it was read from
  std::map<std::filesystem::path, std::filesystem::file_time_type> file_times;  // of those, when it was read
  uint64_t file_job = 0;                    // reads it
  void open_file(const std::filesystem::path& file);
  void read_file();
  void take_file(BareFile read);
  bool reread_if_changed();
  void forget_file();

  // ---- a saved run in place of a lesson (session_trace.cpp)
  std::shared_ptr<const Trace> trace;       // null: a lesson is open
  std::filesystem::path trace_path;
  void open_trace(const std::filesystem::path& file);
  void take_trace(std::shared_ptr<const Trace> read, const std::string& why);
  BuiltLaunch launch_of_trace(const Trace& of, const LaunchRequest& request) const;
  void compare_with_trace(std::shared_ptr<const RunResult> result);

  // ---- questions
  const Predict* predict_at(int block) const;
  const Stop* stop_at(int run_block, int stop) const;
  void answer(const Predict& predict, PredictState& state, int choice, const std::string& typed);
  void answer_predict(const AnswerPredict& c);
  void answer_stop(const AnswerStop& c);
  void answer_exercise(const AnswerExercise& c);
  void write_explanation(const WriteExplanation& c);
  std::map<std::string, Answer> answers;    // of the open lesson, by the id of the question
  void keep_answer(const std::string& id, const Answer& answer);

  // ---- runs and transport (session_runs.cpp)
  std::map<std::string, int> card_in_use;                            // by launch: the card whose settings its runs have
  std::map<std::string, int> run_block;                              // by launch: the card that ran it
  std::map<std::pair<std::string, int>, std::map<std::string, double>> shown_values;  // evaluated, for captions and sliders; by launch and card
  std::vector<PlacedStop> stops;                                     // of the shown run, in order of time
  struct Wanted { std::string name; int card; Clock::time_point at; };
  std::optional<Wanted> rerun;                                       // a slider moved: run again when it rests
  std::optional<int> figure;                                         // a view card that waits for its run
  bool wants_solution(const std::string& name, int block) const;
  int settings_of(const std::string& name) const;                     // card_in_use, or -1
  void use_settings_of(const std::string& name, int card);
  int own_card(const std::string& name) const;                        // of a bug or an exercise; -1: none
  std::map<std::string, double> settings(const std::string& name, int card) const;  // what the card and its sliders set
  void set_value(const SetValue& c);
  void run_again(const Wanted& wanted);
  LaunchRequest request_for(const std::string& name, bool solution) const;
  void start_run(const std::string& name, int block);
  void start_engine(const std::string& name, EngineKind kind, const LaunchRequest& request, std::shared_ptr<SharedBuild> build);
  void take_result(const std::string& name, EngineKind kind, uint64_t id, std::shared_ptr<const BuiltLaunch> built, RunResult result);
  void show_run(const std::string& name);
  void stop_runs();
  void place_stops(const std::string& name);
  void run_card(int block);
  void show_source_of_run(const std::string& name);
  int card_of(const std::string& name) const;
  void run_launch(const RunLaunch& c);
  void show_question(int block);
  void show_figure(int block);
  void seek(Tick tick);
  void move_forwards_to(Tick tick);         // a stop on the way holds
  void step(StepKind kind, Direction direction);
  void select_finding(int index);
  void show_finding(const Finding& finding);
  std::optional<Finding> selected_finding;  // as it was when it was selected: the next run of the launch may have it at another index
  void jump_to_line(uint32_t line);
  uint32_t line_of(const FindingPlace& place) const;
  int index_of_selected() const;            // in the run that is shown now; -1: it is not there
  std::optional<std::pair<const Recording*, Selection>> resolved_of;  // what resolved_ was worked out from
  void resolve_again();
  void mark_stale(const std::string& name);
  bool is_stop_done(int run_block, int stop) const;

  // ---- grids that device code launches (session_family.cpp)
  struct GridMoment {
    uint32_t number = 0;
    std::optional<Tick> tick;                          // none: as a run that has just ended
    std::optional<ThreadRef> thread;
    int party = -1;                                    // of the selected finding: its tick is looked up
  };
  void open_grid(const GridMoment& c);
  void stop_opening_grid();
  void show_grid(std::shared_ptr<const Recording> recording, const GridMoment& at);
  void show_in_grid(const GridMoment& at);
  void leave_grid();
  std::optional<Tick> tick_of_party(int party) const;
  void go_to_place(const FindingPlace& place, int party = -1);
  uint64_t grids_asked = 0;                            // for, or given up: an answer that bears an older number is dropped

  // ---- breakpoints (session_breakpoints.cpp)
  void toggle_breakpoint(const std::string& name, uint32_t line);
  void change_breakpoint(const ChangeBreakpoint& c);
  void clear_breakpoints();
  void miss_break(Direction direction);
  void keep_breakpoints(const std::string& file);
  void search_break(Tick from, Direction direction);   // Tick: as BreakSearch::find
  void take_break(const std::optional<BreakHit>& hit, Direction direction);
  void stop_searching();
  void go_on(Direction direction);
  uint64_t searches = 0;                               // begun or given up: an answer that bears an older number is dropped

  // ---- races (session_races.cpp)
  struct RanWith {                            // all that a run depends on but its schedule
    std::map<std::string, double> set;
    std::optional<std::string> source_text;
    bool use_start = false;
    friend bool operator==(const RanWith&, const RanWith&) = default;
  };
  std::map<std::string, RanWith> ran_with;    // by launch: its last run
  void select_party(int finding, int party);
  void explain(int finding);
  void stop_explaining(int finding);
  void show_story_step(int finding, int step);
  void leave_story();
  void show_in_place(const std::shared_ptr<const Launch>& launch, const std::shared_ptr<const RunResult>& run);  // of the normal run; `replay_` says whose it is
  void show_elsewhere(int finding);           // under the schedule that it is only seen under
  void run_elsewhere(const SchedulePick& pick);
  void run_schedules(uint64_t count);
  void stop_schedules();
  void drop_race_work(const LaunchRequest& request);  // a run with these settings begins: what was found out about the last one is void
  void drop_all_race_work();
  void follow_race_work();                    // progress of what goes on

  // ---- sources and exercises (session_sources.cpp)
  void outdate_verdict(const std::string& name);
  std::set<std::string> unsaved;            // names of edits typed since they were last kept
  Clock::time_point typed_at{};
  SourceState* make_source(const std::string& name);
  void compile_source(SourceState& source);
  void open_source(const std::string& name);
  void edit_source(const EditSource& c);
  void reset_source(const std::string& name);
  void check_exercise(const std::string& name);
  void take_verdict(const std::string& name, uint64_t revision, const ExerciseVerdict& verdict, const ExerciseSpec& spec);
  const ExerciseSpec* exercise_spec(const std::string& name) const;  // of an exercise or a bug's repair
  std::string progress_name(const std::string& name) const;          // "bug:wrong-layout"
  void show_hint(const std::string& name);
  void keep_exercise(const std::string& name, bool is_try = false);
  void keep_edits();
  std::map<std::string, uint64_t> check_jobs;

  std::shared_ptr<Engine> engine(EngineKind kind) const;
  void changed() { ++s.revision_; }
};

std::string choice_text(const Choice& choice);
std::filesystem::file_time_type newest_file(const std::filesystem::path& folder);

}  // namespace wb
