#pragma once
// Stores that nvcc leaves out, or makes later than the source has them: what a place in memory holds stays in a register while nobody else can see it.
//
//     s[t] = 0; s[t] = v;                                  overwritten before anybody can have read it: the first one is not made
//     for (...) s[t] += in[k];                             loaded in front of the loop, and stored behind it
//     for (...) { s[t] = 0; for (...) s[t] += in[k]; }     stored once, behind both loops, and not loaded at all
//
// A place is an address and as many bytes; two accesses go to one where their addresses are made alike from the same values. Where these differ the places
// may be one or not, but for memory of two kinds, two arrays in shared memory, or one address with constants that are far enough apart.
//
// In straight code a store is left out where the next access that may go there is a store to the same place, through an instruction of the same width.
// Nothing that waits, calls or jumps may lie between, since others might look then.
//
// In a loop a place stays in a register through all passes where each pass comes to all accesses to it, none of the others can go there, and its address is
// older than the loop. Lanes that make no pass do neither load nor store, so this is behind the question whether there is one. Of an inner loop's accesses
// that holds for the outer one, too, where nvcc can ask the inner one's question in front of both: then they stand in each pass of that.
//
// With a barrier, an atomic or a call in the loop, or a volatile access, it is not said. Nor of stores that overwrite themselves in passes that stand
// written out: nvcc has looked at them before it writes passes out.
#include <optional>
#include <utility>
#include <vector>

#include "simulator/program/known_memory.h"

namespace wb {

// Where an access goes, whatever is held there.
struct PlaceAccess {
  Pc pc = 0;
  bool is_store = false;
  bool is_certain = false;           // each pass of the innermost loop comes to it
  std::optional<size_t> holder{};    // the memory that it is known to go to
  std::vector<uint32_t> address{};   // what it is made of, but for a constant:
  int64_t at = 0, bytes = 0;
  uint32_t root = 0;                 // the latest value that the address comes from
  LoadKey key{};                     // of a load: what tells its value

  bool is_same_place(const PlaceAccess& other) const {
    return holder == other.holder && address == other.address && at == other.at && bytes == other.bytes;
  }
  bool may_meet(const PlaceAccess& other) const {
    if (!holder || !other.holder) return true;
    return *holder == *other.holder && (address != other.address || (at < other.at + other.bytes && other.at < at + bytes));
  }
};

class StraightStores {
 public:
  explicit StraightStores(const Program& program) : p_(program) {}

  void see_store(const PlaceAccess& store);
  void see_load(const PlaceAccess& load);
  void end() { stores_.clear(); }  // of the straight code
  struct Overwritten {
    Pc before = 0, after = 0;
  };
  const std::vector<Overwritten>& overwritten() const { return overwritten_; }

 private:
  const Program& p_;
  std::vector<PlaceAccess> stores_;  // in the straight code so far, that nobody can have read
  std::vector<Overwritten> overwritten_;
};

class PlacesOfLoop {
 public:
  void see(PlaceAccess access) { accesses_.push_back(std::move(access)); }
  // What a loop inside has done, as it is left. `is_certain`: each pass comes to it.
  void see_inner(const PlacesOfLoop& inner, bool is_certain);
  void see_other() { has_others_ = true; }  // something that waits, calls, or may be looked at by others

  // A place that stays in a register through all passes.
  struct Kept {
    const PlaceAccess* load = nullptr;  // that a pass begins with; null: it begins with a store
    Pc store = 0;                       // the last one
    std::vector<std::pair<Pc, Pc>> left_out{};  // other accesses, and what their value is had from
  };
  // `mark`: values up to it are older than the loop.
  std::vector<Kept> kept(uint32_t mark) const;

 private:
  bool is_kept(const PlaceAccess& store, uint32_t mark) const;
  Kept keep(const PlaceAccess& place) const;

  std::vector<PlaceAccess> accesses_;
  bool has_others_ = false;
};

}  // namespace wb
