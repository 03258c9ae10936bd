#pragma once
// The memory that a launch reaches through memory: rows behind a table, nodes behind a node. Found as a kernel would, from its arguments and
// variables on, by the types of what they point to:
//
//     rows (float**)   [ p | p | p ]              allocation 0, pointers at 0, 8, 16
//                        |   |   `--> rows[2]     allocation 3, float
//                        |   `------> rows[1]     allocation 2
//                        `----------> rows[0]     allocation 1
//
// Untyped memory (void*, char*) may hold an address at each multiple of 8 bytes; what names no memory of the program there is none.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "simulator/language/host_trace.h"
#include "simulator/program/pointer_fields.h"

namespace wb {

// What the walk asks of a host program's memory; allocations by its own numbers.
class HostMemoryView {
 public:
  struct Place {
    int allocation = -1;  // none that a kernel can be given; or HostPointer::in_heap
    uint64_t offset = 0;
    bool is_address = false;  // but it is the program's memory all the same
  };
  virtual ~HostMemoryView() = default;
  virtual Place place_of_pointer(uint64_t pointer) const = 0;
  virtual uint64_t size_of(int allocation) const = 0;
  // Is anything known of what it holds?
  virtual bool is_known(int allocation) const = 0;
  // The 8 bytes there; none: not all of them have values.
  virtual std::optional<uint64_t> word_at(int allocation, uint64_t offset) const = 0;
};

class ReachedMemory {
 public:
  ReachedMemory(const HostMemoryView& memory, const TypeTable& types) : memory_(memory), types_(types) {}

  // What the launch gives the kernel: a pointer to elements of this type, of that name.
  void start(int allocation, uint64_t offset, TypeId element, const std::string& name);
  // A record or a variable of this type; its pointers, as far as they are the program's.
  std::vector<HostPointer> start(const std::vector<uint8_t>& bytes, TypeId type, const std::string& name);
  // From there on, whatever is reached.
  void walk();

  struct Found {
    int allocation = -1;
    std::string name;         // "rows", "rows[2]"
    std::string type;         // of the pointer to it, and of what that points to: as in HostAllocation
    ScalarKind scalar = ScalarKind::void_;
    uint32_t element_bytes = 0;
    std::vector<HostPointer> pointers;  // by the program's numbers of allocations
  };
  // In the order in which they were found; what starts it first.
  const std::vector<Found>& found() const { return found_; }
  // Words that the walk has looked at: what it costs.
  uint64_t words() const { return words_; }

 private:
  // Elements of a type in found_[index], the first at byte `phase`.
  struct View {
    size_t index = 0;
    uint64_t phase = 0;
    TypeId element;
  };
  // Memory behind a pointer to such elements. `name` says how it is reached.
  void see(const HostMemoryView::Place& place, TypeId element, const std::string& name);
  size_t index_of(int allocation, TypeId element, const std::string& name);
  void look_through(const View& view);
  void look_through_raw(const View& view);
  std::string name_of(const View& view, uint64_t element, const std::string& path, uint64_t stride) const;
  const PointerFields& fields(TypeId element);

  const HostMemoryView& memory_;
  const TypeTable& types_;
  std::vector<Found> found_;
  std::map<int, size_t> index_of_;  // by allocation
  std::vector<View> views_;         // in the order in which they are looked through
  std::vector<std::vector<View>> views_of_;  // by index
  std::map<uint32_t, PointerFields> fields_;
  uint64_t words_ = 0;
};

}  // namespace wb
