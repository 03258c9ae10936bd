#pragma once
// Is a launch whole, now that all of it has been read? Its names must be names, each of one thing, and what its arguments, textures and
// addresses name must be there.
#include "app/workbook/complaint_sink.h"
#include "app/workbook/lesson.h"

namespace wb {

void check_launch(const LaunchSpec& launch, ComplaintSink& complaints);

}  // namespace wb
