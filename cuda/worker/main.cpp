// warpbook-gpu: compiles kernels with NVRTC and runs them on a GPU, for a workbook on the other end of stdin and stdout (a pipe, or an
// ssh connection). A process of its own: a bad kernel may hang it or poison its context, and then the workbook starts another.
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <optional>

#include "cuda/worker/gpu.h"

namespace {

using namespace wb::protocol;
using wb::worker::Compiled;
using wb::worker::Compiler;
using wb::worker::Gpu;

Frame refuse(const char* kind, std::string what, std::string log = {}) { return to_frame(0, Refusal{kind, std::move(what), std::move(log)}); }

class Worker {
 public:
  Frame answer(Frame request, HelperProgress& progress) {
    switch (request.type) {
      case MessageType::facts: return to_frame(0, facts());
      case MessageType::compile: return compile(request);
      case MessageType::run: return run(std::move(request), progress);
      default: return refuse("failed", "the worker does not know this request");
    }
  }

  Facts facts() {
    if (gpu()) return gpu_->facts();
    Facts facts;
    facts.reason = why_no_gpu_;
    if (compiler()) facts.toolkit = compiler_->version();
    return facts;
  }

 private:
  std::optional<Compiler> compiler_;
  std::optional<Gpu> gpu_;
  std::string why_no_compiler_, why_no_gpu_;

  bool compiler() {
    if (compiler_ || !why_no_compiler_.empty()) return compiler_.has_value();
    auto loaded = Compiler::load();
    if (loaded) compiler_ = *loaded;
    else why_no_compiler_ = loaded.error().what;
    return compiler_.has_value();
  }

  bool gpu() {
    if (gpu_ || !why_no_gpu_.empty()) return gpu_.has_value();
    if (!compiler()) {
      // Without a driver that is the better reason: a toolkit alone would not help.
      auto driver = wb::worker::DriverApi::load();
      why_no_gpu_ = driver ? why_no_compiler_ : driver.error().what;
      return false;
    }
    auto opened = Gpu::open(*compiler_);
    if (opened) gpu_ = *opened;
    else why_no_gpu_ = opened.error().what;
    return gpu_.has_value();
  }

  Frame compile(const Frame& frame) {
    auto request = compile_request_from(frame);
    if (!request) return refuse("failed", request.error().what);
    if (!compiler()) return refuse("absent", why_no_compiler_);
    CompileReply reply;
    reply.architecture = !request->architecture.empty() ? request->architecture : "compute_" + std::to_string(gpu() ? gpu_->compute_capability() : 90);
    Compiled compiled = compiler_->compile(request->source, reply.architecture);
    reply.ok = compiled.ok;
    reply.log = std::move(compiled.log);
    if (compiled.ok && reply.architecture.starts_with("compute_")) reply.ptx = std::move(compiled.image);
    while (!reply.ptx.empty() && reply.ptx.back() == '\0') reply.ptx.pop_back();
    return to_frame(0, reply);
  }

  Frame run(Frame frame, HelperProgress& progress) {
    auto request = run_request_from(std::move(frame));
    if (!request) return refuse("failed", request.error().what);
    if (!gpu()) return refuse("absent", why_no_gpu_);
    std::vector<std::string> variables;
    for (const Symbol& symbol : request->symbols) variables.push_back(symbol.name);
    const Compiled compiled = compiler_->compile(request->source, compiler_->fitting_architecture(gpu_->compute_capability()), variables);
    if (!compiled.ok) return refuse("compile", "CUDA's own compiler does not accept the kernel", compiled.log);
    return gpu_->run(*request, compiled, progress);
  }
};

int print_facts(const Facts& facts) {
  if (!facts.has_gpu) return std::printf("no GPU: %s\n", facts.reason.c_str()), 1;
  std::printf("%s, driver %s, CUDA toolkit %s\n", facts.device.c_str(), facts.driver.c_str(), facts.toolkit.c_str());
  for (const auto& [name, value] : facts.more) std::printf("  %s: %s\n", name.c_str(), value.c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Worker worker;
  if (argc == 2 && std::strcmp(argv[1], "--facts") == 0) return print_facts(worker.facts());
  if (argc != 1 || isatty(STDIN_FILENO)) {
    std::fprintf(stderr, "usage: warpbook-gpu --facts          what this machine's GPU is, or why there is none\n"
                         "       warpbook-gpu < pipe > pipe    serves a workbook (which starts it)\n");
    return 2;
  }
  return serve(STDIN_FILENO, STDOUT_FILENO, {.program = "warpbook-gpu 1", .capabilities = {"facts", "compile", "run"}},
               [&worker](Frame request, HelperProgress& progress) { return worker.answer(std::move(request), progress); });
}
