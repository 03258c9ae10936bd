#pragma once
// Writes one launch of a bare file as the lines of a lesson's front matter: the kernel's parameters beside what the host code says about
// them, and an assumption for what it does not say.
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/workbook/bare_file.h"
#include "simulator/language/host_launches.h"
#include "simulator/simulator.h"

namespace wb {

struct WrittenLaunch {
  std::string text;                      // [[launch]] ...
  std::vector<std::string> assumptions;  // one sentence each
  std::vector<std::string> filled;       // buffers that start as the host code fills them
  std::set<std::string> assumed_sizes;   // buffers whose size nobody fixed
  bool assumes_values = false;           // of parameters
  std::set<std::string> assumed_numbers; // parameters of a kernel that stands alone
  std::vector<std::string> made_up;      // buffers that host code fills with numbers that nobody knows
  std::vector<HostStoreSpec> host_stores;
  std::vector<OutOfReach> out_of_reach;
  std::map<std::string, GivenContent> contents;  // that `text` names: what is too much for it, or no number that can be written

  // Says it once.
  void assume(const std::string& sentence);
  void assume(const std::vector<std::string>& sentences);
};
struct LaunchToWrite {
  std::string name, file_name, kernel;
  std::string_view source;
  const CompileResult& compiled;
  const HostLaunch* host;  // null: no launch line is known
  const BareFileWishes& wishes;
  const LaunchGuess& guess;
};
WrittenLaunch write_launch(const LaunchToWrite& launch);

std::string toml_string(std::string_view text);

}  // namespace wb
