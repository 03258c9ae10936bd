// A short, repeatable round of differential fuzzing in the ordinary tests: generated kernels agree with themselves under every schedule
// and on every vector width, and with the host's compiler; kernels that once went wrong give what a GPU gave. The long rounds, with a GPU
// as judge, are run by warpbook-fuzz (docs/fuzzing.md).
#include <doctest/doctest.h>

#include <filesystem>

#include "tests/fuzz/differential/kept.h"
#include "tests/fuzz/differential/run_here.h"
#include "tests/fuzz/differential/run_host.h"
#include "tests/fuzz/differential/shrink.h"

using namespace wb::fuzz;

TEST_CASE("generated kernels run alike under every schedule and on every vector width") {
  const GeneratorOptions options{.features = supported_features()};
  constexpr uint64_t first = 1, count = 150;
  for (uint64_t seed = first; seed < first + count; ++seed) {
    const GeneratedKernel kernel = generate(seed, options);
    const std::string text = text_of(kernel, "k");
    CAPTURE(seed);
    CHECK(text == text_of(generate(seed, options), "k"));
    const RunHere run = run_here(text, "k", kernel.grid, kernel.block);
    CHECK_MESSAGE(run.trouble.empty(), run.trouble << "\n" << text);
  }
  MESSAGE(count << " kernels, features: " << names_of(options.features));
}

TEST_CASE("generated kernels give what the host's compiler gives") {
  const GeneratorOptions options{.features = without_host_gaps(supported_features())};
  std::vector<GeneratedKernel> kernels;
  for (uint64_t seed = 100'001; seed < 100'041; ++seed) kernels.push_back(generate(seed, options));
  std::string trouble;
  const auto there = run_on_host(kernels, WB_HOST_COMPILER, std::string(WB_BINARY_DIR) + "/fuzz_host", trouble);
  REQUIRE_MESSAGE(there, trouble);
  for (size_t i = 0; i < kernels.size(); ++i) {
    const std::string text = text_of(kernels[i], "k");
    const RunHere run = run_here(text, "k", kernels[i].grid, kernels[i].block, {.thorough = false});
    CHECK_MESSAGE(run.trouble.empty(), run.trouble << "\n" << text);
    const std::string difference = first_difference(run.outputs, (*there)[i]);
    CHECK_MESSAGE(difference.empty(), difference << "\n" << text);
  }
}

TEST_CASE("kept kernels give what the GPU gave") {
  const auto kept = kept_kernels(WB_SOURCE_DIR "/tests/fuzz/differential/kept");
  for (const KeptKernel& kernel : kept) {
    CAPTURE(kernel.name);
    CHECK_MESSAGE(!kernel.expected.empty(), "no recorded outputs: run warpbook-fuzz record on a machine with a GPU");
    const RunHere run = run_here(kernel.text, "k", kernel.grid, kernel.block, {.contract = kernel.contract});
    CHECK_MESSAGE(run.trouble.empty(), run.trouble);
    const std::string difference = first_difference(run.outputs, outputs_from_text(kernel.expected));
    CHECK_MESSAGE(difference.empty(), difference);
  }
  MESSAGE(kept.size() << " kept kernels");
}

TEST_CASE("a failing kernel shrinks to what makes it fail") {
  const GeneratorOptions options{.features = supported_features()};
  const auto has_loop = [](const GeneratedKernel& k) { return text_of(k, "k").find("while (") != std::string::npos && run_here(text_of(k, "k"), "k", k.grid, k.block, {.thorough = false}).trouble.empty(); };
  uint64_t seed = 1;
  while (!has_loop(generate(seed, options))) ++seed;
  const GeneratedKernel whole = generate(seed, options), small = shrink(whole, has_loop, 2000);
  CHECK(has_loop(small));
  CHECK(text_of(small, "k").size() < 900);
}

TEST_CASE("outputs survive as text") {
  const GeneratedKernel kernel = generate(3, {.features = supported_features()});
  const RunHere run = run_here(text_of(kernel, "k"), "k", kernel.grid, kernel.block, {.thorough = false});
  CHECK(first_difference(run.outputs, outputs_from_text(outputs_as_text(run.outputs))).empty());
  CHECK(outputs_as_text(run.outputs).size() > 100);
  CHECK(!first_difference(run.outputs, outputs_of(fuzz_buffers())).empty());
}
