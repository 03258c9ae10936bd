#include "simulator/machine/polls.h"

#include "simulator/analysis/each_lane.h"

namespace wb {

bool is_look(const WarpAccess& access) {
  if (access.kind == AccessKind::store || (access.kind == AccessKind::atomic && !access.result_used)) return false;
  return access.space == Space::global || access.space == Space::shared;
}

bool is_strong_look(const WarpAccess& access) { return access.kind == AccessKind::atomic || access.is_volatile; }

void Polls::note(const WarpAccess& access, Pc pc) {
  const bool is_strong = is_strong_look(access);
  for_each_lane(access.active, [&](uint32_t lane) {
    Poll& last = of_[size_t{access.warp} * warp_size + lane];
    if (last.is_strong && !is_strong) return;
    const uint64_t value = access.kind == AccessKind::atomic ? access.old_value[lane] : access.value[lane];
    const bool is_there_again = last.times && last.pc == pc && last.allocation == access.allocation && last.owner == access.owner && last.offset == access.offset[lane];
    const uint32_t times = is_there_again && last.value == value ? last.times + 1 : 1;
    last = {is_strong, times, access.kind, pc, access.site, access.allocation, access.owner, access.offset[lane], value, access.bytes};
  });
}

void describe(const Poll& poll, const Program& program, EndlessLanes& told) {
  told.how = EndlessLanes::How::polls;
  told.access = poll.access;
  told.site = poll.site;
  told.pc = poll.pc;
  told.span = program.info[poll.pc].span;
  told.allocation = poll.allocation;
  told.owner = poll.owner;
  told.offset = poll.offset;
  told.bytes = poll.bytes;
  told.value = poll.value;
}

}  // namespace wb
