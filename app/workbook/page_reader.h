#pragma once
// The body of lesson.md: Markdown, asides, and the fenced blocks that the workbook brings to life.
#include "app/workbook/complaint_sink.h"
#include "app/workbook/lesson.h"

namespace wb {

// Reads file 0 of the sink's text from byte `begin` on into lesson.blocks. The front matter is read already: names are checked against it.
void read_page(uint32_t begin, ComplaintSink& complaints, Lesson& lesson);

// "threadIdx.x == 3 && blockIdx.x == 0"; `why` in words when it is nothing of the kind.
std::optional<StopCondition> parse_stop_condition(std::string_view text, std::string& why);

}  // namespace wb
