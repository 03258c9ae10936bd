#pragma once
// The TOML between the +++ lines: everything a lesson declares.
#include <string_view>

#include "app/workbook/complaint_sink.h"
#include "app/workbook/lesson.h"

namespace wb {

// `toml_text` starts on line `first_line` of lesson.md. Fills what could be read. False when the TOML itself is broken.
bool read_front_matter(std::string_view toml_text, uint32_t first_line, ComplaintSink& complaints, Lesson& lesson);

// "uchar4" -> uchar, 4 lanes.
struct ElementType {
  ScalarKind scalar = ScalarKind::uchar;
  uint32_t lanes = 1;
};
std::optional<ElementType> element_type_from_name(std::string_view name);
std::vector<std::string> element_type_names();

std::optional<FindingKind> finding_from_name(std::string_view name);
std::vector<std::string> finding_names();

}  // namespace wb
