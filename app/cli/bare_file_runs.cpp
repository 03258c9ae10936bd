#include "app/cli/bare_file_runs.h"

#include <algorithm>
#include <cstdio>

#include "app/cli/terminal.h"
#include "app/workbook/trial_run.h"

namespace wb {
namespace {

constexpr size_t most_launches = 256;

std::string joined(const std::vector<std::string>& words, const char* between) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : between) + word;
  return out;
}

}  // namespace

BareFileRuns::BareFileRuns(const FoundLesson& found, const BareFileWishes& wishes, bool is_of_one_launch) : shown_(found.folder), wishes_(wishes) {
  std::error_code error;
  path_ = std::filesystem::canonical(found.folder, error);  // the user named this file: a symbolic link to elsewhere is theirs to follow
  if (error) path_ = found.folder;
  const std::string named = found.launch.empty() ? "" : launch_name_of(found.launch);
  first_ = open_tried_file(path_, wishes_, named);
  wishes_.reading = first_.reading;
  if (!is_usable(first_)) return;
  is_ok_ = true;
  choose(first_.launches, named, is_of_one_launch);
}

bool BareFileRuns::is_usable(const BareFile& file) const {
  print(file.read.complaints);
  for (const std::string& complaint : file.complaints) print_error(complaint);
  if (!file.complaints.empty() || has_errors(file.read.complaints) || !file.read.lesson) return false;
  if (!file.read.lesson->launches.empty()) return true;
  print_error("`" + shown_.string() + "` has no kernel", "a kernel is a function marked `__global__`");
  return false;
}

void BareFileRuns::choose(std::vector<FileLaunch> all, const std::string& named, bool is_of_one_launch) {
  if (!named.empty()) return launches_.push_back({named, named});  // has_launch() says what is wrong with it
  for (const std::string& refused : first_.refused) left_out_.push_back(refused + ", which CUDA refuses for its shape, as the program expects");
  const bool is_program = std::any_of(all.begin(), all.end(), [](const FileLaunch& l) { return l.is_launched; });
  for (FileLaunch& launch : all) {
    const bool is_wanted = !is_program || launch.is_launched;
    const size_t most = is_of_one_launch ? 1 : most_launches;
    if (!is_wanted) left_out_.push_back("`" + launch.kernel + "`, which the host code does not launch" + (first_.cut.empty() ? "" : " as far as it was run: that was cut " + first_.cut));
    else if (launches_.size() == most) left_out_.push_back("`" + launch.kernel + "`" + (is_of_one_launch ? ": one launch was asked for (--kernel says which)" : ", one launch too many"));
    else launches_.push_back(std::move(launch));
  }
}

std::optional<Lesson> BareFileRuns::open(const std::string& launch) {
  const bool is_first = first_.read.lesson && first_.read.lesson->stage_of(launch) && !first_.read.lesson->run_names().empty();
  BareFile file = is_first || launches_.size() == 1 ? std::move(first_) : open_tried_file(path_, wishes_, launch);
  if (!is_first && launches_.size() > 1 && !is_usable(file)) return std::nullopt;
  say_what_is_assumed(file, launch);
  return std::move(file.read.lesson);
}

void BareFileRuns::say_what_is_assumed(const BareFile& file, const std::string& launch) const {
  const auto assumptions = file.assumptions.find(launch);
  if (assumptions == file.assumptions.end()) return;
  const std::string of = launches_.size() > 1 ? "`" + launch + "`: " : "";
  std::vector<std::string> filled;
  if (const auto found = file.filled.find(launch); found != file.filled.end())
    for (const std::string& buffer : found->second) filled.push_back("`" + buffer + "`");
  if (!filled.empty()) std::fprintf(stderr, "note: %s%s as the host code fills %s\n", of.c_str(), joined(filled, ", ").c_str(), filled.size() == 1 ? "it" : "them");
  if (const auto time = file.occurrence.find(launch); time != file.occurrence.end() && time->second > 1)
    std::fprintf(stderr, "note: %sits line launches it again and again; this is time %zu, where something shows that the times before do not\n", of.c_str(), time->second);
  if (!assumptions->second.empty())
    std::fprintf(stderr, "note: %sthe file's host code does not fix everything; assumed: %s\n  (say otherwise with --argv, --grid, --block, --shared, --arg name=value)\n", of.c_str(), joined(assumptions->second, "; ").c_str());
}

}  // namespace wb
