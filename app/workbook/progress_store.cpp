#include "app/workbook/progress_store.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include <nlohmann/json.hpp>

#include "app/workbook/limits.h"

namespace wb {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr int format_version = 1;

// A name that is safe as a file's: nothing but letters, digits and `-`.
std::string safe_name(const std::string& name) {
  std::string safe = name.empty() ? "unnamed" : name.substr(0, 100);
  std::replace_if(safe.begin(), safe.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)) && c != '-'; }, '_');
  return safe;
}

// Whether a file has to be there when the machine loses its power, too, which takes a disk's time, or when the program is killed.
enum class Lasting { without_power, without_program };

// Beside the old file, flushed to the disk, then renamed over it: a crash leaves one of the two whole.
bool write_safely(const fs::path& path, const std::string& text, std::string& why, Lasting lasting = Lasting::without_power) {
  fs::path fresh = path;
  fresh += ".new";
  int file = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) return why = "`" + fresh.string() + "` cannot be written", false;
  size_t done = 0;
  while (done < text.size()) {
    ssize_t n = ::write(file, text.data() + done, text.size() - done);
    if (n <= 0) break;
    done += static_cast<size_t>(n);
  }
  bool ok = done == text.size() && (lasting == Lasting::without_program || ::fsync(file) == 0);
  ok = ::close(file) == 0 && ok;
  std::error_code error;
  if (ok) fs::rename(fresh, path, error);
  if (ok && !error) return true;
  fs::remove(fresh, error);
  return why = "`" + path.string() + "` cannot be written; is the disk full?", false;
}

std::optional<json> read_json(const fs::path& path, uint64_t limit, bool& exists) {
  std::error_code error;
  uint64_t size = fs::file_size(path, error);
  exists = !error;
  if (error || size > limit) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  json value = json::parse(file, nullptr, false);
  if (value.is_discarded() || !value.is_object() || value.value("version", 0) != format_version) return std::nullopt;
  return value;
}

std::string dump(const json& value) { return value.dump(1, ' ', false, json::error_handler_t::replace) + "\n"; }

json to_json(const std::map<std::string, std::vector<Breakpoint>>& breakpoints) {
  json files = json::object();
  for (const auto& [file, all] : breakpoints)
    for (const Breakpoint& b : all) files[file].push_back({{"line", b.line}, {"when", b.condition}, {"on", b.is_on}});
  return files;
}

json to_json(const LessonProgress& progress) {
  json answers = json::object(), exercises = json::object();
  for (const auto& [id, a] : progress.answers)
    answers[id] = {{"text", a.text}, {"right", a.is_right}, {"misconception", a.misconception}, {"when", a.when}, {"tries", a.tries}};
  for (const auto& [name, e] : progress.exercises)
    exercises[name] = {{"passed", e.is_passed}, {"hints", e.hints_opened}, {"tries", e.tries}, {"when", e.when}};
  return {{"version", format_version}, {"answers", answers}, {"exercises", exercises}, {"breakpoints", to_json(progress.breakpoints)}, {"place", progress.place}, {"finished", progress.is_finished}};
}

LessonProgress progress_from(const json& value) {
  LessonProgress progress;
  const json answers = value.value("answers", json::object()), exercises = value.value("exercises", json::object());
  for (const auto& [id, a] : answers.items())
    progress.answers[id] = {a.value("text", ""), a.value("right", false), a.value("misconception", ""), a.value("when", ""), a.value("tries", 1)};
  for (const auto& [name, e] : exercises.items())
    progress.exercises[name] = {e.value("passed", false), e.value("hints", 0), e.value("tries", 0), e.value("when", "")};
  const json breakpoints = value.value("breakpoints", json::object());
  for (const auto& [file, all] : breakpoints.items())
    for (const json& b : all) progress.breakpoints[file].push_back({b.value("line", 0u), b.value("when", ""), b.value("on", true)});
  progress.place = value.value("place", "");
  progress.is_finished = value.value("finished", false);
  return progress;
}

// The progress in a lesson's folder; a file that is none of ours stays where it is and is not understood.
std::optional<LessonProgress> read_progress(const fs::path& folder, bool& exists) {
  auto value = read_json(folder / "progress.json", limits::progress_bytes, exists);
  if (!value) return std::nullopt;
  try {
    return progress_from(*value);
  } catch (const json::exception&) {  // a key of another type
    return std::nullopt;
  }
}

}  // namespace

fs::path user_data_folder() {
  if (const char* data = std::getenv("XDG_DATA_HOME"); data && data[0] == '/') return fs::path(data) / "warpbook";
  if (const char* home = std::getenv("HOME"); home && home[0]) return fs::path(home) / ".local/share/warpbook";
  std::error_code error;
  return fs::temp_directory_path(error) / ("warpbook-" + std::to_string(::getuid()));
}

struct ProgressStore::State {
  fs::path folder;
  LessonProgress progress;
  std::string why_not, warning;
  int lock = -1;
  bool is_dirty = false;

  fs::path edit_path(const std::string& name, const char* ending) const { return folder / "edits" / (safe_name(name) + ending); }

  void open() {
    std::error_code error;
    fs::create_directories(folder / "edits", error);
    if (error) why_not = "`" + folder.string() + "` cannot be made, so nothing is kept";
    else take_lock();
    bool exists = false;
    if (auto read = read_progress(folder, exists)) progress = std::move(*read);
    else if (exists) put_aside();
  }

  void take_lock() {
    lock = ::open((folder / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (lock < 0) return void(why_not = "`" + folder.string() + "` cannot be written, so nothing is kept");
    if (::flock(lock, LOCK_EX | LOCK_NB) == 0) return;
    ::close(lock);
    lock = -1;
    why_not = "another window has this lesson open: what you do here is not kept";
  }

  // Never overwrite what was not understood: a later version may have written it.
  void put_aside() {
    fs::path aside = folder / "progress.unreadable.json";
    std::error_code error;
    if (lock >= 0) fs::rename(folder / "progress.json", aside, error);
    warning = "the progress of this lesson could not be read" + (lock >= 0 && !error ? "; it was kept as " + aside.string() : std::string());
  }

  std::optional<Edit> read_edit(const fs::path& path) const {
    bool exists = false;
    auto value = read_json(path, limits::progress_bytes, exists);
    if (!value) return std::nullopt;
    try {
      return Edit{value->at("text").get<std::string>(), value->at("base").get<std::string>(), false};
    } catch (const json::exception&) {
      return std::nullopt;
    }
  }

  bool write_edit(const fs::path& path, const Edit& edit, Lasting lasting = Lasting::without_power) {
    if (lock < 0) return false;
    if (edit.text.size() > limits::edit_bytes) return why_not = "this text is longer than " + std::to_string(limits::edit_bytes) + " bytes and is not kept", false;
    return write_safely(path, dump({{"version", format_version}, {"text", edit.text}, {"base", edit.base_text}}), why_not, lasting);
  }

  // What the student has: the journal where typing was cut off, else the kept edit.
  std::optional<Edit> current_edit(const std::string& name) const {
    if (auto journal = read_edit(edit_path(name, ".journal"))) return journal;
    return read_edit(edit_path(name, ".json"));
  }
  std::string base_of(const std::string& name, const std::string& lesson_text) const {
    auto edit = current_edit(name);
    return edit ? edit->base_text : lesson_text;
  }

  bool save() {
    if (lock < 0) return false;
    if (!is_dirty) return true;
    if (!write_safely(folder / "progress.json", dump(to_json(progress)), why_not)) return false;
    is_dirty = false;
    return true;
  }
};

ProgressStore::ProgressStore(std::string course_id, std::string lesson_id, fs::path root) : state_(std::make_unique<State>()) {
  state_->folder = root / safe_name(course_id) / safe_name(lesson_id);
  state_->open();
}

ProgressStore::~ProgressStore() {
  save();
  if (state_->lock >= 0) ::close(state_->lock);
}

bool ProgressStore::is_writable() const { return state_->lock >= 0; }
const std::string& ProgressStore::why_not() const { return state_->why_not; }
const std::string& ProgressStore::warning() const { return state_->warning; }
const LessonProgress& ProgressStore::progress() const { return state_->progress; }

void ProgressStore::set_answer(const std::string& id, Answer answer) {
  state_->progress.answers[id] = std::move(answer);
  state_->is_dirty = true;
  save();
}

void ProgressStore::set_exercise(const std::string& name, ExerciseState exercise) {
  state_->progress.exercises[name] = std::move(exercise);
  state_->is_dirty = true;
  save();
}

void ProgressStore::set_breakpoints(const std::string& file, std::vector<Breakpoint> breakpoints) {
  state_->progress.breakpoints[file] = std::move(breakpoints);
  state_->is_dirty = true;
  save();
}

void ProgressStore::set_place(std::string place) {
  if (state_->progress.place == place) return;
  state_->progress.place = std::move(place);
  state_->is_dirty = true;  // written with the next answer or at the end: scrolling is no reason to write
}

void ProgressStore::set_finished(bool is_finished) {
  if (state_->progress.is_finished == is_finished) return;
  state_->progress.is_finished = is_finished;
  state_->is_dirty = true;
  save();
}

std::optional<Edit> ProgressStore::edit(const std::string& name, const std::string& lesson_text) const {
  auto edit = state_->current_edit(name);
  if (edit) edit->lesson_changed = edit->base_text != lesson_text;
  return edit;
}

void ProgressStore::journal(const std::string& name, const std::string& text, const std::string& lesson_text) {
  state_->write_edit(state_->edit_path(name, ".journal"), {text, state_->base_of(name, lesson_text), false}, Lasting::without_program);
}

void ProgressStore::keep_edit(const std::string& name, const std::string& text, const std::string& lesson_text) {
  if (!state_->write_edit(state_->edit_path(name, ".json"), {text, state_->base_of(name, lesson_text), false})) return;
  std::error_code error;
  fs::remove(state_->edit_path(name, ".journal"), error);
}

void ProgressStore::accept_lesson_change(const std::string& name, const std::string& lesson_text) {
  auto edit = state_->current_edit(name);
  if (!edit || !state_->write_edit(state_->edit_path(name, ".json"), {edit->text, lesson_text, false})) return;
  std::error_code error;
  fs::remove(state_->edit_path(name, ".journal"), error);
}

void ProgressStore::drop_edit(const std::string& name) {
  auto edit = state_->current_edit(name);
  if (!edit || !state_->write_edit(state_->edit_path(name, ".previous"), *edit)) return;
  std::error_code error;
  fs::remove(state_->edit_path(name, ".journal"), error);
  fs::remove(state_->edit_path(name, ".json"), error);
}

bool ProgressStore::save() { return state_->save(); }

std::map<std::string, LessonProgress> course_progress(const std::string& course_id, fs::path root) {
  std::map<std::string, LessonProgress> all;
  std::error_code error;
  for (const auto& item : fs::directory_iterator(root / safe_name(course_id), error)) {
    bool exists = false;
    if (auto progress = read_progress(item.path(), exists)) all.emplace(item.path().filename().string(), std::move(*progress));
  }
  return all;
}

}  // namespace wb
