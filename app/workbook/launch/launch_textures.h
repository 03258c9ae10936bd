#pragma once
// Textures and surfaces of a launch, each over one of its buffers: which part of the buffer its texels are, and how they are read.
#include <string_view>

#include "app/workbook/launch/launch_draft.h"

namespace wb {

void make_textures(LaunchDraft& draft);

// Among the launch's textures; -1: there is none of this name.
int texture_index(const Launch& launch, std::string_view name);
uint64_t handle_of(const Launch& launch, int texture);  // the cudaTextureObject_t that the kernel is given

}  // namespace wb
