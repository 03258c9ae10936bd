#pragma once
// PTX instructions of a whole warp on matrices: what their names say, and which function of library/include/ptx_matrix.inc does it.
//
//   ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16      ldmatrix_x2_trans(place), which gives two registers
//   mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32  mma_m16n8k8_tf32_tf32_f32 of 4, 2 and 4 registers
//
// Reference: PTX ISA, "Warp Level Matrix Instructions".
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wb {

struct PtxMatrix {
  std::string function;
  std::vector<std::string> operands;  // a letter for each register (inline_assembly.cpp), of results first; "@": an address
  bool has_result = true, is_shared = false, in_braces = true;
};
// Nothing: not such an instruction, or one with a word that is not known here. (The library may still have no function for a shape.)
std::optional<PtxMatrix> read_ptx_matrix(std::string_view name);

}  // namespace wb
