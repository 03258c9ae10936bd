#include "app/workbook/occupancy_words.h"

#include <algorithm>
#include <cmath>

#include "app/workbook/words.h"

namespace wb {

namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string all;
  for (size_t i = 0; i < words.size(); ++i) all += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  return all;
}

bool limits(const Occupancy& o, OccupancyLimit limit) { return std::find(o.limiters.begin(), o.limiters.end(), limit) != o.limiters.end(); }

}  // namespace

std::string capability_list() {
  std::vector<std::string> names;
  for (const SmLimits& sm : sm_limits()) names.push_back(to_string(sm.capability));
  return joined(names);
}

std::string occupancy_sentence(const Occupancy& o) {
  if (!o.refusal.empty()) return "does not launch: " + o.refusal;
  std::vector<std::string> names;
  for (OccupancyLimit limit : o.limiters) names.push_back(limit_words(limit));
  const std::string share = grouped(o.warps) + " of " + grouped(o.most_warps) + " warps on an SM (" + short_number(std::round(o.share() * 1000) / 10) + " %)";
  return o.warps == o.most_warps ? share + ": every place is taken" : share + ", limited by " + joined(names);
}

std::string occupancy_remark(const Occupancy& o) {
  std::vector<std::string> remarks;
  if (!o.refusal.empty()) return {};
  if (!o.registers_known) remarks.push_back("registers are not counted: how many a thread takes is the compiler's choice, and may lower this");
  if (o.needs_opt_in) remarks.push_back("more than 48 KiB of shared memory has to be asked for with cudaFuncSetAttribute()");
  std::string all;
  for (const std::string& remark : remarks) all += (all.empty() ? "" : "; ") + remark;
  return all;
}

std::vector<CurvePart> parts_of(const OccupancyCurve& curve) {
  std::vector<CurvePart> parts;
  for (size_t i = 0; i < curve.warps.size(); ++i) {
    if (parts.empty() || parts.back().warps != curve.warps[i]) parts.push_back({curve.value(i), curve.value(i), curve.warps[i]});
    parts.back().last = curve.value(i);
  }
  return parts;
}

std::vector<std::string> ways_to_more_warps(const SmLimits& sm, const BlockNeeds& needs) {
  std::vector<std::string> ways;
  const Occupancy now = occupancy(sm, needs);
  if (!now.refusal.empty()) return ways;
  for (const OccupancyCurve& curve : occupancy_curves(sm, needs)) {
    const bool is_of_registers = curve.of == "registers", is_of_shared = curve.of == "shared_bytes";
    if ((is_of_registers && !limits(now, OccupancyLimit::registers)) || (is_of_shared && !limits(now, OccupancyLimit::shared_memory))) continue;
    const uint64_t here = is_of_registers ? needs.registers.value_or(0) : is_of_shared ? needs.shared_bytes : needs.threads;
    const CurvePart* nearest = nullptr;
    const std::vector<CurvePart> parts = parts_of(curve);
    const auto distance = [&](const CurvePart& p) { return here < p.first ? p.first - here : here > p.last ? here - p.last : 0; };
    for (const CurvePart& part : parts)
      if (part.warps > now.warps && (!nearest || distance(part) < distance(*nearest))) nearest = &part;
    if (!nearest) continue;
    const uint64_t value = here < nearest->first ? nearest->first : nearest->last;
    const std::string what = is_of_registers ? "with at most " + grouped(value) + " registers a thread"
                             : is_of_shared  ? "with at most " + grouped(value) + " bytes of shared memory a block"
                                             : "with blocks of " + grouped(value) + " threads";
    ways.push_back(what + ": " + grouped(nearest->warps) + " warps");
  }
  return ways;
}

}  // namespace wb
