#pragma once
// Where a host program that is run stands, as places of the .cu file: each line of the program's text belongs to a statement of the file's
// (HostProgramText::places).
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "simulator/language/host_trace.h"
#include "simulator/machine/machine.h"

namespace wb {

class HostPlaces {
 public:
  // `text`: the file's, in front of the program's.
  HostPlaces(Machine& machine, const HostProgramText& program, const std::string& text);

  // The statements in which it stands: the innermost one of the file's own first, then those that call it.
  std::vector<HostPlace> stack() const;
  HostPlace here() const;
  // Where an access stands; none where that is in no statement of the file's.
  const HostPlace& of_site(uint32_t site);
  // The same of one that is made now, in a function of the library: the statement that calls it.
  HostPlace of_access(uint32_t site);

  // Without what it holds: of an `if` and of loops the head.
  HostPlace head_of(const HostPlace& place) const;
  std::string_view text_of(const HostPlace& place) const { return std::string_view(text_).substr(place.begin, place.end - place.begin); }
  uint32_t line_of(const HostPlace& place) const;

 private:
  HostPlace at(const Span& span) const;

  Machine& machine_;
  const std::map<size_t, HostPlace>& places_;
  const std::string& text_;
  const uint32_t own_lines_;
  std::unordered_map<uint32_t, HostPlace> of_sites_;
};

}  // namespace wb
