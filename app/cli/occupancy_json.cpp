#include "app/cli/occupancy_json.h"

#include <nlohmann/json.hpp>

#include "app/workbook/occupancy_words.h"

namespace wb {

using nlohmann::ordered_json;

ordered_json occupancy_json(const SmLimits& sm, const BlockNeeds& needs) {
  const Occupancy o = occupancy(sm, needs);
  ordered_json json{{"compute_capability", to_string(sm.capability)}, {"threads_per_block", needs.threads}, {"shared_bytes_per_block", needs.shared_bytes}};
  json["registers_per_thread"] = needs.registers ? ordered_json(*needs.registers) : ordered_json(nullptr);
  json["launches"] = o.refusal.empty();
  json["reason"] = o.refusal.empty() ? ordered_json(nullptr) : ordered_json(o.refusal);
  json["blocks_per_sm"] = o.blocks;
  json["warps_per_sm"] = o.warps;
  json["max_warps_per_sm"] = o.most_warps;
  json["occupancy"] = o.share();
  ordered_json limiters = ordered_json::array(), considered = ordered_json::array(), blocks_by = ordered_json::object();
  for (OccupancyLimit limit : o.limiters) limiters.push_back(limit_name(limit));
  for (OccupancyLimit limit : {OccupancyLimit::warps, OccupancyLimit::blocks, OccupancyLimit::registers, OccupancyLimit::shared_memory}) {
    if (limit == OccupancyLimit::registers && !needs.registers) continue;
    considered.push_back(limit_name(limit));
    const uint32_t blocks = o.blocks_by[static_cast<size_t>(limit)];
    if (o.refusal.empty()) blocks_by[limit_name(limit)] = blocks == Occupancy::open ? ordered_json(nullptr) : ordered_json(blocks);
  }
  json["limiters"] = std::move(limiters);
  json["considered"] = std::move(considered);
  json["blocks_by"] = std::move(blocks_by);
  json["allocated_registers_per_block"] = needs.registers && o.refusal.empty() ? ordered_json(o.allocated_registers) : ordered_json(nullptr);
  json["allocated_shared_bytes_per_block"] = o.allocated_shared_bytes;
  json["shared_bytes_per_sm"] = o.shared_bytes_of_sm;
  json["needs_opt_in"] = o.needs_opt_in;
  json["text"] = occupancy_sentence(o);
  const std::string remark = occupancy_remark(o);
  json["remark"] = remark.empty() ? ordered_json(nullptr) : ordered_json(remark);
  return json;
}

ordered_json occupancy_curves_json(const SmLimits& sm, const BlockNeeds& needs) {
  ordered_json all = ordered_json::object();
  for (const OccupancyCurve& curve : occupancy_curves(sm, needs)) all[curve.of] = {{"first", curve.first}, {"step", curve.step}, {"warps_per_sm", curve.warps}};
  return all;
}

ordered_json sm_limits_json(const SmLimits& sm) {
  return {{"warps_per_sm", sm.warps},
          {"blocks_per_sm", sm.blocks},
          {"threads_per_block", SmLimits::threads_per_block},
          {"registers_per_sm", sm.registers},
          {"registers_per_block", sm.registers_per_block},
          {"registers_per_thread", SmLimits::registers_per_thread},
          {"register_unit_per_warp", SmLimits::register_unit},
          {"shared_bytes_per_sm", sm.shared_bytes},
          {"shared_bytes_per_block", sm.shared_bytes_per_block},
          {"shared_bytes_without_opt_in", SmLimits::unasked_shared_bytes},
          {"reserved_shared_bytes_per_block", sm.reserved_shared_bytes},
          {"shared_unit_per_block", sm.shared_unit},
          {"shared_sizes_kib", sm.carveouts}};
}

}  // namespace wb
