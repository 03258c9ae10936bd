// The kernel on a real GPU, behind the worker process. Without one: absent, with the reason, and with what was measured elsewhere for
// exactly this launch.
#include <ctime>

#include "app/backends/cuda_worker.h"
#include "app/backends/engine.h"
#include "app/backends/native_launch.h"
#include "app/backends/recorded_timings.h"

namespace wb {
namespace {

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", &parts);
  return text;
}

class CudaEngine final : public Engine {
 public:
  explicit CudaEngine(std::vector<std::string> command) : worker_(std::move(command)) {}
  EngineKind kind() const override { return EngineKind::cuda; }

  RunResult run(const Launch& launch, Progress& progress, std::stop_token stop) override {
    RunResult result;
    result.engine = EngineKind::cuda;
    const CompileResult compiled = compile_launch(launch);
    result.sources = compiled.sources;
    result.diagnostics = compiled.diagnostics;
    if (!compiled.ok()) return fail(result, RunStatus::failed, "the kernel does not compile"), result;
    protocol::RunRequest request;
    if (std::string why = fill_request(launch, compiled, request); !why.empty()) return fail(result, RunStatus::failed, why), result;
    if (!launch.is_trusted) return absent(result, launch, compiled, "its course is not trusted to run native code"), result;
    request.source = worker_source(launch, compiled.qualified_kernel);
    auto frame = worker_.ask(protocol::to_frame(0, std::move(request)), launch.time_limit_ms, [&stop] { return stop.stop_requested(); },
                             [&progress](double done) { progress.done = done; });
    if (!frame) {
      const bool never_there = !worker_.has_started() && frame.error().trouble != protocol::Trouble::stopped;
      if (never_there) absent(result, launch, compiled, frame.error().what);
      else fail(result, frame.error());
    } else if (frame->type == protocol::MessageType::reply) {
      take(launch, std::move(*frame), result);
    } else {
      take_refusal(launch, compiled, *frame, result);
    }
    progress.done = 1;
    return result;
  }

 private:
  CudaWorker worker_;

  static void absent(RunResult& result, const Launch& launch, const CompileResult& compiled, std::string reason) {
    fail(result, RunStatus::absent, std::move(reason));
    result.recorded = find_recorded_timing(launch, compiled.kernel);
  }

  static void take(const Launch& launch, protocol::Frame frame, RunResult& result) {
    auto reply = protocol::run_reply_from(std::move(frame));
    if (!reply) return fail(result, reply.error());
    result.device = DeviceFacts{reply->facts.device, today(), reply->facts.driver, reply->facts.toolkit};
    add_log(reply->log, result);
    if (std::string why = take_reply(launch, std::move(*reply), result); !why.empty()) fail(result, RunStatus::failed, why);
  }

  static void take_refusal(const Launch& launch, const CompileResult& compiled, const protocol::Frame& frame, RunResult& result) {
    const auto refusal = protocol::refusal_from(frame);
    if (!refusal) return fail(result, refusal.error());
    add_log(refusal->log, result);
    if (refusal->kind == "absent") return absent(result, launch, compiled, refusal->what);
    fail(result, RunStatus::failed, refusal->what);
  }

  static void add_log(const std::string& log, RunResult& result) {
    if (!result.sources) return;
    for (Diagnostic& diagnostic : diagnostics_from_log(log, *result.sources)) result.diagnostics.push_back(std::move(diagnostic));
  }
};

}  // namespace

std::unique_ptr<Engine> make_cuda_engine(std::vector<std::string> command) { return std::make_unique<CudaEngine>(std::move(command)); }

}  // namespace wb
