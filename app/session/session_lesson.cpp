// Courses, the open lesson, its answers: the part of the session that talks to the workbook.
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fstream>
#include <set>

#include <nlohmann/json.hpp>

#include "app/session/session_hidden.h"
#include "app/workbook/limits.h"

namespace wb {
namespace fs = std::filesystem;
namespace {

constexpr const char* no_idea = "no idea";

std::string number_of(const std::string& folder_name) {
  size_t digits = 0;
  while (digits < folder_name.size() && std::isdigit(static_cast<unsigned char>(folder_name[digits]))) ++digits;
  return folder_name.substr(0, digits);
}

std::set<std::string> card_ids(const Lesson& lesson) {
  std::set<std::string> ids;
  for_each_predict(lesson.blocks, [&](const Predict& predict, const Block&) { ids.insert("?" + predict.id); });
  for (const Block& block : lesson.blocks) {
    if (auto* card = std::get_if<ExerciseCard>(&block.content)) ids.insert("!" + card->exercise);
    if (auto* card = std::get_if<BugCard>(&block.content)) {
      const BugSpec* bug = lesson.bug(card->bug);
      if (bug && repair_of(lesson, *bug) && bug->fix.empty()) ids.insert("!bug:" + card->bug);
    }
    if (auto* card = std::get_if<Explain>(&block.content)) ids.insert("?" + card->id);
  }
  return ids;
}

int done_cards(const LessonProgress& progress) {
  int done = static_cast<int>(progress.answers.size());
  for (const auto& [name, state] : progress.exercises) done += state.is_passed ? 1 : 0;
  return done;
}

std::optional<double> number_in(const std::string& typed) {
  std::string digits;
  for (char c : typed)
    if (c != ' ' && c != ',' && c != '_') digits += c;
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size() || digits.empty()) return std::nullopt;
  return value;
}

}  // namespace

fs::file_time_type newest_file(const fs::path& folder) {
  fs::file_time_type newest = fs::file_time_type::min();  // not {}: the clock may count from a year to come
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::error_code ignored;
    const auto time = fs::last_write_time(it->path(), ignored);
    if (!ignored) newest = std::max(newest, time);
  }
  return newest;
}

std::string choice_text(const Choice& choice) { return plain_text(choice.text); }

// ---- courses

void Session::Hidden::open_courses() {
  std::vector<fs::path> folders(options.course_dirs.begin(), options.course_dirs.end());
  std::error_code error;
  if (!options.lesson.empty() && fs::exists(fs::path(options.lesson) / "course.toml", error)) {  // a whole course was named, not a lesson
    folders.emplace_back(options.lesson);
    options.lesson.clear();
  }
  if (folders.empty())
    if (auto shipped = find_shipped_course()) folders.push_back(*shipped);
  for (const fs::path& folder : folders) {
    ReadCourse read = read_course(folder);
    if (read.course) courses.push_back(std::move(*read.course));
    else s.complaints_.push_back(read.complaints.empty() ? folder.string() + " is not a folder of lessons" : to_string(read.complaints.front()));
  }
  if (!courses.empty()) s.course_title_ = courses.front().title;
  refresh_list();
  if (!options.lesson.empty()) return open_lesson(options.lesson);
  for (const Course& c : courses)
    if (c.find(s.layout_.last_lesson)) return open_lesson(s.layout_.last_lesson);
}

void Session::Hidden::refresh_list() {
  s.parts_.clear();
  for (const Course& c : courses) {
    std::map<std::string, LessonProgress> progress;
    if (options.remember) progress = options.data_dir.empty() ? course_progress(c.id) : course_progress(c.id, options.data_dir);
    for (const CoursePart& part : c.parts) {
      if (part.lessons.empty()) continue;
      PartSummary& summary = s.parts_.emplace_back();
      summary.title = part.id.empty() ? part.title : part.id + " \xC2\xB7 " + part.title;
      for (const LessonEntry& entry : part.lessons) {
        LessonSummary row;
        row.id = entry.id;
        row.number = number_of(entry.folder_name);
        row.title = entry.title;
        row.minutes = entry.minutes;
        row.is_broken = !entry.is_readable;
        if (auto found = progress.find(entry.id); found != progress.end()) {
          const auto total = card_counts.find(entry.id);
          row.done = total == card_counts.end() || total->second == 0 ? 0 : std::min(1.0, static_cast<double>(done_cards(found->second)) / total->second);
          row.is_passed = found->second.is_finished;
        }
        summary.lessons.push_back(std::move(row));
      }
    }
  }
}

// How many cards each lesson has is known once it was read; reading all of them goes on beside the window.
void Session::Hidden::count_in_background() {
  std::vector<std::pair<std::string, fs::path>> lessons;
  for (const Course& c : courses)
    for (const LessonEntry* entry : c.lessons()) lessons.emplace_back(entry->id, entry->folder);
  if (lessons.empty()) return;
  background.start([this, lessons](Progress&, std::stop_token stop) {
    std::map<std::string, int> counts;
    for (const auto& [id, folder] : lessons) {
      if (stop.stop_requested()) return;
      const ReadLesson read = read_lesson(folder);
      if (read.lesson) counts[id] = static_cast<int>(card_ids(*read.lesson).size());
    }
    background.post([this, counts] {
      for (const auto& [id, count] : counts) card_counts.emplace(id, count);
      refresh_list();
      note_done();
    });
  });
}

void Session::Hidden::note_done() {
  if (!s.lesson_) return;
  const std::set<std::string> ids = card_ids(*s.lesson_);
  card_counts[s.lesson_id_] = static_cast<int>(ids.size());
  size_t done = 0;
  for (const auto& [block, state] : s.predicts_) done += state.is_answered;
  for (const auto& [place, state] : s.stop_answers_) done += state.is_answered && stop_at(place.first, place.second) && stop_at(place.first, place.second)->predict;
  for (const auto& [block, text] : s.explanations_) done += !text.empty();
  for (const auto& [name, state] : s.exercises_) done += state.is_passed && ids.count("!" + progress_name(name));
  bool all_passed = true;
  for (const std::string& id : ids)
    if (id[0] == '!') {
      const std::string name = id.starts_with("!bug:") ? id.substr(5) : id.substr(1);
      all_passed = all_passed && s.exercise(name).is_passed;
    }
  s.objectives_ = progress_of_objectives(*s.lesson_, answers, [&](const std::string& name) { return s.exercise(name).is_passed; });
  const bool is_passed = all_passed && !ids.empty() && done > 0;
  for (PartSummary& part : s.parts_)
    for (LessonSummary& row : part.lessons)
      if (row.id == s.lesson_id_) {
        row.done = ids.empty() ? 0 : std::min(1.0, static_cast<double>(done) / static_cast<double>(ids.size()));
        row.is_passed = is_passed;
      }
  if (store && store->is_writable()) store->set_finished(is_passed);
}

// ---- the lesson

void Session::Hidden::open_lesson(const std::string& id) {
  for (const Course& c : courses)
    if (const LessonEntry* entry = c.find(id)) return open_folder(entry->folder, &c);
  std::error_code error;
  if (fs::is_directory(id, error)) return open_folder(id, nullptr);
  if (is_trace_file(id)) return open_trace(id);
  if (fs::path(id).extension() == ".cu" && fs::is_regular_file(id, error)) return open_file(id);
  s.notice_ = "there is no lesson \"" + id + "\" in this course";
}

void Session::Hidden::clear_lesson() {
  s.save();
  stop_runs();
  store.reset();
  s.lesson_.reset();
  s.complaints_.clear();
  s.notice_.clear();
  s.told_.clear();
  drop_all_race_work();
  trace.reset();
  trace_path.clear();
  s.trace_.reset();
  forget_file();
  s.slots_.clear();
  s.sources_.clear();
  s.exercises_.clear();
  s.predicts_.clear();
  s.stop_answers_.clear();
  s.reached_stops_.clear();
  s.explanations_.clear();
  answers.clear();
  s.values_.clear();
  s.open_source_.clear();
  s.recording_.reset();
  s.selection_ = {};
  s.watched_.clear();
  s.resolved_ = {};
  s.held_stop_.reset();
  stop_searching();
  s.held_break_.reset();
  s.breakpoints_.clear();
  s.objectives_.clear();
  s.schedule_ = Schedule::in_order;
  s.seed_ = 0;
  s.shows_loops_ = false;
  card_in_use.clear();
  s.outcomes_.clear();
  run_block.clear();
  shown_values.clear();
  stops.clear();
  rerun.reset();
  figure.reset();
  check_jobs.clear();
}

void Session::Hidden::open_folder(const fs::path& folder, const Course* of_course) {
  clear_lesson();
  course = of_course;
  s.is_trusted_ = of_course && of_course->is_shipped;
  s.lesson_folder_ = folder.string();
  s.lesson_id_ = folder.filename().string();
  ReadLesson read = read_lesson(folder);
  read_at = newest_file(folder);
  for (const Complaint& complaint : read.complaints)
    if (complaint.severity == Severity::error) s.complaints_.push_back(to_string(complaint));
  if (!read.lesson) {
    for (const PartSummary& part : s.parts_)
      for (const LessonSummary& row : part.lessons)
        if (of_course && of_course->find(row.id) && of_course->find(row.id)->folder == folder) s.lesson_id_ = row.id;
    return;
  }
  s.lesson_id_ = read.lesson->id;
  if (options.remember) {
    const std::string course_id = of_course ? of_course->id : "single";
    store = options.data_dir.empty() ? std::make_unique<ProgressStore>(course_id, s.lesson_id_)
                                     : std::make_unique<ProgressStore>(course_id, s.lesson_id_, options.data_dir);
    if (!store->is_writable()) s.notice_ = store->why_not();
    if (!store->warning().empty()) s.notice_ = store->warning();
  }
  take_lesson(std::move(*read.lesson));
  if (of_course) s.layout_.last_lesson = s.lesson_id_, write_layout();
  s.scroll_to_block_ = 0;
  ++s.scroll_request_;
}

// A lesson (new, or read again): its answers come back, its first source opens.
void Session::Hidden::take_lesson(Lesson lesson) {
  s.lesson_ = std::make_shared<const Lesson>(std::move(lesson));
  ++s.lesson_revision_;
  restore_answers();
  if (s.open_source_.empty() || !make_source(s.open_source_)) {
    s.open_source_.clear();
    for (const Block& block : s.lesson_->blocks) {
      auto* card = std::get_if<RunCard>(&block.content);
      if (!card || !make_source(card->launch)) continue;
      s.open_source_ = card->launch;
      break;
    }
    for (const std::string& name : s.lesson_->run_names())
      if (s.open_source_.empty() && make_source(name)) s.open_source_ = name;
  }
  note_done();
}

namespace {

PredictState restored(const Predict& predict, const Answer& answer) {
  PredictState state;
  state.is_answered = true;
  state.is_right = answer.is_right;
  if (predict.answer) state.typed = answer.text;
  for (size_t i = 0; i < predict.choices.size(); ++i)
    if (choice_text(predict.choices[i]) == answer.text) state.choice = static_cast<int>(i);
  return state;
}

}  // namespace

void Session::Hidden::keep_answer(const std::string& id, const Answer& answer) {
  answers[id] = answer;
  if (store) store->set_answer(id, answer);
}

// What the store has of earlier windows; and, when the lesson has been read again, what was answered in this one.
void Session::Hidden::restore_answers() {
  if (store) answers = store->progress().answers;
  const auto& blocks = s.lesson_->blocks;
  for (size_t i = 0; i < blocks.size(); ++i) {
    const int block = static_cast<int>(i);
    if (auto* predict = std::get_if<Predict>(&blocks[i].content))
      if (auto found = answers.find(predict->id); found != answers.end()) s.predicts_[block] = restored(*predict, found->second);
    if (auto* explain = std::get_if<Explain>(&blocks[i].content))
      if (auto found = answers.find(explain->id); found != answers.end()) s.explanations_[block] = found->second.text;
    if (auto* card = std::get_if<RunCard>(&blocks[i].content))
      for (size_t k = 0; k < card->stops.size(); ++k)
        if (card->stops[k].predict)
          if (auto found = answers.find(card->stops[k].predict->id); found != answers.end())
            s.stop_answers_[{block, static_cast<int>(k)}] = restored(*card->stops[k].predict, found->second);
  }
  if (!store) return;
  const LessonProgress& progress = store->progress();
  s.breakpoints_ = progress.breakpoints;
  for (const auto& [name, state] : progress.exercises) {
    ExerciseView& view = s.exercises_[name.starts_with("bug:") ? name.substr(4) : name];
    view.is_passed = state.is_passed;
    view.hints_shown = state.hints_opened;
  }
}

// ---- questions

const Predict* Session::Hidden::predict_at(int block) const {
  if (!s.lesson_ || block < 0 || block >= static_cast<int>(s.lesson_->blocks.size())) return nullptr;
  return std::get_if<Predict>(&s.lesson_->blocks[static_cast<size_t>(block)].content);
}

const Stop* Session::Hidden::stop_at(int block, int stop) const {
  if (!s.lesson_ || block < 0 || block >= static_cast<int>(s.lesson_->blocks.size())) return nullptr;
  auto* card = std::get_if<RunCard>(&s.lesson_->blocks[static_cast<size_t>(block)].content);
  return card && stop >= 0 && stop < static_cast<int>(card->stops.size()) ? &card->stops[static_cast<size_t>(stop)] : nullptr;
}

// The first answer counts; later ones are not taken. A typed one must be a number, or it is not an answer yet.
void Session::Hidden::answer(const Predict& predict, PredictState& state, int choice, const std::string& typed) {
  if (state.is_answered) return;
  Answer kept;
  kept.text = no_idea;
  if (predict.answer && !typed.empty()) {
    const std::optional<double> value = number_in(typed);
    if (!value) return;
    state.typed = typed;
    state.is_right = std::abs(*value - *predict.answer) <= 1e-9 * std::max(1.0, std::abs(*predict.answer));
    kept.text = typed;
  } else if (choice >= 0 && choice < static_cast<int>(predict.choices.size())) {
    const Choice& chosen = predict.choices[static_cast<size_t>(choice)];
    state.choice = choice;
    state.is_right = chosen.is_right;
    kept.text = choice_text(chosen);
    kept.misconception = chosen.misconception;
  }
  state.is_answered = true;
  kept.is_right = state.is_right;
  keep_answer(predict.id, kept);
  note_done();
}

namespace {

const Predict* question_of(const Lesson& lesson, const std::string& exercise) {
  for (const Block& block : lesson.blocks)
    if (auto* card = std::get_if<ExerciseCard>(&block.content); card && card->exercise == exercise && card->question) return &*card->question;
  return nullptr;
}

}  // namespace

// An exercise that is answered can be tried until it is right.
void Session::Hidden::answer_exercise(const AnswerExercise& c) {
  const Predict* question = s.lesson_ ? question_of(*s.lesson_, c.name) : nullptr;
  const ExerciseSpec* spec = question ? s.lesson_->exercise(c.name) : nullptr;
  if (!spec) return;
  ExerciseView& view = s.exercises_[c.name];
  if (view.is_passed) return;
  bool is_right = false;
  if (question->answer) {
    const std::optional<double> value = number_in(c.text);
    view.problem = value ? "" : "exercise.no_number";
    if (!value) return;
    view.typed = c.text;
    const double off = std::abs(*value - *question->answer), size = std::abs(*question->answer);
    is_right = off <= std::max(spec->answer.tolerance.absolute + spec->answer.tolerance.relative * size, 1e-9 * std::max(1.0, size));
  } else {
    if (c.choice < 0 || c.choice >= static_cast<int>(question->choices.size())) return;
    is_right = question->choices[static_cast<size_t>(c.choice)].is_right;
    if (!is_right) view.wrong_choices.insert(c.choice);
  }
  view.is_passed = view.just_passed = is_right;
  keep_exercise(c.name, true);
  note_done();
}

void Session::Hidden::answer_predict(const AnswerPredict& c) {
  if (const Predict* predict = predict_at(c.block)) answer(*predict, s.predicts_[c.block], c.choice, c.text);
}

void Session::Hidden::answer_stop(const AnswerStop& c) {
  const Stop* stop = stop_at(c.run_block, c.stop);
  if (!stop) return;
  PredictState& state = s.stop_answers_[{c.run_block, c.stop}];
  if (stop->predict) answer(*stop->predict, state, c.choice, c.text);
  else state.is_answered = true;
}

void Session::Hidden::write_explanation(const WriteExplanation& c) {
  if (!s.lesson_ || c.block < 0 || c.block >= static_cast<int>(s.lesson_->blocks.size())) return;
  auto* explain = std::get_if<Explain>(&s.lesson_->blocks[static_cast<size_t>(c.block)].content);
  if (!explain) return;
  s.explanations_[c.block] = c.text;
  Answer kept;
  kept.text = c.text;
  kept.is_right = true;
  keep_answer(explain->id, kept);
  note_done();
}

// ---- how the window was divided

fs::path Session::Hidden::layout_file() const { return (options.data_dir.empty() ? user_data_folder() : fs::path(options.data_dir)) / "window.json"; }

void Session::Hidden::read_layout() try {
  if (!options.remember) return;
  std::ifstream file(layout_file());
  if (!file) return;
  const nlohmann::json json = nlohmann::json::parse(file);
  Layout& l = s.layout_;
  l.preset = json.value("preset", l.preset);
  if (const std::string view = json.value("machine_view", l.machine_view); is_machine_view(view)) l.machine_view = view;
  l.list_width = std::clamp(json.value("list_width", l.list_width), 0.0f, 500.0f);
  l.page_share = std::clamp(json.value("page_share", l.page_share), 0.1f, 0.9f);
  l.source_share = std::clamp(json.value("source_share", l.source_share), 0.1f, 0.9f);
  l.lower_share = std::clamp(json.value("lower_share", l.lower_share), 0.1f, 0.9f);
  l.is_dark = json.value("dark", l.is_dark);
  l.text_scale = std::clamp(json.value("text_scale", l.text_scale), 0.6f, 3.0f);
  l.language = json.value("language", l.language);
  l.edits_as_text = json.value("edits_as_text", l.edits_as_text);
  l.recording_mib = static_cast<uint32_t>(std::clamp<uint64_t>(json.value("recording_mib", uint64_t{l.recording_mib}), least_recording_mib, most_recording_mib));
  l.last_lesson = json.value("last_lesson", l.last_lesson);
} catch (const nlohmann::json::exception&) {
  s.layout_ = {};  // a broken file is not worth a message: the window starts as it was made
}

void Session::Hidden::write_layout() const {
  if (!options.remember) return;
  const Layout& l = s.layout_;
  const nlohmann::json json{{"version", 1}, {"preset", l.preset}, {"machine_view", l.machine_view}, {"list_width", l.list_width}, {"page_share", l.page_share},
                            {"source_share", l.source_share}, {"lower_share", l.lower_share}, {"dark", l.is_dark}, {"text_scale", l.text_scale}, {"language", l.language}, {"edits_as_text", l.edits_as_text},
                            {"recording_mib", l.recording_mib}, {"last_lesson", l.last_lesson}};
  std::error_code error;
  const fs::path file = layout_file(), beside = file.string() + ".new";
  fs::create_directories(file.parent_path(), error);
  {
    std::ofstream out(beside);
    out << json.dump(2) << '\n';
    if (!out) return;
  }
  fs::rename(beside, file, error);
}

}  // namespace wb
