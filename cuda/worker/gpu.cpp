#include "cuda/worker/gpu.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <fstream>
#include <functional>
#include <optional>

#include "cuda/protocol/buffer_addresses.h"

namespace wb::worker {
namespace {

using protocol::Blob;
using protocol::Refusal;
using protocol::RunRequest;
using Clock = std::chrono::steady_clock;

constexpr size_t guard_bytes = 256;  // before and behind each buffer, filled with a pattern that a stray write destroys
constexpr uint8_t guard_pattern = 0xC5;

double milliseconds_since(Clock::time_point start) { return std::chrono::duration<double, std::milli>(Clock::now() - start).count(); }

// "580.65.06" out of what the kernel module says about itself.
std::string driver_version(int cuda_version) {
  std::ifstream file("/proc/driver/nvidia/version");
  for (std::string word; file >> word;) {
    const bool is_version = !word.empty() && word.find_first_not_of("0123456789.") == std::string::npos && word.find('.') != std::string::npos;
    if (is_version) return word;
  }
  return "for CUDA " + std::to_string(cuda_version / 1000) + "." + std::to_string(cuda_version % 1000 / 10);
}

// One launch. Every step returns false after the first error, which is kept; memory is freed at the end.
class LaunchRun {
 public:
  LaunchRun(const DriverApi& api, RunRequest& request, protocol::HelperProgress& progress) : api_(api), request_(request), progress_(progress) {}
  ~LaunchRun() {
    for (CUdeviceptr pointer : allocations_) api_.cuMemFree(pointer);
    if (start_) api_.cuEventDestroy(start_);
    if (stop_) api_.cuEventDestroy(stop_);
    if (module_) api_.cuModuleUnload(module_);
  }

  bool run(const Compiled& compiled, protocol::RunReply& reply) {
    return load(compiled) && find_symbols(compiled) && allocate() && copy_in() && run_once() && check_guards() && copy_out(reply) && time_kernel(reply) && time_copies(reply);
  }
  const Refusal& refusal() const { return refusal_; }

 private:
  const DriverApi& api_;
  RunRequest& request_;  // its buffers hold this run's addresses as soon as there are some
  protocol::HelperProgress& progress_;
  Refusal refusal_;
  CUmodule module_ = nullptr;
  CUfunction function_ = nullptr;
  CUevent start_ = nullptr, stop_ = nullptr;
  std::vector<CUdeviceptr> allocations_, buffers_, pristine_;
  std::vector<CUdeviceptr> symbols_;  // of the request's variables, in order
  std::vector<Blob> values_;  // of the arguments, with addresses in place; a Blob keeps its bytes where they are when it is moved
  std::vector<void*> arguments_;

  bool check(CUresult result, const char* kind, const char* doing) {
    if (result == CUDA_SUCCESS) return true;
    if (refusal_.what.empty()) refusal_ = {kind, std::string(doing) + ": " + api_.describe(result), ""};
    return false;
  }
  bool refuse(const char* kind, std::string what) {
    if (refusal_.what.empty()) refusal_ = {kind, std::move(what), ""};
    return false;
  }

  bool load(const Compiled& compiled) {
    return check(api_.cuModuleLoadData(&module_, compiled.image.data()), "launch", "loading the kernel") &&
           check(api_.cuModuleGetFunction(&function_, module_, compiled.lowered_name.c_str()), "launch", "finding the kernel") &&
           (request_.shared_bytes <= 48u << 10 ||
            check(api_.cuFuncSetAttribute(function_, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, static_cast<int>(request_.shared_bytes)), "launch",
                  "asking for shared memory")) &&
           check(api_.cuEventCreate(&start_, CU_EVENT_DEFAULT), "launch", "creating an event") &&
           check(api_.cuEventCreate(&stop_, CU_EVENT_DEFAULT), "launch", "creating an event");
  }

  bool find_symbols(const Compiled& compiled) {
    for (const protocol::Symbol& symbol : request_.symbols) {
      const auto lowered = compiled.lowered_variables.find(symbol.name);
      if (lowered == compiled.lowered_variables.end()) return refuse("launch", "CUDA's compiler finds no variable `" + symbol.name + "`");
      CUdeviceptr address = 0;
      size_t size = 0;
      if (!check(api_.cuModuleGetGlobal(&address, &size, module_, lowered->second.c_str()), "launch", "finding a variable")) return false;
      if (symbol.byte_offset > size || bytes_of(symbol) > size - symbol.byte_offset) return refuse("launch", "`" + symbol.name + "` has fewer bytes than the launch sets");
      symbols_.push_back(address + symbol.byte_offset);
    }
    return true;
  }
  size_t bytes_of(const protocol::Symbol& symbol) const { return request_.buffers[static_cast<size_t>(symbol.buffer)].size(); }

  bool allocate_bytes(size_t bytes, CUdeviceptr& pointer) {
    if (api_.cuMemAlloc(&pointer, bytes) != CUDA_SUCCESS) return refuse("launch", "the GPU has not enough memory for the buffers");
    allocations_.push_back(pointer);
    return true;
  }

  bool allocate() {
    for (const Blob& blob : request_.buffers) {
      CUdeviceptr whole = 0, copy = 0;
      const size_t bytes = blob.size() + 2 * guard_bytes;
      if (!allocate_bytes(bytes, whole) || !allocate_bytes(std::max<size_t>(blob.size(), 1), copy)) return false;
      if (!check(api_.cuMemsetD8(whole, guard_pattern, bytes), "launch", "filling memory")) return false;
      buffers_.push_back(whole + guard_bytes);
      pristine_.push_back(copy);
    }
    protocol::put_addresses(request_, addresses());
    const auto place = [this](int buffer, uint64_t byte_offset) { return buffers_[static_cast<size_t>(buffer)] + byte_offset; };
    for (const protocol::Argument& argument : request_.arguments) {
      Blob& value = values_.emplace_back(argument.buffer >= 0 ? Blob(sizeof(CUdeviceptr)) : argument.bytes);
      const auto put = [&value](size_t at, CUdeviceptr address) { std::memcpy(value.data() + at, &address, sizeof address); };
      if (argument.buffer >= 0) put(0, place(argument.buffer, argument.byte_offset));
      for (const protocol::Argument::Pointer& pointer : argument.pointers) put(pointer.offset, place(pointer.buffer, pointer.byte_offset));
      arguments_.push_back(value.data());
    }
    return true;
  }

  bool copy_in() {
    for (size_t i = 0; i < buffers_.size(); ++i) {
      const Blob& blob = request_.buffers[i];
      if (!blob.empty() && !check(api_.cuMemcpyHtoD(pristine_[i], blob.data(), blob.size()), "launch", "copying to the GPU")) return false;
    }
    return restore();
  }

  // Every run starts from the same bytes.
  bool restore() {
    for (size_t i = 0; i < buffers_.size(); ++i) {
      const size_t bytes = request_.buffers[i].size();
      if (bytes && !check(api_.cuMemcpyDtoD(buffers_[i], pristine_[i], bytes), "failed", "restoring the buffers")) return false;
    }
    for (size_t i = 0; i < symbols_.size(); ++i) {
      const size_t bytes = bytes_of(request_.symbols[i]);
      if (bytes && !check(api_.cuMemcpyDtoD(symbols_[i], pristine_[static_cast<size_t>(request_.symbols[i].buffer)], bytes), "failed", "restoring the variables")) return false;
    }
    return check(api_.cuCtxSynchronize(), "failed", "restoring the buffers");
  }

  bool launch() {
    const auto [gx, gy, gz] = request_.grid;
    const auto [bx, by, bz] = request_.block;
    const auto [cx, cy, cz] = request_.cluster;
    CUlaunchAttribute attributes[2] = {};
    CUlaunchConfig config{gx, gy, gz, bx, by, bz, request_.shared_bytes, nullptr, attributes, 0};
    if (request_.is_cooperative) {
      attributes[config.numAttrs].id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
      attributes[config.numAttrs++].value.cooperative = 1;
    }
    if (cx) {
      attributes[config.numAttrs].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
      attributes[config.numAttrs].value.clusterDim.x = cx;
      attributes[config.numAttrs].value.clusterDim.y = cy;
      attributes[config.numAttrs++].value.clusterDim.z = cz;
    }
    return check(api_.cuLaunchKernelEx(&config, function_, arguments_.data(), nullptr), "launch", "launching the kernel");
  }

  bool run_once() { return launch() && check(api_.cuCtxSynchronize(), "failed", "running the kernel"); }

  bool check_guards() {
    for (size_t i = 0; i < buffers_.size(); ++i) {
      const size_t bytes = request_.buffers[i].size();
      for (const CUdeviceptr at : {buffers_[i] - guard_bytes, buffers_[i] + bytes}) {
        Blob guard(guard_bytes);
        if (!check(api_.cuMemcpyDtoH(guard.data(), at, guard_bytes), "failed", "reading the guards back")) return false;
        const bool is_intact = std::all_of(guard.begin(), guard.end(), [](uint8_t byte) { return byte == guard_pattern; });
        const std::string name = i < request_.buffer_names.size() ? request_.buffer_names[i] : "?";
        if (!is_intact) return refuse("launch", "the kernel wrote " + std::string(at < buffers_[i] ? "before the beginning" : "behind the end") + " of `" + name + "`");
      }
    }
    return true;
  }

  bool copy_out(protocol::RunReply& reply) {
    std::vector<Blob>& out = reply.buffers;
    for (size_t i = 0; i < buffers_.size(); ++i) {
      out.emplace_back(request_.buffers[i].size());
      if (!out.back().empty() && !check(api_.cuMemcpyDtoH(out.back().data(), buffers_[i], out.back().size()), "failed", "copying from the GPU")) return false;
    }
    for (size_t i = 0; i < symbols_.size(); ++i) {
      Blob& blob = out[static_cast<size_t>(request_.symbols[i].buffer)];
      if (!blob.empty() && !check(api_.cuMemcpyDtoH(blob.data(), symbols_[i], blob.size()), "failed", "copying from the GPU")) return false;
    }
    reply.pointers = protocol::find_addresses(request_, out, addresses());
    return true;
  }
  std::vector<uint64_t> addresses() const { return {buffers_.begin(), buffers_.end()}; }

  // The time between two events around `work`, in milliseconds.
  std::optional<double> time(const std::function<bool()>& work) {
    float elapsed = 0;
    const bool ok = check(api_.cuEventRecord(start_, nullptr), "failed", "timing") && work() && check(api_.cuEventRecord(stop_, nullptr), "failed", "timing") &&
                    check(api_.cuEventSynchronize(stop_), "failed", "running the kernel") &&
                    check(api_.cuEventElapsedTime(&elapsed, start_, stop_), "failed", "timing");
    return ok ? std::optional<double>(elapsed) : std::nullopt;
  }

  bool time_kernel(protocol::RunReply& reply) {
    std::vector<double> kernel, launches;
    const auto begin = Clock::now();
    constexpr int warm_up = 2;
    for (int i = -warm_up; i < request_.timed_runs; ++i) {
      if (i >= 3 && milliseconds_since(begin) > request_.time_budget_ms) break;
      if (!restore()) return false;
      double launch_ms = 0;
      const auto elapsed = time([&] {
        const auto start = Clock::now();
        const bool ok = launch();
        launch_ms = milliseconds_since(start);
        return ok;
      });
      if (!elapsed) return false;
      if (i >= 0) kernel.push_back(*elapsed), launches.push_back(launch_ms);
      progress_.done = (i + 1.0 + warm_up) / (request_.timed_runs + warm_up);
    }
    if (kernel.empty()) return true;
    reply.timings.push_back(protocol::summarize("kernel", kernel));
    reply.timings.push_back(protocol::summarize("launch", launches));
    return true;
  }

  bool time_copies(protocol::RunReply& reply) {
    if (request_.timed_runs == 0) return true;
    std::vector<double> in, out;
    std::vector<Blob> sinks;  // touched before they are timed
    for (const Blob& blob : request_.buffers) sinks.emplace_back(blob.size(), uint8_t{1});
    for (int i = 0; i < std::min(request_.timed_runs, 7); ++i) {
      const auto in_ms = time([&] { return copy_each([&](size_t b) { return api_.cuMemcpyHtoD(pristine_[b], request_.buffers[b].data(), request_.buffers[b].size()); }); });
      const auto out_ms = time([&] { return copy_each([&](size_t b) { return api_.cuMemcpyDtoH(sinks[b].data(), buffers_[b], sinks[b].size()); }); });
      if (!in_ms || !out_ms) return false;
      in.push_back(*in_ms), out.push_back(*out_ms);
    }
    reply.timings.push_back(protocol::summarize("copy in", in));
    reply.timings.push_back(protocol::summarize("copy out", out));
    return true;
  }

  bool copy_each(const std::function<CUresult(size_t)>& copy) {
    for (size_t b = 0; b < buffers_.size(); ++b)
      if (!request_.buffers[b].empty() && !check(copy(b), "failed", "copying")) return false;
    return true;
  }
};

}  // namespace

protocol::Result<Gpu> Gpu::open(const Compiler& compiler) {
  auto api = DriverApi::load();
  if (!api) return api.error();
  Gpu gpu;
  gpu.api_ = *api;
  const auto refused = [](std::string why) { return protocol::Error{protocol::Trouble::refused, std::move(why)}; };
  int version = 0;
  gpu.api_.cuDriverGetVersion(&version);
  if (version / 1000 < compiler.version_major())
    return refused("the CUDA driver is too old: it is made for CUDA " + std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10) +
                   ", and the toolkit here is " + compiler.version());
  CUdevice device = 0;
  CUcontext context = nullptr;
  CUresult result = gpu.api_.cuDeviceGet(&device, 0);
  if (result == CUDA_SUCCESS) result = gpu.api_.cuDevicePrimaryCtxRetain(&context, device);
  if (result == CUDA_SUCCESS) result = gpu.api_.cuCtxSetCurrent(context);
  if (result != CUDA_SUCCESS) return refused("the GPU cannot be used: " + gpu.api_.describe(result));

  char name[256] = {};
  gpu.api_.cuDeviceGetName(name, sizeof name, device);
  const auto attribute = [&](CUdevice_attribute which) {
    int value = 0;
    gpu.api_.cuDeviceGetAttribute(&value, which, device);
    return value;
  };
  const int major = attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR), minor = attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  size_t memory = 0;
  gpu.api_.cuDeviceTotalMem(&memory, device);
  gpu.compute_capability_ = 10 * major + minor;
  gpu.facts_ = {true, "", name, driver_version(version), compiler.version(), {}};
  gpu.facts_.more = {{"compute capability", std::to_string(major) + "." + std::to_string(minor)},
                     {"multiprocessors", std::to_string(attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT))},
                     {"memory", std::to_string(memory >> 20) + " MiB"},
                     {"shared memory of a block", std::to_string(attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN) >> 10) + " KiB"}};
  return gpu;
}

protocol::Frame Gpu::run(RunRequest& request, const Compiled& compiled, protocol::HelperProgress& progress) const {
  protocol::RunReply reply;
  LaunchRun run(api_, request, progress);
  if (!run.run(compiled, reply)) return protocol::to_frame(0, run.refusal());
  reply.log = compiled.log;
  reply.facts = facts_;
  return protocol::to_frame(0, std::move(reply));
}

}  // namespace wb::worker
