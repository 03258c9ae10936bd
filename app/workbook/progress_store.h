#pragma once
// What a student did and wrote in one lesson, kept safely under the user's data folder:
//
//     $XDG_DATA_HOME/warpbook/<course>/<lesson>/progress.json     answers, passed exercises, opened hints, place on the page
//                                              edits/NAME.json    a student's text, with the hash of the lesson file it started from
//                                              edits/NAME.journal what was typed since, written at every change
//                                              lock               held by the window that has the lesson open
//
// Every file carries a version and is written beside itself and renamed, so a crash or a full disk leaves the old one whole.
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace wb {

std::filesystem::path user_data_folder();  // $XDG_DATA_HOME/warpbook, else ~/.local/share/warpbook

struct Answer {
  std::string text;       // the choice's text, the typed number, or the explanation; "no idea" counts
  bool is_right = false;
  std::string misconception;
  std::string when;       // ISO date and time, UTC
  int tries = 1;
};

struct ExerciseState {
  bool is_passed = false;
  int hints_opened = 0;
  int tries = 0;
  std::string when;       // of the first pass
};

// A line at which a run is held.
struct Breakpoint {
  uint32_t line = 0;      // from 1
  std::string condition;  // in the kernel's language; empty: always
  bool is_on = true;
  friend bool operator==(const Breakpoint&, const Breakpoint&) = default;
};

struct LessonProgress {
  std::map<std::string, Answer> answers;          // by Predict::id and Explain::id
  std::map<std::string, ExerciseState> exercises; // by name; bugs too, as "bug:name"
  std::map<std::string, std::vector<Breakpoint>> breakpoints;  // by source file
  std::string place;                              // of the page: the id of the topmost heading
  bool is_finished = false;
};

// A student's text of one file or exercise.
struct Edit {
  std::string text;
  std::string base_text;        // the lesson's file as it was when the edit began
  bool lesson_changed = false;  // the lesson's file is another one now: offer the difference, keep the edit
};

class ProgressStore {
 public:
  // Opens (and makes) the lesson's folder; takes the lock. `root` is for tests.
  ProgressStore(std::string course_id, std::string lesson_id, std::filesystem::path root = user_data_folder());
  ~ProgressStore();
  ProgressStore(const ProgressStore&) = delete;
  ProgressStore& operator=(const ProgressStore&) = delete;

  bool is_writable() const;          // false: another window has the lesson, or the folder cannot be written
  const std::string& why_not() const;  // in words
  const LessonProgress& progress() const;
  // A file that could not be understood was put aside under another name, never overwritten; this says so.
  const std::string& warning() const;

  void set_answer(const std::string& id, Answer answer);
  void set_exercise(const std::string& name, ExerciseState state);
  void set_breakpoints(const std::string& file, std::vector<Breakpoint> breakpoints);
  void set_place(std::string place);
  void set_finished(bool is_finished);

  // `name`: of the exercise, bug or launch. `lesson_text`: the file as the lesson has it now.
  std::optional<Edit> edit(const std::string& name, const std::string& lesson_text) const;
  void journal(const std::string& name, const std::string& text, const std::string& lesson_text);  // while typing: cheap
  void keep_edit(const std::string& name, const std::string& text, const std::string& lesson_text); // on a pause, a run, leaving
  void accept_lesson_change(const std::string& name, const std::string& lesson_text);  // the difference was seen: the new file is the base
  void drop_edit(const std::string& name);  // reset: the old text stays as edits/NAME.previous
  // Writes what is pending. Called by the destructor too. False, with why_not(), when the disk refuses.
  bool save();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Of all lessons of a course, for the course list's ticks: id -> progress, without taking locks.
std::map<std::string, LessonProgress> course_progress(const std::string& course_id, std::filesystem::path root = user_data_folder());

// A line-by-line difference, for "the lesson's file changed": ' ' same, '-' only in the old, '+' only in the new.
struct DiffLine {
  char mark = ' ';
  std::string text;
};
std::vector<DiffLine> line_difference(const std::string& old_text, const std::string& new_text);

}  // namespace wb
