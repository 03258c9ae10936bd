#include "app/backends/devices.h"

#include <fstream>
#include <thread>

#include "app/backends/cuda_worker.h"
#include "app/backends/loops_library.h"

namespace wb {
namespace {

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("model name")) continue;
    const size_t colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return "an unnamed processor";
}

}  // namespace

Devices find_devices(std::vector<std::string> worker_command) {
  Devices devices;
  devices.processor = processor_name();
  devices.cores = static_cast<int>(std::thread::hardware_concurrency());
  devices.compiler = find_cpp_compiler();
  CudaWorker worker(std::move(worker_command));
  const auto frame = worker.ask(protocol::facts_frame(0), 20'000, {});
  if (!frame) return devices.why_no_gpu = frame.error().what, devices;
  const auto facts = protocol::facts_from(*frame);
  if (!facts) return devices.why_no_gpu = facts.error().what, devices;
  devices.has_gpu = facts->has_gpu;
  devices.why_no_gpu = facts->reason;
  devices.gpu = {facts->device, "", facts->driver, facts->toolkit};
  devices.gpu_more = facts->more;
  return devices;
}

}  // namespace wb
