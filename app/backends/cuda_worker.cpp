#include "app/backends/cuda_worker.h"

#include <unistd.h>

#include "app/backends/standard_headers.h"

namespace wb {
namespace {

constexpr int greeting_ms = 20'000;  // over ssh or a job scheduler it takes a while

}  // namespace

std::vector<std::string> default_worker_command() { return {executable_folder() + "/warpbook-gpu"}; }

protocol::Result<protocol::Frame> CudaWorker::ask(const protocol::Frame& question, int time_limit_ms, const HelperProcess::ShouldStop& should_stop,
                                                  const std::function<void(double)>& report) {
  const std::scoped_lock one_question(mutex_);
  if (!helper_ || !helper_->is_alive()) {
    has_started_ = false;
    const bool is_missing_file = command_[0].find('/') != std::string::npos && access(command_[0].c_str(), X_OK) != 0;
    if (is_missing_file) return protocol::Error{protocol::Trouble::closed, "this build has no GPU worker (no CUDA Toolkit was found when it was made)"};
    auto started = HelperProcess::start(command_, greeting_ms, should_stop);
    if (!started) return started.error();
    helper_ = std::move(*started);
    has_started_ = true;
  }
  auto frame = helper_->ask(question, time_limit_ms, should_stop, report);
  if (!frame) {
    helper_.reset();
    return frame;
  }
  if (frame->type == protocol::MessageType::error) {
    const auto refusal = protocol::refusal_from(*frame);
    if (!refusal || refusal->kind == "failed") helper_.reset();  // its context is unusable: the next launch gets a new one
  }
  return frame;
}

protocol::Source worker_source(const Launch& launch, const std::string& kernel) {
  std::vector<std::string> defines;
  for (const auto& [name, value] : launch.defines) defines.push_back(name + "=" + value);
  DeviceText text = device_text(launch.file_name, launch.source, kernel, launch.headers, launch.defines, has_device_header);
  text.headers.insert(standard_headers().begin(), standard_headers().end());
  return {launch.file_name, std::move(text.main), std::move(text.headers), kernel, launch.contract, std::move(defines)};
}

protocol::Result<protocol::CompileReply> compile_with_nvrtc(const Launch& launch, const std::string& kernel, const std::string& architecture,
                                                            std::vector<std::string> command) {
  CudaWorker worker(std::move(command));
  auto frame = worker.ask(protocol::to_frame(0, protocol::CompileRequest{worker_source(launch, kernel), architecture}), launch.time_limit_ms, {});
  if (!frame) return frame.error();
  if (frame->type == protocol::MessageType::reply) return protocol::compile_reply_from(*frame);
  auto refusal = protocol::refusal_from(*frame);
  return refusal ? protocol::Error{protocol::Trouble::refused, refusal->what} : refusal.error();
}

}  // namespace wb
