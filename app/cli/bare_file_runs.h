#pragma once
// A .cu file's launches, opened one after the other for a run: each a lesson of its own, with what is assumed for it said on stderr.
//
// Its program's launches are run; where it has no host code, every kernel. A name (FILE.cu:LAUNCH) chooses one, --kernel those of one kernel, and
// words that only fit one launch (--grid, --arg) the first.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/find_lesson.h"
#include "app/workbook/bare_file.h"

namespace wb {

class BareFileRuns {
 public:
  BareFileRuns(const FoundLesson& found, const BareFileWishes& wishes, bool is_of_one_launch);

  bool ok() const { return is_ok_; }                                    // else stderr has said why
  const std::vector<FileLaunch>& launches() const { return launches_; } // to be run
  // Kernels of the file that are not run, with the reason: "`never`, which the program does not come to".
  const std::vector<std::string>& left_out() const { return left_out_; }
  // The lesson that has this launch. Nothing, with the reason on stderr, where it cannot be read.
  std::optional<Lesson> open(const std::string& launch);

 private:
  bool is_usable(const BareFile& file) const;
  void choose(std::vector<FileLaunch> all, const std::string& named, bool is_of_one_launch);
  void say_what_is_assumed(const BareFile& file, const std::string& launch) const;

  std::filesystem::path shown_, path_;  // as the user named it; the file itself
  BareFileWishes wishes_;
  bool is_ok_ = false;
  BareFile first_;                      // read to find the launches, and the first of them
  std::vector<FileLaunch> launches_;
  std::vector<std::string> left_out_;
};

}  // namespace wb
