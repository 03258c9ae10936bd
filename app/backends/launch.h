#pragma once
// What to run: one kernel, one shape, its arguments and the bytes they start from. A plain value; every engine gets the same one.
#include <map>
#include <string>
#include <vector>

#include "simulator/language/host_trace.h"
#include "simulator/simulator.h"

namespace wb {

struct Tolerance {
  double absolute = 0;
  double relative = 0;
  friend bool operator==(const Tolerance&, const Tolerance&) = default;
};

// A parameter of the kernel whose pointer leads to no memory that a kernel can reach; the kernel is given a null pointer.
struct OutOfReach {
  std::string parameter;                // "in"
  bool is_freed = false;                // it was the device's, and the program has given it back; else it is the host's own
};

struct Launch {
  std::string lesson_id;                // "rgb-to-grey"; empty for a bare file
  std::string name;                     // "photo"
  std::string file_name;                // what diagnostics print: "grey.cu"
  std::string source;                   // the whole text of the .cu file
  std::map<std::string, std::string> headers;  // own headers that it includes, by the path as written
  std::vector<std::pair<std::string, std::string>> defines;  // as -DTILE=16
  std::string kernel;                   // "rgb2grey", "matmul<16>"
  KernelLaunch device;                  // grid, block, shared bytes, arguments, buffers with their starting bytes
  std::map<std::string, double> values; // "width" -> 768: for the report and for formulas on screen
  std::vector<int> outputs;             // buffers that the kernel takes as non-const: compared between engines
  std::vector<int> covered;             // outputs of which every element must be written
  HostPlace launched_at;                // by the file's host program: where in `source`; begin == end: by nobody's
  std::vector<HostHazard> hazards;      // of that program, that are told here
  std::vector<HostMistake> mistakes;
  std::vector<OutOfReach> out_of_reach; // what that program gives the kernel and should not
  std::vector<uint32_t> made_up;        // buffers of that program whose numbers nobody knows: others stand for them (made_up_numbers.h)
  Tolerance tolerance;
  bool contract = true;                 // fused multiply-add as nvcc's default
  // Of the simulated run:
  Schedule schedule = Schedule::in_order;
  uint64_t seed = 0;
  ToldSchedule told{};                  // with in_order: where that order is left, as a race's story says
  bool numbers = false;
  bool checks = true;
  bool record = false;
  uint64_t recording_bytes = 512u << 20;  // that a recording may take: snapshots, index and what is looked at
  uint64_t instruction_budget = 200'000'000;
  uint64_t host_threads = 0;  // of the simulator; 0: as many as pay
  // Other schedules that are tried after the run, with checks; what they find is added. 0: none; a number: so many, to their end.
  static constexpr uint64_t where_it_matters = UINT64_MAX;  // some, where order comes through memory (other_schedules.cpp)
  uint64_t other_schedules = where_it_matters;
  bool count_by_warp = false, count_over_time = false;  // with checks: RunResult::warp_counters, counters_over_time
  // Of the timed engines:
  int timed_runs = 21;
  int time_limit_ms = 20'000;           // for the whole run of another process
  bool is_trusted = false;              // its course may run native code (loops compiled here, the GPU)
};

// How every engine's front end reads the launch's source. The options look into `launch`, which must outlive them.
CompileOptions compile_options(const Launch& launch);
// Of its simulated run.
RunOptions run_options(const Launch& launch);

}  // namespace wb
