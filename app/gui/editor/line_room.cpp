#include "app/gui/editor/line_room.h"

namespace wb {

std::optional<ChipPlace> chip_place(const LineRoom& room, float wanted, float least, float gap) {
  const float behind_text = room.right - room.text_end - gap, behind_code = room.right - room.code_end - gap;
  if (behind_text >= wanted) return ChipPlace{room.right - wanted, wanted, false};
  if (behind_code >= wanted) return ChipPlace{room.right - wanted, wanted, true};
  if (behind_code >= least) return ChipPlace{room.code_end + gap, behind_code, room.code_end < room.text_end};
  return std::nullopt;
}

}  // namespace wb
