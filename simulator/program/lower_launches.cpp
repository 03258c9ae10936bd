// Launches in device code. The kernels that are launched stand behind the program's own kernel, as it stands: each with its own parameters, which are set when
// a grid of it begins. A launch is one instruction with a row of numbers, 64 bits each:
//
//   row      grid x, y, z | block x, y, z | bytes of shared memory | stream | the arguments; of a record each of its scalars
//   grid_launch row, launch
#include "simulator/program/lowering.h"

namespace wb {

uint32_t Lowering::grid_kernel(FunctionId function) {
  for (uint32_t i = 0; i < program_->grid_kernels.size(); ++i)
    if (program_->grid_kernels[i].function == function) return i;
  const auto number = static_cast<uint32_t>(program_->grid_kernels.size());
  program_->grid_kernels.push_back({.function = function});
  if (function == launched_by_host_) return number;  // its code and its parameters stand there already
  const Function& f = m_[function];
  program_->grid_kernels[number].first_parameter = static_cast<uint32_t>(program_->parameters.size());
  for (VarId parameter : f.parameters) {
    const Variable& v = m_[parameter];
    program_->parameters.push_back({v.name, v.type, types_.is_pointer(v.type), false});
  }
  program_->child_parameters += static_cast<uint32_t>(f.parameters.size());
  return number;
}

void Lowering::launch(ExprId id, const Expr& e) {
  const Expr& call = m_[e.args.back()];
  const Function& callee = m_[call.function];
  if (!callee.body) return error(Code::WB4508, e.span, {callee.name});
  GridLaunch form{.kernel = grid_kernel(call.function), .pieces = {}};
  for (uint32_t i = 0; i < callee.parameters.size(); ++i) {
    const TypeId type = m_[callee.parameters[i]].type;
    if (scalar_rep(types_, type)) form.pieces.push_back({.parameter = i, .is_pointer = types_.is_pointer(type)});
    else
      for (const Leaf& leaf : leaves(type, e.span)) form.pieces.push_back({.parameter = i, .offset = static_cast<uint32_t>(leaf.offset), .bytes = leaf.rep.bytes});
  }
  if (failed_) return;
  Temporaries temporaries(*this);
  std::vector<Slot> row;
  for (uint32_t i = 0; i < form.value_count(); ++i) row.push_back(new_slot(true));
  size_t next = 0;
  const auto put = [&](Slot from, bool wide) {
    if (next == row.size()) return;
    if (wide) move(row[next], from, true);
    else emit(Opcode::zx64, {.d = row[next], .a = from});
    ++next;
  };
  const auto put_value = [&](ExprId value_of) {
    Temporaries own(*this);
    const TypeId type = m_[value_of].type;
    if (const auto rep = scalar_rep(types_, type)) return put(value(value_of), is_wide(rep->rep));
    const std::vector<Leaf> pieces = leaves(type, e.span);
    const std::vector<Slot> slots = record_value(value_of);
    for (size_t i = 0; i < slots.size() && i < pieces.size(); ++i) put(slots[i], is_wide(pieces[i].rep.rep));
  };
  for (size_t i = 0; i + 1 < e.args.size(); ++i) put_value(e.args[i]);
  for (size_t i = 0; i < call.args.size() && i < callee.parameters.size(); ++i) put_value(call.args[i]);
  if (failed_) return;
  program_->grid_launches.push_back(std::move(form));
  at_site(emit(Opcode::grid_launch, {.b = row[0]}, static_cast<int32_t>(program_->grid_launches.size() - 1)), site(id, e.span, AccessKind::load));
}

// Each kernel has the variables that it names. Functions out of line are anybody's, and so is what they name.
void Lowering::lay_out_shared() {
  if (program_->grid_kernels.empty()) return;
  std::vector<FunctionId> kernels{kernel_};
  for (const GridKernel& kernel : program_->grid_kernels) kernels.push_back(kernel.function);
  for (const FunctionId kernel : kernels) {
    SharedLayout& layout = program_->shared_layouts.emplace_back();
    layout.places.assign(program_->allocations.size(), SharedLayout::not_there);
    for (const auto& [allocation, alignment] : shared_alignments_) {
      if (!shared_uses_.contains({kernel.v, allocation}) && !shared_uses_.contains({every_kernel, allocation})) continue;
      const uint64_t at = (layout.static_bytes + alignment - 1) / alignment * alignment;
      layout.places[allocation] = static_cast<uint32_t>(at);
      layout.static_bytes = static_cast<uint32_t>(at + program_->allocations[allocation].info.bytes);
    }
  }
  program_->static_shared_bytes = program_->shared_layouts[0].static_bytes;
}

// Behind the program's own kernel. More of them may show in bodies that are read now.
void Lowering::lower_grid_kernels() {
  for (; lowered_grid_kernels_ < program_->grid_kernels.size() && !failed_; ++lowered_grid_kernels_) {
    const GridKernel& kernel = program_->grid_kernels[lowered_grid_kernels_];
    if (kernel.function != launched_by_host_) lower_grid_kernel(lowered_grid_kernels_);
  }
}

void Lowering::lower_grid_kernel(size_t number) {
  const FunctionId function = program_->grid_kernels[number].function;
  const Function& f = m_[function];
  kernel_ = function;
  body_ = nullptr;
  span_ = f.span;
  top_ = has_bodies_ ? peak_ : Top{};  // a function out of line that it calls must not stand over its registers
  arms_.clear();
  auto outer = std::make_unique<Frame>();
  outer->function = function;
  outer->call = static_cast<uint32_t>(program_->calls.size());
  program_->calls.push_back({0, function, f.span});
  frames_.push_back(std::move(outer));
  const size_t first_variable = variables_.size();
  program_->grid_kernels[number].begin = here();
  starts_statement_ = true;
  for (uint32_t i = 0; i < f.parameters.size(); ++i) bind_parameter(f.parameters[i], program_->grid_kernels[number].first_parameter + i);
  function_body(function);
  span_ = {f.extent.file, f.extent.end ? f.extent.end - 1 : 0, f.extent.end, f.extent.expansion};
  starts_statement_ = true;
  emit(Opcode::end);
  frames_.pop_back();
  for (size_t i = first_variable; i < variables_.size(); ++i) variables_[i].end = std::min(variables_[i].end, here());
  kernel_ = launched_by_host_;
}

}  // namespace wb
