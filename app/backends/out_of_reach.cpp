#include "app/backends/out_of_reach.h"

#include <algorithm>
#include <cctype>

#include "simulator/analysis/sentences.h"

namespace wb {
namespace {

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

bool mentions(std::string_view text, std::string_view word) {
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
    if ((at == 0 || !is_letter(text[at - 1])) && (at + word.size() == text.size() || !is_letter(text[at + word.size()]))) return true;
  return false;
}

// Whose pointer is used there: the access names it (a member by its own name), or there is no other. Null: who knows.
const OutOfReach* used_at(std::string_view access, const std::vector<OutOfReach>& all) {
  const auto named = std::find_if(all.begin(), all.end(), [&](const OutOfReach& o) { return mentions(access, std::string_view(o.parameter).substr(o.parameter.rfind('.') + 1)); });
  return named != all.end() ? &*named : all.size() == 1 ? &all[0] : nullptr;
}

}  // namespace

void tell_what_is_out_of_reach(const Launch& launch, const SourceMap& sources, std::vector<Finding>& findings) {
  if (launch.out_of_reach.empty()) return;
  for (Finding& finding : findings) {
    if (finding.code != "memory.null" || finding.places.empty() || finding.arguments.size() < 2) continue;
    const OutOfReach* used = used_at(sources.text(sources.outermost(finding.places[0].span)), launch.out_of_reach);
    if (!used) continue;
    finding.kind = used->is_freed ? FindingKind::memory_lifetime : FindingKind::host_memory;
    tell(finding, used->is_freed ? "memory.lifetime.given_back" : "host.memory.kernel", {finding.arguments[0], finding.arguments[1], used->parameter});
  }
}

}  // namespace wb
