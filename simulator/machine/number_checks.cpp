#include "simulator/machine/number_checks.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <tuple>

#include "simulator/analysis/checks.h"
#include "simulator/analysis/element_names.h"
#include "simulator/analysis/launch_grids.h"
#include "simulator/analysis/sentences.h"
#include "simulator/builtins/half.h"

namespace wb {
namespace {

enum class Form : uint8_t { half, bfloat, single, both };  // both: double
enum class Kind : uint8_t { add, subtract, multiply, divide, fma, fms, fnma, other };

// A floating-point instruction: what it computes, in which format.
struct Arithmetic {
  Form form{};
  Kind kind{};
};

std::optional<Arithmetic> arithmetic_of(Opcode op) {
  switch (op) {
#define WB_ARITHMETIC(t, form)                                     \
  case Opcode::add_##t: return Arithmetic{form, Kind::add};        \
  case Opcode::sub_##t: return Arithmetic{form, Kind::subtract};   \
  case Opcode::mul_##t: return Arithmetic{form, Kind::multiply};   \
  case Opcode::div_##t: return Arithmetic{form, Kind::divide};     \
  case Opcode::fma_##t: return Arithmetic{form, Kind::fma};
    WB_ARITHMETIC(f16, Form::half)
    WB_ARITHMETIC(bf16, Form::bfloat)
    WB_ARITHMETIC(f32, Form::single)
    WB_ARITHMETIC(f64, Form::both)
#undef WB_ARITHMETIC
    case Opcode::fms_f32: return Arithmetic{Form::single, Kind::fms};
    case Opcode::fnma_f32: return Arithmetic{Form::single, Kind::fnma};
    case Opcode::fms_f64: return Arithmetic{Form::both, Kind::fms};
    case Opcode::fnma_f64: return Arithmetic{Form::both, Kind::fnma};
    case Opcode::sqrt_f64: case Opcode::floor_f64: case Opcode::ceil_f64: case Opcode::trunc_f64: case Opcode::rint_f64: case Opcode::min_f64: case Opcode::max_f64:
      return Arithmetic{Form::both, Kind::other};
    default: return std::nullopt;
  }
}

// A conversion that can overflow: from which format, and the range of the target.
struct Conversion {
  Form from{};
  bool to_float = false;
  double low = 0, high = 0;  // of integers: the lowest and highest value
  Form to{};
};

std::optional<Conversion> conversion_of(Opcode op) {
  constexpr double i32_high = 2147483647.0, u32_high = 4294967295.0, i64_high = 9223372036854774784.0, u64_high = 18446744073709549568.0;
  switch (op) {
    case Opcode::f32_to_half: return Conversion{Form::single, true, 0, 0, Form::half};
    case Opcode::f32_to_bfloat: return Conversion{Form::single, true, 0, 0, Form::bfloat};
    case Opcode::f64_to_f32: return Conversion{Form::both, true, 0, 0, Form::single};
    case Opcode::f32_to_i32: return Conversion{Form::single, false, -i32_high - 1, i32_high, {}};
    case Opcode::f32_to_u32: return Conversion{Form::single, false, 0, u32_high, {}};
    case Opcode::f32_to_i64: return Conversion{Form::single, false, -i64_high - 1024, i64_high, {}};
    case Opcode::f32_to_u64: return Conversion{Form::single, false, 0, u64_high, {}};
    case Opcode::f64_to_i32: return Conversion{Form::both, false, -i32_high - 1, i32_high, {}};
    case Opcode::f64_to_u32: return Conversion{Form::both, false, 0, u32_high, {}};
    case Opcode::f64_to_i64: return Conversion{Form::both, false, -i64_high - 1024, i64_high, {}};
    case Opcode::f64_to_u64: return Conversion{Form::both, false, 0, u64_high, {}};
    default: return std::nullopt;
  }
}

const char* name_of(Form form) {
  constexpr const char* names[] = {"half", "bfloat16", "float", "double"};
  return names[static_cast<int>(form)];
}

double value_of(Form form, uint64_t bits) {
  switch (form) {
    case Form::half: return half_to_float(static_cast<uint32_t>(bits));
    case Form::bfloat: return bfloat_to_float(static_cast<uint32_t>(bits));
    case Form::single: return std::bit_cast<float>(static_cast<uint32_t>(bits));
    case Form::both: return std::bit_cast<double>(bits);
  }
  return 0;
}

std::string text_of(Form form, double value) {
  return form == Form::both ? format_scalar(ScalarKind::double_, std::bit_cast<uint64_t>(value)) : format_scalar(ScalarKind::float_, std::bit_cast<uint32_t>(static_cast<float>(value)));
}

class NumberCheck {
 public:
  NumberCheck(const Program& program, const KernelLaunch& launch, const LaunchGrids& grids) : program_(program), has_doubles_(has_doubles(program, launch)), grids_(grids) {}

  // Reads what the instruction is about to use. False: it is not one to look at.
  bool before(Machine& machine, const NextInstruction& next) {
    pc_ = next.pc;
    const Ins& ins = program_.code[pc_];
    arithmetic_ = arithmetic_of(ins.op);
    conversion_ = conversion_of(ins.op);
    if (!arithmetic_ && !conversion_) return false;
    next_ = next;
    const Form form = arithmetic_ ? arithmetic_->form : conversion_->from;
    const std::string_view letters = operand_letters(ins.op, ins.imm);
    each_lane([&](uint32_t lane, uint32_t thread) {
      const auto read = [&](uint32_t slot) { return value_of(form, machine.read_slot(next.block, thread, slot, form == Form::both)); };
      a_[lane] = read(ins.a);
      b_[lane] = letters.size() > 2 ? read(ins.b) : 0;
      c_[lane] = letters.size() > 3 ? read(ins.c) : 0;
    });
    return true;
  }

  void after(Machine& machine, uint64_t tick) {
    const Ins& ins = program_.code[pc_];
    tick_ = tick;
    each_lane([&](uint32_t lane, uint32_t thread) {
      if (conversion_) return look_at_conversion(machine, lane, thread, ins);
      const Form form = arithmetic_->form;
      const double result = value_of(form, machine.read_slot(next_.block, thread, ins.d, form == Form::both));
      look_at_result(lane, thread, result);
      if (form == Form::both && !has_doubles_) note(FindingKind::num_widen, thread, {"`" + source_text() + "`"}, "num.widen", text_of(form, result));
    });
  }

  std::vector<Finding> findings() const {
    std::vector<Finding> all;
    for (const auto& [key, finding] : found_) all.push_back(finding);
    return all;
  }

 private:
  static bool has_doubles(const Program& program, const KernelLaunch& launch) {
    const TypeTable& types = program.module->types;
    for (const DeviceBuffer& buffer : launch.buffers)
      if (buffer.scalar == ScalarKind::double_) return true;
    for (const ProgramParameter& parameter : program.parameters) {
      const Type& type = types[parameter.type];
      if (type.kind == TypeKind::scalar && type.scalar == ScalarKind::double_) return true;
    }
    return std::any_of(program.variables.begin(), program.variables.end(), [&](const VariableLocation& v) {
      return types[v.type].kind == TypeKind::scalar && types[v.type].scalar == ScalarKind::double_;
    });
  }

  template <class F>
  void each_lane(F&& work) {
    for (LaneMask rest = next_.lanes; rest; rest &= rest - 1) {
      const uint32_t lane = static_cast<uint32_t>(std::countr_zero(rest));
      work(lane, next_.warp * warp_size + lane);
    }
  }

  std::string source_text() const {
    const SourceMap& sources = *program_.module->sources;
    return std::string(sources.text(sources.outermost(program_.info[pc_].span)));
  }

  void look_at_conversion(Machine& machine, uint32_t lane, uint32_t thread, const Ins& ins) {
    const double from = a_[lane];
    if (conversion_->to_float) {
      const double to = value_of(conversion_->to, machine.read_slot(next_.block, thread, ins.d, false));
      if (std::isfinite(from) && std::isinf(to)) note(FindingKind::num_overflow, thread, {text_of(conversion_->from, from), text_of(conversion_->to, to)}, "num.overflow", text_of(conversion_->from, from));
      return;
    }
    const double whole = std::trunc(from);
    if (whole >= conversion_->low && whole <= conversion_->high) return;
    const bool is_wide = operand_letters(ins.op, ins.imm)[0] == 'D';
    const uint64_t bits = machine.read_slot(next_.block, thread, ins.d, is_wide);
    const std::string to = conversion_->low < 0 ? std::to_string(is_wide ? static_cast<int64_t>(bits) : int64_t{static_cast<int32_t>(bits)}) : std::to_string(bits);
    note(FindingKind::num_overflow, thread, {text_of(conversion_->from, from), to}, "num.overflow", text_of(conversion_->from, from));
  }

  // The two summands of a sum; none where nothing is added.
  std::optional<std::pair<double, double>> summands(uint32_t lane) const {
    const double a = a_[lane], b = b_[lane], c = c_[lane];
    switch (arithmetic_->kind) {
      case Kind::add: return std::pair(a, b);
      case Kind::subtract: return std::pair(a, -b);
      case Kind::fma: return std::pair(a * b, c);
      case Kind::fms: return std::pair(a * b, -c);
      case Kind::fnma: return std::pair(-(a * b), c);
      default: return std::nullopt;
    }
  }

  void look_at_result(uint32_t lane, uint32_t thread, double result) {
    const Form form = arithmetic_->form;
    const bool is_fma = arithmetic_->kind == Kind::fma || arithmetic_->kind == Kind::fms || arithmetic_->kind == Kind::fnma;
    const bool is_finite = std::isfinite(a_[lane]) && std::isfinite(b_[lane]) && (!is_fma || std::isfinite(c_[lane]));
    const bool divides_by_zero = arithmetic_->kind == Kind::divide && b_[lane] == 0;
    if (is_finite && std::isinf(result) && !divides_by_zero) {
      note(FindingKind::num_overflow, thread, {name_of(form), text_of(form, result)}, "num.overflow.result", text_of(form, result));
      return;
    }
    const auto sum = summands(lane);
    if (!sum || !is_finite || sum->first == 0 || sum->second == 0) return;
    const bool is_first_lost = result == sum->second, is_second_lost = result == sum->first;
    if (!is_first_lost && !is_second_lost) return;
    const double small = is_first_lost ? sum->first : sum->second;
    note(FindingKind::num_absorb, thread, {text_of(form, small), text_of(form, result)}, "num.absorb", text_of(form, result));
  }

  void note(FindingKind kind, uint32_t thread, const std::vector<std::string>& values, const char* code, const std::string& value) {
    const Span span = program_.module->sources->outermost(program_.info[pc_].span);
    auto [at, is_new] = found_.try_emplace({kind, span.begin, span.end});
    Finding& finding = at->second;
    if (!is_new) {
      ++finding.count;
      return;
    }
    finding = new_finding(kind);
    finding.tick = tick_;
    FindingPlace place;
    const uint32_t block = grids_.first_block() + next_.block;
    place.span = span;
    grids_.locate(place, block, thread);
    place.tick = tick_;
    place.value = value;
    std::vector<std::string> arguments = {grids_.thread_name(block, thread), grids_.block_name(block)};
    arguments.insert(arguments.end(), values.begin(), values.end());
    tell(finding, code, std::move(arguments));
    finding.places.push_back(std::move(place));
  }

  const Program& program_;
  const bool has_doubles_;
  const LaunchGrids& grids_;
  NextInstruction next_;
  Pc pc_ = 0;
  uint64_t tick_ = 0;
  std::optional<Arithmetic> arithmetic_;
  std::optional<Conversion> conversion_;
  double a_[warp_size] = {}, b_[warp_size] = {}, c_[warp_size] = {};
  std::map<std::tuple<FindingKind, uint32_t, uint32_t>, Finding> found_;
};

// Which grid is at work.
struct BegunGrids : RunWatcher {
  explicit BegunGrids(const LaunchShape& own) : grids(own) {}
  void begin_grid(const GridBegin& begin) override { grids.add(begin); }
  LaunchGrids grids;
};

}  // namespace

std::vector<Finding> check_numbers(const std::shared_ptr<const Program>& program, const KernelLaunch& launch, const MachineOptions& options, uint64_t end, const std::stop_token& stop) {
  MachineOptions how = options;
  how.borrows_buffers = true;
  how.stays_in_grid = false;
  BegunGrids begun(LaunchShape{launch.grid, launch.block});
  Checks passing;
  Machine machine(program, launch, how, program->grid_kernels.empty() ? nullptr : &passing);
  passing.watch(&begun);
  NumberCheck check(*program, launch, begun.grids);
  while (machine.tick() < end && !stop.stop_requested()) {
    const auto next = machine.next();
    if (!next && machine.begin_next_grid()) continue;
    if (!next) break;
    const bool is_looked_at = check.before(machine, *next);
    const uint64_t tick = machine.tick();
    const MachineStatus status = machine.run_until(tick + 1);
    if (is_looked_at && machine.tick() == tick + 1) check.after(machine, tick);
    if (status != MachineStatus::paused) break;
  }
  return check.findings();
}

}  // namespace wb
