#pragma once
// Tries a bare file's launch before it is shown, and enlarges the buffers that were assumed too small.
// Where no host code says how large a buffer is, a first guess gives it an element for each thread. A kernel that reads beyond its end then
// shows nothing but the guess. So the launch is run for a moment, what it reached for is given to it, and so on a few times. Buffers whose
// size the file fixes are never touched: reaching beyond those is the kernel's mistake. If that happens with values that were assumed,
// smaller values are tried: a kernel whose table holds 512 entries was not made for `entries` = 1024.
#include "app/workbook/bare_file.h"

namespace wb {

// As open_bare_file, for one launch of the file; `launch` empty: the first one.
BareFile open_tried_file(const std::filesystem::path& file, BareFileWishes wishes, const std::string& launch);
// For all of them: buffers are enlarged, values stay.
BareFile open_tried_file(const std::filesystem::path& file, BareFileWishes wishes);

}  // namespace wb
