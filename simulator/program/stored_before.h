#pragma once
// An `if` without `else` that ends with a store, and a store to the same place in shared memory right in front of it. In a loop nvcc stores once, whatever the lane has then:
//
//     for (...) {
//       s[t] = 0;                          one store
//       if (r < m && k < n) s[t] = a[k];
//
// Outside loops it leaves both. The condition may be some with `&&` or `||`; of memory the `if` reads no shared one. (Seen with nvcc 13.0, tests/fidelity/guards.cu.)
#include <optional>
#include <utility>
#include <vector>

#include "simulator/program/loop_shapes.h"
#include "simulator/program/stored_places.h"

namespace wb {

class StoredBefore {
 public:
  explicit StoredBefore(const Program& program) : p_(program) {}
  void find(const LoopShapes& shape);  // such `if`s

  // Of the instruction at work, in order; then of what it does.
  void come_to(Pc pc, bool is_in_loop);
  void see_store(const PlaceAccess& store);
  void see_load(const PlaceAccess& load);
  void see_other(Pc pc);  // what waits, or goes to memory in another way

  struct Found {
    Pc before = 0, store = 0;
  };
  const std::vector<Found>& found() const { return found_; }

 private:
  struct If {
    Pc first_test = 0, begin = 0, store = 0;
  };
  const Program& p_;
  std::vector<If> ifs_;                    // in order
  size_t next_ = 0;
  std::optional<PlaceAccess> last_;        // the last access, with no way to here but straight on
  const If* at_ = nullptr;                 // the `if` at work, behind `last_`
  std::vector<Found> found_;
};

}  // namespace wb
