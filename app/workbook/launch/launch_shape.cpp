#include "app/workbook/launch/launch_shape.h"

#include <array>

#include "app/workbook/words.h"

namespace wb {

namespace {

constexpr uint64_t most_threads = 1024;  // of a block
constexpr int64_t most_shared_bytes = 1 << 20;
constexpr std::array<int64_t, 3> most_blocks = {2'147'483'647, 65'535, 65'535};
constexpr std::array<int64_t, 3> most_threads_along = {1024, 1024, 64};

// One side of a grid or block; `axis`: "the grid's x". None: what is wrong with it was said.
std::optional<uint32_t> checked_side(LaunchDraft& draft, const Number& number, Span at, const std::string& axis, int64_t most) {
  if (draft.stage.program.has_its_shape() && number.is_integer && number.integer >= 0 && number.integer <= UINT32_MAX) return static_cast<uint32_t>(number.integer);
  constexpr const char* so_what = "the kernel would not run";
  if (!number.is_integer || number.integer < 1) return draft.complaints.error(at, axis + " is " + in_words(number) + "; a launch needs a whole number from 1 on", so_what), std::nullopt;
  if (number.integer > most) return draft.complaints.error(at, axis + " is " + in_words(number) + "; CUDA allows at most " + grouped(static_cast<uint64_t>(most)), so_what), std::nullopt;
  return static_cast<uint32_t>(number.integer);
}

// None: at least one side is wrong.
std::optional<Index3> shape_of(LaunchDraft& draft, const std::vector<Expression>& sides, const std::string& what, const std::array<int64_t, 3>& most) {
  std::array<uint32_t, 3> shape = {1, 1, 1};
  bool ok = true;
  for (size_t i = 0; i < sides.size() && i < 3; ++i) {
    const auto number = draft.numbers.number_of(sides[i]);
    if (!number) return std::nullopt;
    const auto side = checked_side(draft, *number, sides[i].span, "the " + what + "'s " + "xyz"[i], most[i]);
    ok = ok && side;
    shape[i] = side.value_or(1);
  }
  return ok ? std::optional(Index3{shape[0], shape[1], shape[2]}) : std::nullopt;
}

void check_block(LaunchDraft& draft, const Index3& block) {
  const uint64_t threads = uint64_t{block.x} * block.y * block.z;
  if (draft.stage.program.has_its_shape() || threads <= most_threads) return;
  draft.complaints.error(draft.stage.block[0].span, "a block of " + grouped(threads) + " threads; CUDA allows at most " + grouped(most_threads), "the kernel would not run");
}

uint64_t bytes_of_heap(LaunchDraft& draft) {
  const Expression& expression = draft.stage.heap_bytes;
  const auto bytes = draft.numbers.number_of(expression);
  if (!bytes || (bytes->is_integer && bytes->integer == 0)) return usual_heap_bytes;
  if (bytes->is_integer && bytes->integer > 0) return heap_bytes_for(static_cast<uint64_t>(bytes->integer));
  draft.complaints.error(expression.span, "`heap_bytes` is " + in_words(*bytes) + "; it must be a whole number");
  return usual_heap_bytes;
}

uint32_t bytes_of(LaunchDraft& draft, const Expression& expression, const std::string& key) {
  const auto bytes = draft.numbers.number_of(expression);
  if (!bytes) return 0;
  if (bytes->is_integer && bytes->integer >= 0 && bytes->integer <= most_shared_bytes) return static_cast<uint32_t>(bytes->integer);
  draft.complaints.error(expression.span, "`" + key + "` is " + in_words(*bytes) + "; it must be a whole number from 0 to " + grouped(most_shared_bytes));
  return 0;
}

}  // namespace

void set_shape(LaunchDraft& draft) {
  KernelLaunch& device = draft.launch.device;
  if (const auto grid = shape_of(draft, draft.stage.grid, "grid", most_blocks)) device.grid = *grid;
  if (const auto block = shape_of(draft, draft.stage.block, "block", most_threads_along)) {
    device.block = *block;
    check_block(draft, *block);
  }
  constexpr std::array<int64_t, 3> most_along_cluster = {16, 16, 16};
  if (!draft.stage.cluster.empty())
    if (const auto cluster = shape_of(draft, draft.stage.cluster, "cluster", most_along_cluster)) device.cluster = *cluster;
  device.allows_large_clusters = bytes_of(draft, draft.stage.large_clusters, "large_clusters") != 0;
  device.dynamic_shared_bytes = bytes_of(draft, draft.stage.shared_bytes, "shared_bytes");
  device.shared_opt_in = bytes_of(draft, draft.stage.shared_opt_in, "shared_opt_in");
  device.heap_bytes = bytes_of_heap(draft);
}

}  // namespace wb
