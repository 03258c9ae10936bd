#pragma once
// Programs written by hand, for tests of the machine without a front end.
#include <bit>
#include <cstring>
#include <memory>
#include <vector>

#include "simulator/analysis/checks.h"
#include "simulator/machine/machine.h"

namespace wb::test {

class Assembler {
 public:
  Assembler() : program(std::make_shared<Program>()) {
    auto module = std::make_shared<Module>();
    module->sources = std::make_shared<SourceMap>();
    module->functions.resize(1);  // the kernel: nothing is declared of it
    program->kernel = FunctionId{0};
    program->module = module;
    program->calls.push_back({});
    program->sites.push_back({});
  }
  uint16_t constant(uint32_t bits) { return preset({Preset::Kind::constant, false, 0, 0, bits}); }
  uint16_t constant_wide(uint64_t bits) { return preset({Preset::Kind::constant, true, 0, 0, bits}); }
  uint16_t special(Special s) { return preset({Preset::Kind::special, false, 0, static_cast<uint32_t>(s), 0}); }
  // A pointer parameter; its buffer is the one with the same number.
  uint16_t buffer(bool may_be_stored = true) {
    program->parameters.push_back({"p", {}, true, may_be_stored});
    return preset({Preset::Kind::parameter, true, 0, static_cast<uint32_t>(program->parameters.size() - 1), 0});
  }
  // After the last preset.
  uint16_t slot(bool wide = false) {
    const uint16_t s = static_cast<uint16_t>(program->slot_count);
    program->slot_count += wide ? 2 : 1;
    return s;
  }
  Pc emit(Ins ins) {
    program->code.push_back(ins);
    InsInfo info;
    info.site = is_memory(ins.op) || ins.op == Opcode::barrier ? 0 : no_site;
    program->info.push_back(info);
    if (ins.op == Opcode::barrier) program->has_barrier = true;
    return static_cast<Pc>(program->code.size() - 1);
  }
  void patch(Pc branch) { program->code[branch].imm = static_cast<int32_t>(program->code.size()); }
  Pc here() const { return static_cast<Pc>(program->code.size()); }
  std::shared_ptr<const Program> done() {
    emit({.op = Opcode::end});
    return program;
  }
  std::shared_ptr<Program> program;

 private:
  uint16_t preset(Preset p) {
    p.slot = slot(p.is_wide);
    program->presets.push_back(p);
    return p.slot;
  }
};

constexpr uint8_t by_i32 = static_cast<uint8_t>(IndexKind::i32) | Ins::uniform_base;
constexpr uint8_t no_index = Ins::uniform_base;

inline DeviceBuffer buffer_of(ScalarKind scalar, std::vector<uint8_t> bytes) {
  DeviceBuffer b;
  b.name = "b";
  b.scalar = scalar;
  b.shape = {bytes.size() / info(scalar).bytes};
  b.bytes = std::move(bytes);
  return b;
}
template <class T>
DeviceBuffer buffer_of(ScalarKind scalar, const std::vector<T>& values) {
  std::vector<uint8_t> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return buffer_of(scalar, std::move(bytes));
}
template <class T>
std::vector<T> values_of(const Machine& machine, uint32_t buffer) {
  const MemoryView view = machine.read_memory(buffer, 0);
  std::vector<T> out(view.bytes.size() / sizeof(T));
  std::memcpy(out.data(), view.bytes.data(), out.size() * sizeof(T));
  return out;
}

}  // namespace wb::test
