#include "app/gui/panels/race_rule.h"

#include "app/gui/panels/findings_model.h"
#include "app/gui/panels/wording.h"
#include "app/session/family.h"

namespace wb {
namespace {

std::string who(const FindingPlace& place, const LaunchShape& shape, bool names_block) {
  const std::string thread = thread_words(shape, shape.linear_thread(place.thread));
  const std::string grid = place.grid ? " of child grid " + std::to_string(place.grid) : "";
  return names_block || place.grid ? thread + " of " + block_words(shape, shape.linear_block(place.block)) + grid : thread;
}

Said storing(const FindingPlace& a, const FindingPlace& b, const std::string& who_a, const std::string& who_b, const std::string& code) {
  const auto is = [&](AccessKind kind) { return (a.access == kind) + (b.access == kind); };
  if (code.starts_with("race.scope") || is(AccessKind::atomic) == 2) return {"rule.scope"};
  if (is(AccessKind::store) == 2) return {"rule.both_store"};
  const std::string& storer = a.access == AccessKind::store ? who_a : who_b;
  if (is(AccessKind::store) && is(AccessKind::atomic)) return {"rule.store_and_atomic", {storer}};
  if (is(AccessKind::atomic)) return {"rule.read_and_atomic", {a.access == AccessKind::load ? who_a : who_b}};
  return {"rule.one_stores", {storer}};
}

Said order(const FindingPlace& a, const FindingPlace& b, const LaunchShape& shape) {
  if (a.grid != b.grid) return {"rule.no_order_grids"};
  if (!(a.block == b.block)) return {are_in_cluster(a, b, shape) ? "rule.no_order_cluster" : "rule.no_order_grid"};
  const bool is_one_warp = shape.linear_thread(a.thread) / warp_size == shape.linear_thread(b.thread) / warp_size;
  return {is_one_warp ? "rule.no_order_warp" : "rule.no_order_block"};
}

}  // namespace

std::vector<Said> race_rule(const Finding& finding, const LaunchShape& shape, const GridFamily* family) {
  if (!is_race(finding)) return {};
  const FindingPlace &a = finding.places[0], &b = finding.places[1];
  const bool names_block = !(a.block == b.block) || a.grid != b.grid;
  const LaunchShape &of_a = shape_of(family, a.grid, shape), &of_b = shape_of(family, b.grid, shape);
  const std::string first = who(a, of_a, names_block), second = who(b, of_b, names_block);
  return {{"rule.intro"},
          {"rule.same_bytes", {element_of(finding)}},
          {"rule.two_threads", {first, second}},
          storing(a, b, first, second, finding.code),
          order(a, b, of_a),
          {"rule.luck"}};
}

}  // namespace wb
