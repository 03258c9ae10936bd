#pragma once
// The GPU worker as the app sees it: started when it is first needed, kept for the next launch, replaced after it failed.
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "app/backends/helper_process.h"
#include "app/backends/launch.h"

namespace wb {

// How the worker is started when nothing else is set: `warpbook-gpu` beside this program.
std::vector<std::string> default_worker_command();

class CudaWorker {
 public:
  explicit CudaWorker(std::vector<std::string> command) : command_(command.empty() ? default_worker_command() : std::move(command)) {}

  // What the worker answers; an error frame of kind "failed" ends it. The error says why there is no answer; `has_started` whether there
  // was a worker at all.
  protocol::Result<protocol::Frame> ask(const protocol::Frame& question, int time_limit_ms, const HelperProcess::ShouldStop& should_stop,
                                        const std::function<void(double)>& report = {});
  bool has_started() const { return has_started_; }

 private:
  std::vector<std::string> command_;
  std::mutex mutex_;
  std::unique_ptr<HelperProcess> helper_;
  bool has_started_ = false;
};

protocol::Source worker_source(const Launch& launch, const std::string& kernel);

// PTX and log of NVRTC, also without a GPU. `architecture` "compute_90", or empty for the GPU's own.
protocol::Result<protocol::CompileReply> compile_with_nvrtc(const Launch& launch, const std::string& kernel, const std::string& architecture = {},
                                                            std::vector<std::string> command = {});

// NVRTC's log as our diagnostics, at the places in `sources` that it names.
std::vector<Diagnostic> diagnostics_from_log(const std::string& log, const SourceMap& sources);

}  // namespace wb
