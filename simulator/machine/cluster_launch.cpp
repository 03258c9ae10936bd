#include <string>

#include "simulator/analysis/launch_limits.h"
#include "simulator/machine/clusters.h"
#include "simulator/source/limits.h"

namespace wb {
namespace {

std::string text(Index3 i) { return "(" + std::to_string(i.x) + "," + std::to_string(i.y) + "," + std::to_string(i.z) + ")"; }
bool is_given(Index3 cluster) { return cluster != Index3{}; }

}  // namespace

Index3 declared_cluster(const Function& kernel) { return {kernel.cluster[0], kernel.cluster[1], kernel.cluster[2]}; }

Index3 cluster_of(const KernelLaunch& launch, const Program& program) {
  const Index3 declared = declared_cluster((*program.module)[program.kernel]);
  return is_given(launch.cluster) ? launch.cluster : is_given(declared) ? declared : Index3{1, 1, 1};
}

std::optional<Finding> check_cluster(const KernelLaunch& launch, const Program& program) {
  const Index3 declared = declared_cluster((*program.module)[program.kernel]);
  if (is_given(declared) && is_given(launch.cluster) && declared != launch.cluster)
    return invalid_launch("the launch asks for clusters of " + text(launch.cluster) + " blocks and the kernel's `__cluster_dims__` says " + text(declared),
                          "leave one of the two out: what the kernel declares cannot be changed by a launch");
  return check_cluster(launch.grid, cluster_of(launch, program), launch.allows_large_clusters);
}

std::optional<Finding> check_cluster(Index3 grid, Index3 cluster, bool allows_large) {
  const uint64_t blocks = uint64_t{cluster.x} * cluster.y * cluster.z;
  if (blocks == 0) return invalid_launch("a cluster of " + text(cluster) + " has no blocks", "every dimension of the cluster must be at least 1");
  if (blocks > limits::large_cluster_blocks)
    return invalid_launch("a cluster of " + std::to_string(blocks) + " blocks is larger than any GPU can run, which is " + std::to_string(limits::large_cluster_blocks), "use smaller clusters and more of them");
  if (blocks > limits::cluster_blocks && !allows_large)
    return invalid_launch("a cluster of " + std::to_string(blocks) + " blocks is larger than the " + std::to_string(limits::cluster_blocks) + " that every GPU with clusters can run",
                          "use smaller clusters, or allow it before the launch: `cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1)`");
  if (grid.x % cluster.x || grid.y % cluster.y || grid.z % cluster.z)
    return invalid_launch("the grid " + text(grid) + " is not made of whole clusters of " + text(cluster) + " blocks", "make each dimension of the grid a multiple of the cluster's");
  return std::nullopt;
}

}  // namespace wb
