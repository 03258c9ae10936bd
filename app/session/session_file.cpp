// A .cu file of somebody's own in place of a lesson.
//
//   open_file --> read in the background: its host program is simulated to learn what it launches, and launches are tried --> take_file: a lesson of it
//             --> the file or a header beside it changes --> read again, while the page stays --> take_file: the lesson takes the old one's place
#include <algorithm>
#include <fstream>

#include "app/session/session_hidden.h"
#include "app/workbook/trial_run.h"

namespace wb {
namespace fs = std::filesystem;
namespace {

fs::file_time_type time_of(const fs::path& file) {
  std::error_code error;
  const auto time = fs::last_write_time(file, error);
  return error ? fs::file_time_type::min() : time;
}

// To look at, where it is text: of a larger file, or of one with other bytes, nothing.
std::string text_to_show(const fs::path& file) {
  constexpr std::streamsize most = 256 * 1024;
  std::ifstream in(file, std::ios::binary);
  std::string text(static_cast<size_t>(most) + 1, '\0');
  in.read(text.data(), most + 1);
  text.resize(static_cast<size_t>(in.gcount()));
  const bool is_text = text.size() <= static_cast<size_t>(most) && std::none_of(text.begin(), text.end(), [](char c) { return c >= 0 && c < ' ' && c != '\n' && c != '\t' && c != '\r'; });
  return is_text ? text : std::string();
}

}  // namespace

std::string Session::file_path() const { return hidden_->file_path.string(); }

void Session::Hidden::open_file(const fs::path& file) {
  clear_lesson();
  course = nullptr;
  s.is_trusted_ = false;
  s.lesson_folder_.clear();
  s.lesson_id_ = file.filename().string();
  file_path = file;
  file_parts = {file};
  read_file();
}

void Session::Hidden::forget_file() {
  if (s.is_reading_file_) background.cancel(file_job);
  s.is_reading_file_ = false;
  file_path.clear();
  file_parts.clear();
  file_times.clear();
  s.unread_text_.clear();
}

void Session::Hidden::read_file() {
  if (s.is_reading_file_) background.cancel(file_job);
  s.is_reading_file_ = true;
  file_times.clear();
  for (const fs::path& part : file_parts) file_times[part] = time_of(part);
  auto job = std::make_shared<uint64_t>();  // known once it has begun
  *job = background.start([this, job, file = file_path](Progress&, std::stop_token stop) {
    BareFileWishes wishes;
    wishes.stop = stop;
    auto read = std::make_shared<BareFile>(open_tried_file(file, wishes));
    background.post([this, job, read] {
      if (*job == file_job && s.is_reading_file_) take_file(std::move(*read));
    });
  });
  file_job = *job;
}

void Session::Hidden::take_file(BareFile file) {
  s.is_reading_file_ = false;
  for (const fs::path& part : file.files)
    if (file_parts.insert(part).second) file_times[part] = time_of(part);
  s.complaints_.clear();
  s.notice_.clear();
  for (const Complaint& complaint : file.read.complaints)
    if (complaint.severity == Severity::error) s.complaints_.push_back(to_string(complaint));
  if (s.complaints_.empty() && file.read.lesson && file.read.lesson->launches.empty()) s.complaints_.push_back(file_path.string() + ": the file has no kernel: a kernel is a function marked `__global__`");
  s.unread_text_ = s.complaints_.empty() || s.lesson_ ? std::string() : text_to_show(file_path);
  if (!file.read.lesson || !s.complaints_.empty()) return;  // the last good page stays
  file.read.lesson->id = file.read.lesson->folder_name = s.lesson_id_;
  if (s.lesson_) replace_lesson(std::move(*file.read.lesson));
  else take_lesson(std::move(*file.read.lesson));
}

bool Session::Hidden::reread_if_changed() {
  if (s.is_reading_file_) return false;
  for (const auto& [part, time] : file_times)
    if (time_of(part) != time) return read_file(), true;
  return false;
}

}  // namespace wb
