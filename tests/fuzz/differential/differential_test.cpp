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

TEST_CASE("calls of builtin functions and printf run alike too, and print") {
  for (Body body : {Body::functions, Body::printing}) {
    size_t printed = 0;
    for (uint64_t seed = 1; seed < 31; ++seed) {
      const GeneratedKernel kernel = generate(seed, {.features = supported_features(), .body = body});
      const std::string text = text_of(kernel, "k");
      const RunHere run = run_here(text, "k", kernel.grid, kernel.block);
      CHECK_MESSAGE(run.trouble.empty(), run.trouble << "\n" << text);
      CHECK(kernel.ulps.size() == (body == Body::functions ? 10 : 0));
      printed += run.outputs.size() - outputs_bytes();
    }
    CHECK((printed > 1000) == (body == Body::printing));
  }
}

TEST_CASE("results are compared as far as they are promised") {
  const Outputs start = outputs_of(fuzz_buffers());
  const size_t of = 128 * 4 * 8, od = of + 128 * 6 * 4;  // behind oi, behind of
  Outputs other = start;
  other[of + 4] = 2;  // column 1 of `of`: 0 and its second neighbour
  CHECK(!first_difference(start, other).empty());
  CHECK(!first_difference(start, other, {5, 1}).empty());
  CHECK(first_difference(start, other, {0, 2}).empty());
  other[od] = 3;  // column 0 of `od`, the seventh allowance
  CHECK(!first_difference(start, other, {0, 2, 0, 0, 0, 0, 2, 0, 0, 0}).empty());
  CHECK(first_difference(start, other, {0, 2, 0, 0, 0, 0, 3, 0, 0, 0}).empty());
  const auto with = [&](const char* console) { return outputs_of(fuzz_buffers(), console); };
  CHECK(first_difference(with("t1 a\nt0 b\n"), with("t0 b\nt1 a\n")).empty());
  CHECK(first_difference(with("t1 a\nt0 b\n"), with("t0 b\nt1 c\n")) == "printed `t1 a` here, `t1 c` there");
  CHECK(!first_difference(with("t0 b\n"), with("t0 b\nt0 b\n")).empty());
  CHECK(first_difference(start, {}) == "one run has no results");
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
