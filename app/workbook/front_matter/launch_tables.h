#pragma once
// [[launch]]: the named runs of a lesson. A launch that is `like` another one starts from all that the other says, and says the rest, or
// something else, itself:
//
//     [[launch]]                  [[launch]]
//     name = "photo"              name = "photo-small"
//     grid = ["w / 16"]           like = "photo"
//     [launch.values]             [launch.values]
//     w = "rgb.width"             w = 64
//
// The other one's table is read again for it, in silence: what is wrong there is complained about once, where it stands.
#include <vector>

#include "app/workbook/front_matter/run_names.h"

namespace wb {

std::vector<LaunchSpec> read_launches(TomlScope& root, RunNames& names);

}  // namespace wb
