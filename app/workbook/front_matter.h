#pragma once
// The TOML between the +++ lines: everything a lesson declares. Each kind of table has a reader of its own in front_matter/.
#include <string_view>

#include "app/workbook/complaint_sink.h"
#include "app/workbook/lesson.h"

namespace wb {

// `toml_text` starts on line `first_line` of lesson.md. Fills what could be read. False when the TOML itself is broken.
bool read_front_matter(std::string_view toml_text, uint32_t first_line, ComplaintSink& complaints, Lesson& lesson);

}  // namespace wb
