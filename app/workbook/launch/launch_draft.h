#pragma once
// A launch while it is made. Each step (launch_shape.h, launch_buffers.h, launch_textures.h, launch_arguments.h, launch_variables.h,
// launch_addresses.h) takes the draft, adds its part to `launch`, and complains of what is wrong; launch_builder.cpp says in which order. A
// step may count on what the ones before it have made, except for a part that was complained about: that is left out.
#include "app/backends/launch.h"
#include "app/workbook/complaint_sink.h"
#include "app/workbook/launch/launch_numbers.h"
#include "app/workbook/lesson.h"

namespace wb {

struct LaunchDraft {
  const Lesson& lesson;
  const LaunchSpec& stage;   // what the lesson says of the launch
  LaunchNumbers& numbers;
  ComplaintSink& complaints;
  Launch launch;
  CompileResult compiled{};  // the kernel, from the arguments on
};

}  // namespace wb
