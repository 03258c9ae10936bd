#include "simulator/program/stored_before.h"

#include <algorithm>

#include "simulator/program/both_sides.h"

namespace wb {

void StoredBefore::find(const LoopShapes& shape) {
  for (Pc end = 1; end < p_.code.size(); ++end) {
    if (!shape.is_target[end] || !is_store(p_.code[end - 1].op)) continue;
    const std::vector<Pc> tests = tests_of(p_, shape, end, end - 1);
    if (!tests.empty() && !shape.is_target[tests.front()] && is_straight(p_, shape, tests.back() + 1, end)) ifs_.push_back({tests.front(), tests.back() + 1, end - 1});
  }
  std::ranges::sort(ifs_, {}, &If::first_test);
}

void StoredBefore::come_to(Pc pc, bool is_in_loop) {
  if (at_ && pc > at_->store) at_ = nullptr, last_.reset();
  if (at_) return;
  while (next_ < ifs_.size() && ifs_[next_].first_test < pc) ++next_;
  if (next_ < ifs_.size() && ifs_[next_].first_test == pc && last_ && is_in_loop) at_ = &ifs_[next_];
  else if (jumps(p_.code[pc])) last_.reset();
}

void StoredBefore::see_store(const PlaceAccess& store) {
  if (at_ && last_ && store.pc == at_->store && last_->is_same_place(store)) found_.push_back({last_->pc, store.pc});
  last_.reset();
  if (!at_ && holder::is_shared(store.holder)) last_ = store;
}

void StoredBefore::see_load(const PlaceAccess& load) {
  if (!at_ || load.pc < at_->begin || !load.holder || holder::is_shared(load.holder)) last_.reset();
}

void StoredBefore::see_other(Pc pc) {
  if (!at_ || pc >= at_->begin) last_.reset();
}

}  // namespace wb
