#pragma once
// What is known in front of an instruction: the number of each register (value_numbers.h), and the values in memory that are still in registers.
//
//     int a = in[i];       global 5   kept: in[i] at 5 -> a
//     s[t] = a;            global 5   kept: in[i] at 5 -> a, s[t] at 9 -> a       a store to another kind of memory
//     out[i] = 0;          global 11  kept: s[t] at 9 -> a, out[i] at 11 -> 0     one that might go to in[i]
//
// Each kind of memory (places.h) has a version, which a store, an atomic or a copy to it ends; a value is known by the place that it was loaded
// from, the version there, and the instruction that loads it. nvcc knows no more of pointers (nor of types), but that nothing is stored where a
// parameter `const T* __restrict__` leads. A barrier or a fence ends the versions of all others, a call those of all. A store ends nothing beside
// its place: the same address and another constant, or another member of a record of the same array, whichever it is.
//
// Where two ways meet only what both agree on stays; a place that both have in a register stays in one, whatever each of them has.
#include <array>
#include <compare>
#include <map>

#include "simulator/program/places.h"

namespace wb {

// What tells the value of a load.
struct LoadKey {
  Opcode load{};
  uint32_t version = 0;
  uint8_t index_kind = 0, scale = 1;
  int32_t displacement = 0;
  uint32_t base = 0;              // numbers
  std::vector<uint32_t> index{};
  auto operator<=>(const LoadKey&) const = default;

  LoadKey at_version(uint32_t other) const;
  std::vector<uint32_t> numbers() const;  // of what the address is made
  std::vector<uint32_t> address() const;  // all that tells it but for the displacement
};

struct KeptValue {
  std::vector<uint32_t> numbers;  // of the registers loaded, in order
  uint32_t site = no_site;
  Pc pc = 0;  // of the load or the store
};

struct Known {
  std::vector<uint32_t> number;                   // by register
  std::array<uint32_t, holder::count> version{};  // of what a kind of memory holds
  std::map<LoadKey, KeptValue> kept;
  void keep(const LoadKey& key, KeptValue value);
};

// Something that waits, or lets others change memory.
bool ends_all(const Ins& ins);

class KnownMemory {
 public:
  KnownMemory(const Program& program, ValueNumbers& values, Places& places) : p_(program), values_(values), places_(places) {}

  Known nothing();
  Known meet(const Known& own, const Known& other);
  void change_by(Known& known, const Ins& ins);
  void change_all(Known& known, bool also_unchanging = false);

  LoadKey key_of(const Known& known, const Ins& ins, Opcode load);
  uint32_t root_of(const LoadKey& key) const;  // the latest value that it comes from
  // The kind of memory that has this version; holder::count: any of them. None: that version has ended.
  std::optional<size_t> holder_of_version(const Known& known, uint32_t version);
  uint32_t version_of(const Known& known, size_t holder) { return holder < holder::count ? known.version[holder] : version_of_any(known); }
  // The version of global memory that a member is loaded from: stores to others, of its record or its type, change nothing.
  uint32_t version_for(const Member& member, uint32_t version) const;

 private:
  uint32_t version_of_any(const Known& known);
  void change_place(Known& known, const Ins& ins);

  const Program& p_;
  ValueNumbers& values_;
  Places& places_;
  struct StoredMember {
    Member member;
    uint32_t before = 0;  // the version of global memory in front of the store
  };
  std::map<uint32_t, StoredMember> stored_member_;  // by version of global memory: the store that made it
};

}  // namespace wb
