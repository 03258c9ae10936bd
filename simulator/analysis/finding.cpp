#include "simulator/analysis/finding.h"

#include <iterator>

#include "simulator/analysis/counters.h"

namespace wb {
namespace {

struct KindInfo {
  const char* name;
  Severity severity;
};
#define WB_FINDING_INFO(id, name, severity) {name, Severity::severity},
constexpr KindInfo kinds[] = {WB_FINDINGS(WB_FINDING_INFO)};
#undef WB_FINDING_INFO
static_assert(std::size(kinds) == static_cast<size_t>(FindingKind::count), "every kind needs a name");

}  // namespace

const char* finding_name(FindingKind kind) { return kinds[static_cast<size_t>(kind)].name; }
Finding new_finding(FindingKind kind) {
  Finding finding;
  finding.kind = kind;
  finding.severity = finding_severity(kind);
  return finding;
}

Severity finding_severity(FindingKind kind) { return kinds[static_cast<size_t>(kind)].severity; }

const char* access_name(AccessKind kind) {
  switch (kind) {
    case AccessKind::load: return "read";
    case AccessKind::store: return "write";
    case AccessKind::atomic: return "atomic";
  }
  return "";
}

const char* kept_name(Kept kept) {
  switch (kept) {
    case Kept::no: return "no";
    case Kept::from: return "from";
    case Kept::with: return "with";
    case Kept::loop: return "loop";
    case Kept::passes: return "passes";
    case Kept::one_way: return "one_way";
    case Kept::copies: return "copies";
  }
  return "";
}

const char* space_name(Space space) {
  switch (space) {
    case Space::global: return "global";
    case Space::shared: return "shared";
    case Space::local: return "local";
    case Space::constant: return "constant";
    case Space::texture: return "texture";
    case Space::surface: return "surface";
  }
  return "";
}

}  // namespace wb
