#pragma once
// The system's clipboard, written to. (What it holds comes in with Input::clipboard.)
#include <string>

namespace wb {

void set_clipboard(const std::string& text);

}  // namespace wb
