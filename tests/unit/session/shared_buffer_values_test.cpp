// Expressions in all lanes where parameters point into one buffer, which is called like a shared array of the kernel.
#include <doctest/doctest.h>

#include <cstring>

#include "app/session/lane_values.h"
#include "simulator/simulator.h"

using namespace wb;

TEST_CASE("a parameter is where it points to, and a shared array is no buffer of its name") {
  const CompileResult compiled = compile("k.cu", R"(__global__ void k(float* out, const float* in) {
  __shared__ float tile[32];
  int i = threadIdx.x;
  tile[i] = 1000 + i;
  __syncthreads();
  out[i] = in[i] + tile[i];
})", "k");
  REQUIRE(compiled.ok());
  KernelLaunch launch;
  launch.block = {32, 1, 1};
  DeviceBuffer buffer{.name = "tile", .scalar = ScalarKind::float_, .shape = {64}, .bytes = std::vector<uint8_t>(256)};
  for (int i = 0; i < 64; ++i) {
    const float value = static_cast<float>(i);
    std::memcpy(&buffer.bytes[static_cast<size_t>(4 * i)], &value, 4);
  }
  launch.buffers = {buffer};
  launch.arguments = {BufferArgument{0, 0}, BufferArgument{0, 128}};
  RunOptions options;
  options.record = true;
  const SimulationResult result = simulate(compiled.program, launch, options);
  REQUIRE(result.recording);
  const Recording& recording = *result.recording;
  const auto stored = recording.who_wrote({0, 0, 4}, recording.end());  // out[0], the buffer's first element
  REQUIRE(stored);
  const auto third = [&](const char* expression) {
    const LaneValues values = LaneEvaluator().evaluate(recording, stored->tick, {0, 3}, expression);
    CHECK(values.problem == "");
    return values.text[3];
  };
  CHECK(third("in") == "tile + 32");
  CHECK(third("in[i]") == "35");
  CHECK(third("*(in - 30)") == "2");
  CHECK(third("out[i]") == "3");
  CHECK(third("tile[i]") == "1003");
  CHECK(third("in[i] + tile[i]") == "1038");
}
