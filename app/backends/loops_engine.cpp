// The kernel as explicit C++ loops, compiled natively: the result from one core, then timings on one core and on all of them.
// Two processes one after the other, so that a kernel that breaks on all cores (a race that one core cannot show) still has its result.
#include "app/backends/engine.h"
#include "app/backends/helper_process.h"
#include "app/backends/loops_library.h"
#include "app/backends/native_key.h"
#include "app/backends/native_launch.h"

namespace wb {
namespace {

constexpr int greeting_ms = 10'000;

class LoopsEngine final : public Engine {
 public:
  EngineKind kind() const override { return EngineKind::loops; }

  RunResult run(const Launch& launch, Progress& progress, std::stop_token stop) override {
    RunResult result;
    result.engine = EngineKind::loops;
    const auto should_stop = [&stop] { return stop.stop_requested(); };
    const CompileResult compiled = compile_launch(launch);
    result.sources = compiled.sources;
    result.diagnostics = compiled.diagnostics;
    if (!compiled.ok()) return fail(result, RunStatus::failed, "the kernel does not compile"), result;
    if (launch.device.cluster != Index3{}) return fail(result, RunStatus::failed, "the launch asks for clusters of blocks, which explicit loops do not have"), result;
    protocol::RunRequest request;
    if (std::string why = fill_request(launch, compiled, request); !why.empty()) return fail(result, RunStatus::failed, why), result;
    const auto library = find_library(launch, compiled, result, should_stop);
    if (!library) return result;
    request.key = library->key;

    auto reply = run_library(library->serial, request, launch.time_limit_ms, should_stop, [&](double done) { progress.done = done / 2; });
    if (!reply) return fail(result, reply.error()), result;
    if (std::string why = take_reply(launch, std::move(*reply), result); !why.empty()) return fail(result, RunStatus::failed, why), result;
    if (!library->parallel.empty() && launch.timed_runs > 0) {
      const auto all = run_library(library->parallel, request, launch.time_limit_ms, should_stop, [&](double done) { progress.done = 0.5 + done / 2; });
      if (all)
        for (const auto& timing : all->timings) result.timings.push_back(timing_of(timing));
      else if (all.error().trouble == protocol::Trouble::stopped) fail(result, all.error());
    }
    progress.done = 1;
    return result;
  }

 private:
  using ShouldStop = HelperProcess::ShouldStop;

  static std::optional<LoopsLibrary> find_library(const Launch& launch, const CompileResult& compiled, RunResult& result, const ShouldStop& should_stop) {
    const LoopsText printed = print_loops(*compiled.module, compiled.kernel);
    if (!printed.reason.empty()) return fail(result, RunStatus::absent, "not written as loops: " + printed.reason), std::nullopt;
    const std::string key = native_key(launch.source, launch.headers, launch.defines, compiled.kernel, launch.contract);
    if (auto shipped = find_shipped_loops(key)) return shipped;
    if (!launch.is_trusted) return fail(result, RunStatus::absent, "not compiled: this text is not one of the shipped kernels, and its course is not trusted to run native code"), std::nullopt;
    auto compiled_here = compile_loops(*compiled.module, compiled.kernel, key, should_stop);
    if (compiled_here) return *compiled_here;
    const bool was_stopped = compiled_here.error().trouble == protocol::Trouble::stopped;
    if (was_stopped) return fail(result, compiled_here.error()), std::nullopt;
    return fail(result, RunStatus::absent, "not compiled: " + compiled_here.error().what), std::nullopt;
  }

  static protocol::Result<protocol::RunReply> run_library(const std::string& library, const protocol::RunRequest& request, int time_limit_ms,
                                                          const ShouldStop& should_stop, const std::function<void(double)>& report) {
    auto helper = HelperProcess::start({executable_folder() + "/loops/warpbook-loops", library}, greeting_ms, should_stop);
    if (!helper) return helper.error();
    auto frame = (*helper)->ask(protocol::to_frame(0, request), time_limit_ms, should_stop, report);
    if (!frame) return frame.error();
    if (frame->type == protocol::MessageType::reply) return protocol::run_reply_from(std::move(*frame));
    auto refusal = protocol::refusal_from(*frame);
    return refusal ? protocol::Error{protocol::Trouble::refused, refusal->what} : refusal.error();
  }
};

}  // namespace

std::unique_ptr<Engine> make_loops_engine() { return std::make_unique<LoopsEngine>(); }

}  // namespace wb
