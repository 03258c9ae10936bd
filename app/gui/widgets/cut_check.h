#pragma once
// What of a drawn frame cannot be read or pressed for want of room: words that are cut at an edge, controls that are cut or lie outside,
// labels wider than their button, controls that lie over each other or over words, words that
// lie over words. What scrolling or panning brings into view is not
// counted. Needs a registry that listens.
#include <string>
#include <vector>

#include "app/gui/widgets/registry.h"

namespace wb {

std::vector<std::string> what_is_cut(const WidgetRegistry& widgets, const Rect& window);

}  // namespace wb
