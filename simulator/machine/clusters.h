#pragma once
// How many blocks the clusters of a launch have: as it asks for them, else as the kernel says. A cluster of one block is none.
#include "simulator/language/typed_tree.h"
#include "simulator/program/program.h"
#include "simulator/simulator.h"

namespace wb {

Index3 declared_cluster(const Function& kernel);  // zeros: __cluster_dims__ is not given
Index3 cluster_of(const KernelLaunch& launch, const Program& program);
// A launch.invalid finding where that cannot be.
std::optional<Finding> check_cluster(const KernelLaunch& launch, const Program& program);
std::optional<Finding> check_cluster(Index3 grid, Index3 cluster, bool allows_large);

}  // namespace wb
