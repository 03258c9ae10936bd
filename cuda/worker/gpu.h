#pragma once
// One GPU: its facts, and a launch on it with the result and the timings.
#include "cuda/protocol/helper.h"
#include "cuda/worker/compiler.h"
#include "cuda/worker/driver_api.h"

namespace wb::worker {

class Gpu {
 public:
  // The first GPU, ready to work. The error says why there is none.
  static protocol::Result<Gpu> open(const Compiler& compiler);

  const protocol::Facts& facts() const { return facts_; }
  int compute_capability() const { return compute_capability_; }

  // Runs the kernel once for the result and then for the timings. A refusal of kind "failed" leaves the GPU's context unusable:
  // the process should end.
  protocol::Frame run(protocol::RunRequest& request, const Compiled& compiled, protocol::HelperProgress& progress) const;

 private:
  DriverApi api_;
  protocol::Facts facts_;
  int compute_capability_ = 0;
};

}  // namespace wb::worker
