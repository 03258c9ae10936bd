#pragma once
// Marks of a text's lines and letters, carried over to where they are shown; and back, what a person did there.
#include "app/gui/editor/shown_text.h"
#include "app/gui/editor/text_editor.h"

namespace wb {

CodeMarks shown_marks(const CodeMarks& marks, const ShownText& shown);
EditorEvents source_events(EditorEvents events, const ShownText& shown);

// A wave under the parts of these diagnostics that lie in [begin, end) of what is shown, drawn into the place of that range.
void draw_squiggles_in(Ui& ui, const std::vector<Squiggle>& squiggles, size_t begin, size_t end, const Rect& place);
// The first of them that touches the range: null if none does.
const Squiggle* squiggle_in(const std::vector<Squiggle>& squiggles, size_t begin, size_t end);
void squiggle_tooltip(Ui& ui, const Squiggle& squiggle);

}  // namespace wb
