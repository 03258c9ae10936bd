#pragma once
// The file's own variables (__device__, __constant__, __managed__) while its host program runs: kept beside the arena, as the program sets them and as
// kernels leave them. Their numbers are those of HostProgramText::variables.
//
//     cudaMemcpyToSymbol ----> bytes that are given <---- what a kernel leaves
//                                  |        ^
//        launch: HostVariable  <---'        `---- the program's own (managed); a copy in the arena (where the address is asked for)
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "simulator/host/host_memory.h"
#include "simulator/simulator.h"

namespace wb {

class HostVariables {
 public:
  HostVariables(Machine& machine, HostMemory& memory, const HostProgramText& program) : machine_(machine), memory_(memory), names_(program.variables), managed_(program.managed) {}

  std::string name(uint64_t number) const { return number < names_.size() ? names_[number] : ""; }
  // Bytes of a variable, from memory of the program. False: it cannot be.
  bool set(uint64_t number, uint64_t from, uint64_t bytes, uint64_t offset);
  // A copy in memory of the host; 0: not known. `own`: where the program itself has the variable, `own_bytes` long: what it begins with.
  uint64_t copy_of(uint64_t number, uint64_t bytes, uint64_t offset, uint64_t own, uint64_t own_bytes);
  // Memory in the arena for a variable whose address the program asks for; `own`: where the program has it. It holds what the variable does: changes of the
  // one are carried over to the other around whatever may see them. A kernel that is given both sees two of them. 0: it cannot be.
  uint64_t address_of(uint64_t number, uint64_t bytes, uint64_t own);

  // Around a launch: what the program has done to its own ones and to copies counts, and then what the kernel has done.
  void take_from_program();
  void give_to_program();
  // What the kernel's variables hold.
  std::vector<HostVariable> of(const std::vector<DeviceVariable>& used);
  void leave(const std::string& name, std::vector<uint8_t> bytes);
  std::span<const uint8_t> bytes_of(const std::string& name) { return given_of(name).bytes; }  // as far as they are known
  void leave_changes(const std::string& name, std::span<const uint8_t> bytes, std::span<const uint8_t> before);  // where they differ

  // ---- managed variables

  bool is_managed(const std::string& name) const;
  // Of an allocation of the program's machine; null: it is none.
  const std::string* managed_at(uint32_t allocation);
  // "weights" and "filters::weights" are the same one where they end alike.
  static bool is_same(const std::string& a, const std::string& b);

 private:
  // Those bytes that the program or a kernel has set.
  struct Given {
    std::vector<uint8_t> bytes;
    std::vector<bool> is_given;
  };
  // Of a variable whose address the program has: a copy in the arena.
  struct Addressed {
    std::string name;
    uint64_t begin = 0, bytes = 0;
    std::vector<uint8_t> taken;  // from there, last
  };
  Given& given_of(const std::string& name);
  std::span<uint8_t> managed_bytes(const std::string& name);
  void take_addressed();
  void give_addressed();

  Machine& machine_;
  HostMemory& memory_;
  const std::vector<std::string>&names_, &managed_;
  std::map<std::string, Given> set_;  // by name, as the program or the compiler has it
  std::vector<Addressed> addressed_;
  std::unordered_map<uint32_t, const std::string*> managed_at_;  // by allocation
};

}  // namespace wb
