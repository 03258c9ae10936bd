#pragma once
// The one place where a diagnostic becomes text: message, source line with a caret under the guilty span, label, notes, hint.
#include <string>
#include <string_view>

#include "simulator/source/diagnostic.h"
#include "simulator/source/source_map.h"

namespace wb {

// `{0}` and so on replaced by the arguments; `{{` and `}}` are braces.
std::string fill_in(std::string_view pattern, const std::vector<std::string>& arguments);
std::string message_of(const Diagnostic& diagnostic);  // English
std::string label_of(const Diagnostic& diagnostic);    // empty: none
std::string hint_of(const Diagnostic& diagnostic);     // empty: none

struct RenderOptions {
  bool colour = false;  // ANSI escapes, for a terminal
};
// Ends with a newline. The place is where a person looks for it: the outermost macro use.
std::string render(const SourceMap& sources, const Diagnostic& diagnostic, const RenderOptions& options = {});
// The source line with the caret line below it, indented as in a diagnostic; for reports that have a span but no code.
std::string render_excerpt(const SourceMap& sources, const Span& span, std::string_view label, const RenderOptions& options = {});

}  // namespace wb
