#pragma once
// What `run` was asked for: its words as the command line has them, and read.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/backends/engine.h"
#include "app/cli/source_options.h"
#include "app/workbook/bare_file.h"
#include "app/workbook/launch_builder.h"
#include "app/workbook/limits.h"
#include "app/workbook/occupancy_words.h"
#include "simulator/analysis/occupancy.h"

namespace wb {

struct RunArguments {
  std::string lesson;
  std::string on = "sim";
  std::vector<std::string> set;
  std::string schedule = "in-order";
  std::string schedules = "auto";
  std::string seed = "0";
  std::string checks = "all";
  std::string report = "text";
  std::string out, trace;
  std::string budget;
  std::string threads = "0";
  std::string counters;
  std::string capability = to_string(default_capability), registers;
  bool trust = false;
  bool why = false;
  // Of a .cu file:
  std::string kernel, grid, block, shared;
  std::optional<std::string> command_line;
  std::vector<std::string> values;
  SourceOptions source;
};

struct RunOrder {
  std::vector<EngineKind> engines;
  std::vector<std::string> only;   // kinds of findings; empty: all
  LaunchRequest request;           // but for the launch's name
  uint64_t schedules = 0;          // --schedule all:N; 0: one
  const SmLimits* sm = nullptr;
  std::optional<uint32_t> registers;
  BareFileWishes wishes;           // of a .cu file
  bool has_wishes = false;
  bool is_of_one_launch = false;   // some wish speaks of one launch: its shape, its arguments, the file to save it in
};

// Nothing, with the reason on stderr, where a word is wrong.
std::optional<RunOrder> read_order(const RunArguments& arguments);
// --counters: what is counted beyond the launch and its accesses. False, with the reason on stderr, where a word is wrong.
bool read_counters(const RunArguments& arguments, Launch& launch);

}  // namespace wb
