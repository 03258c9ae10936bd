#pragma once
// What a buffer is filled with, as a lesson writes it:
//
//     fill = "poison" | "zeros" | "iota" | "random" | "random(seed=1, min=0, max=1)" | "constant(n / 2)"
#include <string>

#include "app/workbook/complaint_sink.h"
#include "app/workbook/lesson.h"

namespace wb {

// Sets the buffer's start and what belongs to it; complains where `text` is no fill. `span`: of the text with its quotes.
void read_fill(const std::string& text, Span span, BufferSpec& buffer, ComplaintSink& complaints);

}  // namespace wb
