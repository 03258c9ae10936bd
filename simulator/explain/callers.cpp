#include "simulator/explain/callers.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "simulator/analysis/sentences.h"
#include "simulator/language/typed_tree.h"
#include "simulator/program/program.h"
#include "simulator/source/source_map.h"

namespace wb {
namespace {

constexpr size_t most_named = 3;

class Callers {
 public:
  explicit Callers(const Program& program) : program_(program), sources_(*program.module->sources) {}

  void name(Finding& finding) const {
    if (finding.code.empty()) return;
    std::vector<std::string> arguments = finding.arguments;
    std::string beside;
    std::set<std::string> known;
    for (FindingPlace& place : finding.places) {
      const Span span = sources_.outermost(place.span);
      if (span.file.v == main_file || span.file.v >= sources_.file_count() || sources_.is_library(span.file)) continue;
      place.callers = callers_of(place.span);
      const std::string line = "line " + std::to_string(sources_.start(span).line) + " of " + std::string(sources_.name(span.file)), callers = lines_of(place.callers);
      if (callers.empty() || !known.insert(line).second) continue;
      if (std::none_of(arguments.begin(), arguments.end(), [&](const std::string& a) { return ends_with(a, line); })) beside += "; " + line + " is called at " + callers;
      for (std::string& a : arguments)
        if (ends_with(a, line)) a += " (called at " + callers + ")";
    }
    if (arguments != finding.arguments) tell(finding, finding.code, std::move(arguments));
    finding.message += beside;
  }

 private:
  static constexpr uint32_t main_file = 0;

  // "line 6 of a.h", "between line 3 and line 6 of a.h", but not "line 16 of a.h".
  static bool ends_with(const std::string& text, const std::string& line) { return text.ends_with(line) && (text.size() == line.size() || text[text.size() - line.size() - 1] == ' '); }

  // One a line of the .cu file, in its order.
  std::vector<Span> callers_of(const Span& span) const {
    std::map<uint32_t, Span> by_line;
    for (const InsInfo& info : program_.info)
      if (info.site != no_site && program_.sites[info.site].span == span)
        if (const auto call = call_in_file(info.call)) by_line.try_emplace(sources_.start(*call).line, *call);
    std::vector<Span> callers;
    for (const auto& [line, call] : by_line) callers.push_back(call);
    return callers;
  }
  // "line 21, line 30 and others"; empty: there are none.
  std::string lines_of(const std::vector<Span>& calls) const {
    std::string text;
    size_t named = 0;
    for (const Span& call : calls) {
      if (++named > most_named) return text + " and others";
      text += (text.empty() ? "" : named == calls.size() ? " and " : ", ") + ("line " + std::to_string(sources_.start(call).line));
    }
    return text;
  }
  // The innermost call that stands in the .cu file.
  std::optional<Span> call_in_file(uint32_t call) const {
    for (; call != 0; call = program_.calls[call].parent) {
      const Span at = sources_.outermost(program_.calls[call].span);
      if (at.file.v == main_file) return at;
    }
    return std::nullopt;
  }

  const Program& program_;
  const SourceMap& sources_;
};

}  // namespace

void name_callers(std::vector<Finding>& findings, const Program& program) {
  const Callers callers(program);
  for (Finding& finding : findings) callers.name(finding);
}

}  // namespace wb
