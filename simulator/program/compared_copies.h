#pragma once
// Which atomicCAS compare with a copy of what a load has brought: followed from register to register, whatever the way through the code.
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "simulator/program/program.h"

namespace wb {

class ComparedCopies {
 public:
  explicit ComparedCopies(const Program& program);
  // The sites of those for the load at that site.
  std::vector<uint32_t> cas_sites(uint32_t load_site) const;

 private:
  struct Compare {
    uint32_t slot = 0, site = 0;
  };
  std::vector<Compare> compares_;                               // of all atomicCAS; none: nothing else is known
  std::unordered_map<uint32_t, std::vector<uint32_t>> loaded_;  // by site of a load: slots
  std::unordered_map<uint32_t, std::vector<uint32_t>> copies_;  // by slot: where it is copied to
};

}  // namespace wb
