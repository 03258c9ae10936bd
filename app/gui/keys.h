#pragma once
// GLFW's keys as ours.
#include "app/gui/input.h"

namespace wb {

Key key_of_glfw(int key);  // Key::none for those that mean nothing here

}  // namespace wb
