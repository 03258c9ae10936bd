#pragma once
// Generated kernels on a real GPU: NVRTC and the driver, opened at run time. One object a process (CUDA does not live through fork).
#include <memory>
#include <optional>

#include "tests/fuzz/differential/generator.h"
#include "tests/fuzz/differential/launch.h"

namespace wb::fuzz {

class GpuJudge {
 public:
  static std::unique_ptr<GpuJudge> open(std::string& why_not);
  ~GpuJudge();

  // Compiles all in one go and launches each; none if the compiler refuses (its words are in `trouble`) or a launch fails.
  std::optional<std::vector<Outputs>> run(const std::vector<GeneratedKernel>& kernels, bool contract, std::string& trouble);
  // Compiles alone: true, or the compiler's words. Needs no GPU.
  static bool compiles(const std::vector<GeneratedKernel>& kernels, std::string& trouble);
  const std::string& device() const;
  bool is_broken() const;  // a launch failed: nothing more can run in this process

 private:
  GpuJudge();
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wb::fuzz
