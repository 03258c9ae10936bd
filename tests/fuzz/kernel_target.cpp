#include <string>

#include "simulator/simulator.h"
#include "tests/fuzz/targets.h"

namespace wb::fuzz {
namespace {

// One block of 40 threads over small buffers: a full warp and a part of one, every pointer parameter with 64 elements.
KernelLaunch tiny_launch(const CompileResult& compiled) {
  KernelLaunch launch{.block = {40, 1, 1}};
  for (const KernelParameter& parameter : compiled.parameters) {
    if (parameter.is_pointer) {
      DeviceBuffer buffer{.name = parameter.name, .scalar = parameter.scalar == ScalarKind::void_ ? ScalarKind::uchar : parameter.scalar, .shape = {64}};
      buffer.bytes.assign(64 * info(buffer.scalar).bytes, 1);
      launch.arguments.emplace_back(std::in_place_type<BufferArgument>, BufferArgument{static_cast<uint32_t>(launch.buffers.size())});
      launch.buffers.push_back(std::move(buffer));
    } else if (is_floating(parameter.scalar)) {
      launch.arguments.emplace_back(std::in_place_type<double>, 1.5);
    } else {
      launch.arguments.emplace_back(std::in_place_type<int64_t>, 37);
    }
  }
  return launch;
}

}  // namespace

int kernel(const uint8_t* data, size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  CompileResult any = compile("fuzz.cu", text, "");
  for (const std::string& name : any.kernels_in_file) {
    CompileResult compiled = compile("fuzz.cu", text, name);
    if (!compiled.ok()) continue;
    print_loops(*compiled.module, compiled.kernel);
    simulate(compiled.program, tiny_launch(compiled), {.schedule = Schedule::random, .seed = size, .instruction_budget = 20'000});
  }
  return 0;
}

}  // namespace wb::fuzz
