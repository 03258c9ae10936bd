#include "simulator/host/host_findings.h"

#include "simulator/analysis/sentences.h"

namespace wb {
namespace {

using Doer = HostHazard::Doer;

std::string line_of(const SourceMap& sources, const HostPlace& place) {
  return "line " + std::to_string(sources.line_column(FileId{0}, place.begin).line);
}

std::string ordinal(uint64_t n) {
  const bool is_teen = n % 100 >= 11 && n % 100 <= 13;
  return std::to_string(n) + (is_teen || n % 10 > 3 || n % 10 == 0 ? "th" : n % 10 == 1 ? "st" : n % 10 == 2 ? "nd" : "rd");
}

// "`fill`, launched at line 13 in stream `s`," "the 2nd copy at line 20 in stream `t`" "the host program". `is_numbered`: it is said which
// time the line is meant.
std::string doer_in_words(const HostHazard::Party& party, bool is_numbered, const SourceMap& sources) {
  const std::string line = line_of(sources, party.call), in = party.stream_name.empty() ? "" : " in " + party.stream_name,
                    nth = is_numbered ? ordinal(party.time) + " " : "";
  switch (party.doer) {
    case Doer::kernel:
      return "`" + party.kernel + "`, launched at " + line + (is_numbered ? " for the " + nth + "time" : "") + in + ",";
    case Doer::copy:
      return "the " + nth + "copy at " + line + in;
    case Doer::fill:
      return "the " + nth + "fill at " + line + in;
    case Doer::allocation:
      return "the " + nth + "`cudaMallocAsync` at " + line + in;
    case Doer::release:
      return "the " + nth + "`cudaFreeAsync` at " + line + in;
    case Doer::host_function:
      return "the host function" + (party.kernel.empty() ? "" : " `" + party.kernel + "`") + ", which " + line + " gives to " +
             (party.stream_name.empty() ? "a stream" : party.stream_name) + ",";
    case Doer::program:
      break;
  }
  return "the host program";
}
// "writes `a[0]` at line 2"
std::string deed_in_words(const HostHazard::Party& party, const std::string& what, const SourceMap& sources) {
  if (party.doer == Doer::allocation || party.doer == Doer::release) return (party.doer == Doer::release ? "frees " : "allocates ") + what;
  const std::string verb = party.is_atomic ? "changes " : party.is_write ? "writes " : "reads ";
  return verb + what + (party.doer == Doer::copy || party.doer == Doer::fill ? "" : " at " + line_of(sources, party.access));
}

bool is_of_whole_memory(const HostHazard& hazard) {
  const auto is_whole = [](Doer doer) { return doer == Doer::allocation || doer == Doer::release; };
  return is_whole(hazard.first.doer) || is_whole(hazard.second.doer);
}

// "; they meet at `h[0]` (read, then written), too"
std::string others_in_words(const HostHazard& hazard) {
  constexpr size_t most = 3;
  if (is_of_whole_memory(hazard)) return "";
  std::string all;
  size_t told = 0;
  for (const HostHazard::Meeting& other : hazard.others) {
    if (other.memory.empty() || ++told > most) continue;
    all += (all.empty() ? "`" : ", `") + other.memory + "` (" + (other.first_writes ? "written, then " : "read, then ") +
           (!other.second_writes ? "read)"
            : other.first_writes ? "written again)"
                                 : "written)");
  }
  if (told > most) all += " and in " + std::to_string(told - most) + " more ways";
  return all.empty() ? "" : "; they meet at " + all + ", too";
}

// As a program spells it: "s" of "stream `s`", 0 for the default stream. `otherwise`: what stands there for one without a name.
std::string stream_in_code(const HostHazard::Party& party, const std::string& otherwise) {
  const size_t begin = party.stream_name.find('`'), end = party.stream_name.find('`', begin + 1);
  if (end != std::string::npos && party.stream_name.find('`', end + 1) == std::string::npos && party.stream_name.ends_with('`'))
    return party.stream_name.substr(begin + 1, end - begin - 1);
  return party.stream_name == "the default stream"            ? "0"
         : party.stream_name == "the thread's default stream" ? "cudaStreamPerThread"
                                                              : otherwise;
}
std::string wait_in_code(const HostHazard::Party& party) {
  const std::string stream = stream_in_code(party, "");
  return stream.empty() || stream == "0" ? "cudaDeviceSynchronize()" : "cudaStreamSynchronize(" + stream + ")";
}

const char* sentence_of(const HostHazard& hazard) {
  const auto is_one = [&](Doer doer) { return hazard.first.doer == doer || hazard.second.doer == doer; };
  if (is_one(Doer::program)) return hazard.flag.end > hazard.flag.begin ? "host.async.scope" : "host.async.program";
  if (is_one(Doer::release)) return "host.async.release";
  if (is_one(Doer::allocation)) return "host.async.allocation";
  return hazard.is_in_graph ? "host.async.graph" : hazard.is_dependent ? "host.async.dependent" : "host.async.streams";
}

FindingPlace place_of(const HostHazard::Party& party, bool is_numbered, const SourceMap& sources) {
  FindingPlace place;
  place.span = {FileId{0}, party.access.begin, party.access.end};
  place.access = party.is_atomic ? AccessKind::atomic : party.is_write ? AccessKind::store : AccessKind::load;
  place.by = doer_in_words(party, is_numbered, sources);
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
    finding.buffer = hazard.memory.substr(0, hazard.memory.ends_with(']') ? hazard.memory.rfind('[') : hazard.memory.size());
    finding.element_name = hazard.memory;
    const bool is_same_line = hazard.first.call == hazard.second.call;
    const auto is_numbered = [&](const HostHazard::Party& party) { return is_same_line || party.time > 1; };
    const auto doer = [&](const HostHazard::Party& party) { return doer_in_words(party, is_numbered(party), sources); };
    finding.places = {place_of(hazard.first, is_numbered(hazard.first), sources),
                      place_of(hazard.second, is_numbered(hazard.second), sources)};
    const std::string& what = is_of_whole_memory(hazard) ? finding.buffer : hazard.memory;
    const std::string memory = what.empty() ? "memory" : "`" + what + "`";
    const bool is_of_program = hazard.second.doer == Doer::program;
    const std::string record = "cudaEventRecord(event, " + stream_in_code(hazard.first, "first") + ")",
                      wait = "cudaStreamWaitEvent(" + stream_in_code(hazard.second, "other") + ", event)";
    tell(
        finding, sentence_of(hazard),
        {doer(hazard.first), deed_in_words(hazard.first, memory, sources), doer(hazard.second), deed_in_words(hazard.second, "it", sources),
         others_in_words(hazard), is_of_program ? wait_in_code(hazard.first) : record, wait, line_of(sources, hazard.flag)});
    findings.push_back(std::move(finding));
  }
  return findings;
}

std::vector<Finding> mistake_findings(const std::vector<HostMistake>& mistakes) {
  std::vector<Finding> findings;
  for (const HostMistake& mistake : mistakes) {
    const FindingKind kind = mistake.code.starts_with("host.copy.")   ? FindingKind::host_copy
                             : mistake.code.starts_with("host.free.") ? FindingKind::host_free
                             : mistake.code.starts_with("assert.")    ? FindingKind::assertion
                                                                      : FindingKind::host_memory;
    if (sentence(mistake.code).code != mistake.code || !mistake.code.starts_with(finding_name(kind))) continue;
    Finding finding = new_finding(kind);
    if (mistake.is_expected) finding.severity = Severity::warning;
    finding.count = mistake.count;
    finding.buffer = finding.element_name = mistake.memory;
    FindingPlace place;
    place.span = {FileId{0}, mistake.place.begin, mistake.place.end};
    place.access = mistake.is_write ? AccessKind::store : AccessKind::load;
    place.by = "the host program";
    finding.places = {place};
    if (mistake.other.end > mistake.other.begin) {
      place.span = {FileId{0}, mistake.other.begin, mistake.other.end};
      place.access = mistake.code == "host.copy.unset" ? AccessKind::load : AccessKind::store;
      finding.places.push_back(place);
    }
    tell(finding, mistake.code, mistake.arguments);
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace wb
