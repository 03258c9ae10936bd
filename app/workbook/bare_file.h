#pragma once
// A .cu file of somebody's as a lesson: one launch for each launch line of its host code (or for each kernel, where there is none), with
// the sizes, values and starting bytes that the host code names. What it does not name is assumed, and every assumption is said.
//
//     scale.cu ──read_host_launches──> the text of a lesson.md ──read_lesson_text──> Lesson: runs like any other
//
// The text is an ordinary lesson's. What a buffer holds may be too much for it: then the lesson carries it (Lesson::contents).
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "app/workbook/lesson_reader.h"

namespace wb {

// What was read of a file's host code; known to bare_file.cpp alone.
struct HostReading;

// What was tried out for a launch where nobody says it (trial_run.h).
struct LaunchGuess {
  std::map<std::string, uint64_t> elements;  // parameter -> what a buffer of assumed size must have at least
  uint64_t largest = 0;                      // no value that is assumed may be larger; 0: any
  std::set<std::string> small;               // numbers that are 1, whatever their name speaks of
  bool is_uneven = false;                    // `n` of `if (i < n)` is less than the grid's threads, by no whole warps
  bool stored_are_zeros = false;             // what the kernel writes begins as zeros, though it is read, too: 0 may mark a free place
};

// What the user says instead of the host code.
struct BareFileWishes {
  std::string kernel;            // "scale", "scale<float>"; empty: every kernel of the file
  std::vector<std::string> grid, block;  // one to three sizes each; empty: as the file says
  std::string shared_bytes;
  std::vector<std::pair<std::string, std::string>> defines;  // macros: "TILE" -> "16"
  std::vector<std::filesystem::path> header_folders;         // where its own headers may lie, beside its own folder
  std::optional<std::vector<std::string>> command_line;      // of its program, behind its name; none: as may be guessed
  std::map<std::string, std::string> arguments;  // parameter -> "1000", "zeros", "random:4096", "iota:64", "data.npy"
  std::map<std::string, LaunchGuess> guesses;    // by launch
  std::optional<std::string> only;               // this launch alone is read, "": the first; none: all
  std::stop_token stop{};                        // what is read then is worth nothing
  std::shared_ptr<const HostReading> reading;    // of the same file with the same macros (BareFile::reading): its program need not run again
};

// One that the file has: a launch line of its host code, or a kernel that no line launches.
struct FileLaunch {
  std::string name;         // in the lesson that is made of the file
  std::string kernel;       // with template arguments
  uint32_t line = 0;        // of the launch, else of nothing (0)
  bool is_launched = false; // by the program, as far as it is known
};

struct BareFile {
  ReadLesson read;                       // the lesson, or complaints
  std::string text;                      // of the lesson.md that it is
  std::map<std::string, std::vector<std::string>> assumptions;  // by launch: one sentence each
  std::map<std::string, std::vector<std::string>> filled;       // by launch: the buffers that start as the host code fills them
  std::map<std::string, size_t> occurrence;                     // by launch: its line launches again and again, and this time goes wrong; 1: the first
  std::map<std::string, std::set<std::string>> assumed_sizes;   // by launch: the buffers whose size nobody fixed
  std::set<std::string> assumes_values;                         // launches with values that nobody fixed
  std::map<std::string, std::set<std::string>> assumed_numbers; // by launch of a kernel that stands alone: parameters whose value nobody fixed
  std::string cut;                       // "after 400 launches": a run of the program was ended, and might have launched more; else empty
  std::vector<std::string> refused;      // launches that CUDA refuses, as the program expects: "`scale` at line 30"
  std::vector<FileLaunch> launches;      // those that the program comes to first, in the order of their lines
  std::vector<std::string> complaints;   // wishes that fit nothing
  std::set<std::filesystem::path> files; // that were read: itself, and its headers beside it
  std::shared_ptr<const HostReading> reading;
};
// The launch that a kernel gets: "vecAdd<float>" -> "vecadd". A second one of the same name ends in -2.
std::string launch_name_of(std::string_view kernel);

BareFile open_bare_file(const std::filesystem::path& file, const BareFileWishes& wishes = {});
// The same of a text in memory; `file` names it, and own headers are read from beside it.
BareFile read_bare_file(const std::filesystem::path& file, std::string text, const BareFileWishes& wishes = {});

}  // namespace wb
