#pragma once
// Occupancy in JSON: of the occupancy command, and of a run's report.
#include <nlohmann/json_fwd.hpp>

#include "simulator/analysis/occupancy.h"

namespace wb {

nlohmann::ordered_json occupancy_json(const SmLimits& sm, const BlockNeeds& needs);
nlohmann::ordered_json occupancy_curves_json(const SmLimits& sm, const BlockNeeds& needs);
nlohmann::ordered_json sm_limits_json(const SmLimits& sm);

}  // namespace wb
