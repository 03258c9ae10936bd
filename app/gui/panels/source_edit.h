#pragma once
// What a form of an exercise gives back to the editor that holds its text.
#include <optional>
#include <string>

#include "app/gui/editor/text_editor.h"

namespace wb {

struct SourceEdit {
  std::optional<std::string> text;      // the whole text after an edit
  bool undoes = false, redoes = false;
  bool checks = false;                  // Enter: the student wants to know
  EditorEvents events;                  // in lines of the source
};

}  // namespace wb
