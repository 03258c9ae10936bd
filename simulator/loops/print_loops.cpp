// Prints a kernel as explicit loops over the blocks of the grid and the threads of a block.
//
//     void rgb2grey(dim3 gridDim, dim3 blockDim, const unsigned char* rgb, ...)
//     {
//       #pragma omp parallel for                                // blocks do not depend on each other
//       for (unsigned int bx = 0; bx < gridDim.x; bx++) {       // every block of the grid
//         const uint3 blockIdx = {bx};
//         for (unsigned int tx = 0; tx < blockDim.x; tx++) {    // every thread of the block
//           const uint3 threadIdx = {tx};
//           ...the kernel's body; `return` has become `continue`...
//
// structure.h says where the loop over the threads ends and begins again; this file writes it down.
#include "simulator/loops/print_loops.h"

#include <algorithm>

#include "simulator/loops/loops_printer.h"

namespace wb::loops {

PrintedLoops LoopsPrinter::print() {
  structure_ = find_structure(m_, kernel_);
  if (!structure_.reason.empty()) return refused(structure_.reason, structure_.reason_span);
  if (structure_.parts.empty()) structure_.parts.push_back({});  // a kernel that does nothing is still done by every thread
  expr_.may_name_locals = !structure_.has_barrier;
  find_reachable();
  if (!expr_.refusal().reason.empty()) return refused(expr_.refusal().reason, expr_.refusal().span);
  choose_names();
  print_records();
  const size_t constants_at = out_.size();
  print_globals();
  for (uint32_t function : announced_) out_.add(head_of({function}) + ";");
  if (!announced_.empty()) out_.add("");
  for (uint32_t function : reachable_)
    if (function != kernel_id_.v) print_device_function({function});
  print_kernel();
  if (!expr_.refusal().reason.empty()) return refused(expr_.refusal().reason, expr_.refusal().span);
  insert_constants(constants_at);
  out_.finish(result_.text);
  return std::move(result_);
}

PrintedLoops LoopsPrinter::refused(std::string reason, Span span) const {
  PrintedLoops none;
  none.text.reason = std::move(reason);
  none.text.reason_span = span;
  return none;
}

PrintedLoops print(const Module& module, FunctionId kernel, bool all_axes) { return LoopsPrinter(module, kernel, all_axes).print(); }

}  // namespace wb::loops

namespace wb {

std::pair<uint32_t, uint32_t> LoopsText::lines_of(uint32_t wanted) const {
  std::pair<uint32_t, uint32_t> found{0, 0}, repeated{0, 0};
  // The last stretch: the head of a loop may stand far above what it does.
  for (uint32_t line = 1; line < source_line.size(); ++line) {
    if (wanted == 0 || source_line[line] != wanted) continue;
    auto& stretch = line < is_repeated.size() && is_repeated[line] ? repeated : found;
    if (stretch.second + 1 != line) stretch.first = line;
    stretch.second = line;
  }
  if (!found.first) found = repeated;
  const bool is_behind_all = std::none_of(source_line.begin(), source_line.end(), [&](uint32_t line) { return line >= wanted; });
  return found.first || !is_behind_all ? found : end_of_threads();
}

std::pair<uint32_t, uint32_t> LoopsText::end_of_threads() const {
  uint32_t end = 0;
  for (const LoopHead& head : heads)
    if (head.over == LoopHead::Over::threads) end = head.last_line;  // the innermost of the last ones stands last
  return {end, end};
}

std::vector<LoopHead> LoopsText::heads_around(uint32_t line) const {
  std::vector<LoopHead> around;
  for (const LoopHead& head : heads)
    if (head.line <= line && line <= head.last_line) around.push_back(head);
  return around;
}

LoopsText print_loops(const Module& module, std::string_view kernel) {
  for (uint32_t i = 0; i < module.functions.size(); ++i) {
    const Function& function = module.functions[i];
    const bool is_meant = kernel.empty() || function.display_name == kernel || (function.name == kernel && function.body);
    if (function.is_kernel && is_meant) return loops::print(module, {i}).text;
  }
  LoopsText none;
  none.reason = "there is no kernel `" + std::string(kernel) + "`";
  return none;
}

}  // namespace wb
