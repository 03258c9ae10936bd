#include "copies_under_way.h"

#include <algorithm>

namespace wb::test {

void CopiesUnderWay::set_written(const Bytes& bytes, bool is_written) {
  for (uint64_t byte = bytes.begin; byte < bytes.end; ++byte) {
    if (is_written) written_.insert({bytes.block, bytes.allocation, byte});
    else written_.erase({bytes.block, bytes.allocation, byte});
  }
}

void CopiesUnderWay::store(const Bytes& bytes) { set_written(bytes, true); }

void CopiesUnderWay::begin(uint32_t thread, const Bytes& to) {
  of_thread_[thread].push_back({to, sources_[thread]});
  set_written(to, false);
}

void CopiesUnderWay::begin_to_carry_out(uint32_t thread) {
  for (Copy& copy : of_thread_[thread])
    if (!copy.is_done) return void(copy.is_at_work = true);
}

void CopiesUnderWay::carry_out(uint32_t thread, const Bytes& to) {
  std::vector<Copy>& copies = of_thread_[thread];
  const auto done = std::find_if(copies.begin(), copies.end(), [&](const Copy& copy) { return copy.to == to && !copy.is_done; });
  if (done == copies.end()) return void(mistakes_.insert("copy.unknown s 0-0 0-0 error none"));
  done->is_done = true;
  set_written(to, true);
}

// Others of the thread that go there, too, leave nothing that anybody could use.
void CopiesUnderWay::leave_to_others(uint32_t thread, const Bytes& done) {
  for (const Copy& copy : of_thread_[thread])
    if (!copy.is_done && copy.to.meets(done)) set_written({done.block, done.allocation, std::max(done.begin, copy.to.begin), std::min(done.end, copy.to.end)}, false);
}

void CopiesUnderWay::mark(uint32_t thread, uint64_t what) {
  std::vector<Copy>& copies = of_thread_[thread];
  for (Copy& copy : copies) {
    const bool is_due = what > 0 && copy.age > what - 1;
    if (is_due != copy.is_done) mistakes_.insert(std::string(is_due ? "copy.late" : "copy.early") + " s 0-0 0-0 error none");
    if (what == 0) ++copy.age;
  }
  std::erase_if(copies, [](const Copy& copy) { return copy.is_done; });
}

CopiesUnderWay::Early CopiesUnderWay::meets(uint32_t thread, const Bytes& bytes, Bytes Copy::*at) const {
  bool are_others = false;
  for (const auto& [by, copies] : of_thread_)
    for (const Copy& copy : copies) {
      if (copy.is_done || copy.is_at_work || !(copy.*at).meets(bytes)) continue;
      if (by == thread) return Early::own;
      are_others = true;
    }
  return are_others ? Early::others : Early::no;
}

CopiesUnderWay::Early CopiesUnderWay::is_early(uint32_t thread, const Bytes& read) const {
  bool is_written = true;
  for (uint64_t byte = read.begin; byte < read.end; ++byte) is_written &= written_.contains({read.block, read.allocation, byte});
  return is_written ? Early::no : meets(thread, read, &Copy::to);
}
CopiesUnderWay::Early CopiesUnderWay::is_early_store(uint32_t thread, const Bytes& bytes) const { return meets(thread, bytes, &Copy::to); }
CopiesUnderWay::Early CopiesUnderWay::changes_source(uint32_t thread, const Bytes& bytes) const { return meets(thread, bytes, &Copy::from); }

}  // namespace wb::test
