#include "simulator/program/retried_stores.h"

#include <algorithm>

#include "simulator/program/slot_use.h"

namespace wb {
namespace {

// Does a branch of the loop hang on what the instruction at `from` writes?
bool steers(const Program& program, const LoopRange& loop, Pc from) {
  std::vector<bool> hangs(program.slot_count + 4);
  for (const uint32_t slot : slots_of(program, from).writes) hangs[slot] = true;
  for (bool has_news = true; has_news;) {
    has_news = false;
    for (Pc pc = loop.begin; pc < loop.end; ++pc) {
      if (is_memory(program.code[pc].op)) continue;  // what comes of other memory is another matter
      const SlotUse use = slots_of(program, pc);
      if (std::none_of(use.reads.begin(), use.reads.end(), [&](uint32_t slot) { return hangs[slot]; })) continue;
      if (is_branch(program.code[pc].op)) return true;
      for (const uint32_t slot : use.writes) has_news |= !hangs[slot], hangs[slot] = true;
    }
  }
  return false;
}

}  // namespace

std::vector<uint32_t> stores_retried_with(const Program& program, uint32_t cas_site) {
  std::vector<uint32_t> sites;
  for (Pc cas = 0; cas < program.code.size(); ++cas) {
    if (program.info[cas].site != cas_site || !in_range(program.code[cas].op, Opcode::atom_cas_8, Opcode::atom_cas_64)) continue;
    for (const LoopRange& loop : program.loops) {
      if (cas < loop.begin || cas >= loop.end || !steers(program, loop, cas)) continue;
      for (Pc pc = loop.begin; pc < loop.end; ++pc)
        if (is_store(program.code[pc].op)) sites.push_back(program.info[pc].site);
    }
  }
  std::sort(sites.begin(), sites.end());
  sites.erase(std::unique(sites.begin(), sites.end()), sites.end());
  return sites;
}

}  // namespace wb
