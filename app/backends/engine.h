#pragma once
// The small interface that three engines stand behind.
#include <atomic>
#include <memory>
#include <stop_token>

#include "app/backends/launch.h"
#include "app/backends/run_result.h"

namespace wb {

// Written by the engine, read by whoever shows a bar. Safe across threads.
struct Progress {
  std::atomic<double> done{0};                  // 0..1; stays 0 where it cannot be known
  std::atomic<uint64_t> warp_instructions{0};
};

class Engine {
 public:
  virtual ~Engine() = default;
  virtual EngineKind kind() const = 0;
  // Runs the launch to its end. Never throws for what a kernel or another process does: that is a status with a reason.
  // Returns soon (within a tenth of a second) after `stop` is requested, with status cancelled.
  virtual RunResult run(const Launch& launch, Progress& progress, std::stop_token stop) = 0;
};

std::unique_ptr<Engine> make_simulated_engine();

// Explicit loops: compiled at build time for the shipped lessons (found beside the program under loops/), or at run time for trusted
// courses where this machine has a C++ compiler.
std::unique_ptr<Engine> make_loops_engine();

// The GPU, behind the worker process. `command`: how to start it (argument vector); empty: `warpbook-gpu` beside this program.
std::unique_ptr<Engine> make_cuda_engine(std::vector<std::string> command = {});

}  // namespace wb
