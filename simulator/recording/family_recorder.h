#pragma once
// The real GridFamily (grid_family.h): runs the launch again up to the grid that somebody wants to see, and records that.
#include "simulator/machine/machine.h"
#include "simulator/recording/grid_family.h"

namespace wb {

// A launch whose device code has launched grids.
struct FamilyRun {
  std::shared_ptr<const Program> program;
  KernelLaunch launch;            // with the buffers as they were before it
  MachineOptions options;
  std::vector<Finding> findings;  // of all grids
  size_t byte_limit = 256u << 20; // of the recordings of other grids than the launch's own: of two, the one that is looked at and the one that is made
};

class FamilyRecorder : public GridFamily {
 public:
  // `ended`: the machine that ran it. `own`: of the launch's own grid.
  FamilyRecorder(FamilyRun run, const Machine& ended, std::shared_ptr<const Recording> own);

  std::span<const LaunchedGrid> grids() const override { return grids_; }
  std::shared_ptr<const Recording> record(uint32_t number, const std::function<void(double)>& report, std::stop_token stop) const override;

 private:
  FamilyRun run_;
  std::vector<LaunchedGrid> grids_;
  std::shared_ptr<const Recording> own_;
};

}  // namespace wb
