#pragma once
// Names that one table of a lesson uses and another one defines: launches, exercises, objectives, values, buffers. Checked when all tables
// have been read, as any may stand before what it names.
#include "app/workbook/complaint_sink.h"
#include "app/workbook/lesson.h"

namespace wb {

void check_references(const Lesson& lesson, ComplaintSink& complaints);

}  // namespace wb
