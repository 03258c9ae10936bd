#include "simulator/analysis/many_buffers.h"

#include <algorithm>
#include <map>

namespace wb {
namespace {

constexpr size_t most_apart = 3;

// What findings that may be joined have in common. None: it is about no buffer of the launch, or about another run.
std::vector<uint64_t> likeness(const Finding& finding) {
  if (finding.buffer_index < 0 || finding.only_under) return {};
  std::vector<uint64_t> all{static_cast<uint64_t>(finding.kind), static_cast<uint64_t>(finding.severity), static_cast<uint64_t>(finding.scope)};
  for (const FindingPlace& place : finding.places) all.insert(all.end(), {place.span.file.v, place.span.begin, place.span.end, static_cast<uint64_t>(place.access)});
  for (const char c : finding.code) all.push_back(static_cast<uint8_t>(c));
  return all;
}

}  // namespace

void join_over_buffers(std::vector<Finding>& findings) {
  std::map<std::vector<uint64_t>, std::vector<size_t>> alike;
  for (size_t i = 0; i < findings.size(); ++i)
    if (std::vector<uint64_t> key = likeness(findings[i]); !key.empty()) alike[std::move(key)].push_back(i);
  std::vector<bool> is_joined(findings.size());
  for (const auto& [key, members] : alike) {
    if (members.size() <= most_apart) continue;
    const size_t first = *std::min_element(members.begin(), members.end(), [&](size_t a, size_t b) { return findings[a].tick < findings[b].tick; });
    for (const size_t other : members) {
      if (other == first) continue;
      findings[first].count += findings[other].count;
      is_joined[other] = true;
    }
  }
  size_t next = 0;
  std::erase_if(findings, [&](const Finding&) { return is_joined[next++]; });
}

}  // namespace wb
