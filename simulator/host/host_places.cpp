#include "simulator/host/host_places.h"

#include <algorithm>

#include "simulator/language/call_words.h"

namespace wb {

HostPlaces::HostPlaces(Machine& machine, const HostProgramText& program, const std::string& text)
    : machine_(machine),
      places_(program.places),
      text_(text),
      own_lines_(static_cast<uint32_t>(std::count(text.begin(), text.end(), '\n')) + 1) {}

std::vector<HostPlace> HostPlaces::stack() const {
  const std::optional<NextInstruction> next = machine_.next();
  const BlockState* block = machine_.resident(0);
  if (!next || !block) return {};
  std::vector<Pc> at{next->pc};
  if (!block->warps[0].stacks.empty()) {
    const std::vector<Pc>& returns = block->warps[0].stacks[0].returns;
    for (size_t i = returns.size(); i-- > 0;) at.push_back(returns[i] - 1);
  }
  std::vector<HostPlace> places;
  const auto add = [&](const Span& span) {
    const HostPlace place = this->at(span);
    if (place.end > place.begin && (places.empty() || !(places.back() == place))) places.push_back(place);
  };
  const Program& program = machine_.program();
  for (Pc pc : at) {
    add(program.info[pc].span);
    for (uint32_t call = program.info[pc].call; call; call = program.calls[call].parent) add(program.calls[call].span);
  }
  return places;
}

HostPlace HostPlaces::here() const {
  const std::vector<HostPlace> places = stack();
  return places.empty() ? HostPlace{} : places.front();
}

HostPlace HostPlaces::at(const Span& span) const {
  const SourceMap& sources = *machine_.program().module->sources;
  const Span seen = sources.outermost(span);
  if (seen.file.v != 0) return {};
  const uint32_t line = sources.start(seen).line;
  const auto found = line > own_lines_ ? places_.find(line - own_lines_) : places_.end();
  return found == places_.end() ? HostPlace{} : found->second;
}

const HostPlace& HostPlaces::of_site(uint32_t site) {
  const auto [known, is_new] = of_sites_.try_emplace(site);
  if (!is_new) return known->second;
  const std::vector<InsInfo>& info = machine_.program().info;
  const auto found = std::find_if(info.begin(), info.end(), [&](const InsInfo& i) { return i.site == site; });
  if (found == info.end()) return known->second;
  known->second = at(found->span);
  for (uint32_t call = found->call; call && known->second.end <= known->second.begin; call = machine_.program().calls[call].parent)
    known->second = at(machine_.program().calls[call].span);
  return known->second;
}

HostPlace HostPlaces::of_access(uint32_t site) {
  HostPlace place = of_site(site);
  const BlockState* block = machine_.resident(0);
  if (!block || block->warps[0].stacks.empty()) return place;
  const std::vector<Pc>& returns = block->warps[0].stacks[0].returns;
  const Program& program = machine_.program();
  for (size_t i = returns.size(); i-- > 0 && place.end <= place.begin;) {
    place = at(program.info[returns[i] - 1].span);
    for (uint32_t call = program.info[returns[i] - 1].call; call && place.end <= place.begin; call = program.calls[call].parent)
      place = at(program.calls[call].span);
  }
  return place;
}

HostPlace HostPlaces::head_of(const HostPlace& place) const {
  const std::string_view text = text_of(place);
  for (const std::string_view word : {"if", "for", "while", "switch", "else"}) {
    if (!text.starts_with(word)) continue;
    const size_t open = text.find('('), behind = open == std::string_view::npos ? open : behind_bracket(text, open);
    if (open != std::string_view::npos &&
        text.substr(word.size(), open - word.size()).find_first_not_of(" \t\n") == std::string_view::npos &&
        behind != std::string_view::npos)
      return {place.begin, place.begin + static_cast<uint32_t>(behind)};
  }
  return place;
}

uint32_t HostPlaces::line_of(const HostPlace& place) const {
  return 1 + static_cast<uint32_t>(
                 std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(std::min<size_t>(place.begin, text_.size())), '\n'));
}

}  // namespace wb
