#include "simulator/host/host_findings.h"

#include "simulator/analysis/sentences.h"

namespace wb {
namespace {

using Doer = HostHazard::Doer;

std::string line_of(const SourceMap& sources, const HostPlace& place) { return "line " + std::to_string(sources.line_column(FileId{0}, place.begin).line); }

// "`fill`, launched at line 13," "the copy at line 20" "the host program"
std::string doer_in_words(const HostHazard::Party& party, const SourceMap& sources) {
  switch (party.doer) {
    case Doer::kernel: return "`" + party.kernel + "`, launched at " + line_of(sources, party.call) + ",";
    case Doer::copy: return "the copy at " + line_of(sources, party.call);
    case Doer::fill: return "the fill at " + line_of(sources, party.call);
    case Doer::program: break;
  }
  return "the host program";
}
// "writes `a[0]` at line 2"
std::string deed_in_words(const HostHazard::Party& party, const std::string& what, const SourceMap& sources) {
  const std::string verb = party.is_atomic ? "changes " : party.is_write ? "writes " : "reads ";
  return verb + what + (party.doer == Doer::copy || party.doer == Doer::fill ? "" : " at " + line_of(sources, party.access));
}

FindingPlace place_of(const HostHazard::Party& party, const SourceMap& sources) {
  FindingPlace place;
  place.span = {FileId{0}, party.access.begin, party.access.end};
  place.access = party.is_atomic ? AccessKind::atomic : party.is_write ? AccessKind::store : AccessKind::load;
  place.by = doer_in_words(party, sources);
  if (place.by.ends_with(',')) place.by.pop_back();
  return place;
}

}  // namespace

std::vector<Finding> host_findings(const std::vector<HostHazard>& hazards, const SourceMap& sources) {
  std::vector<Finding> findings;
  for (const HostHazard& hazard : hazards) {
    Finding finding = new_finding(FindingKind::host_async);
    if (hazard.is_over_early) finding.severity = Severity::warning;
    finding.count = hazard.count;
    finding.buffer = hazard.memory.substr(0, hazard.memory.find('['));
    finding.places = {place_of(hazard.first, sources), place_of(hazard.second, sources)};
    const std::string memory = hazard.memory.empty() ? "memory" : "`" + hazard.memory + "`";
    tell(finding, hazard.second.doer == Doer::program ? "host.async.program" : "host.async.streams",
         {doer_in_words(hazard.first, sources), deed_in_words(hazard.first, memory, sources), doer_in_words(hazard.second, sources), deed_in_words(hazard.second, "it", sources)});
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace wb
