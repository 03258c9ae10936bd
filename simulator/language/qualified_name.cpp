// Typed trees have no namespaces left, so the words in front of a declaration are read once more: which braces are open there, and are all of
// them a namespace's?
//
//   namespace image { namespace { __constant__ float weights[9];     open: "image", ""     image::weights
//
// Not covered: braces that macros make, and a header that is included inside of a namespace.
#include "simulator/language/qualified_name.h"

#include <optional>
#include <vector>

#include "simulator/language/lexer.h"

namespace wb {
namespace {

class OpenBraces {
 public:
  explicit OpenBraces(std::string_view text, FileId file) : lexer_(text, file, nullptr) { take(); }

  // What is open at `end`: of a namespace its name and "::", of `extern "C"` nothing; none where a body is open.
  std::optional<std::string> before(uint32_t end) {
    while (token_.kind != Tok::end && token_.span.begin < end) {
      if (token_.kind == Tok::hash && token_.line_start) skip_directive();
      else if (token_.kind == Tok::kw_namespace) read_namespace();
      else read_other();
    }
    std::string path;
    for (const std::optional<std::string>& name : open_) {
      if (!name) return std::nullopt;
      path += *name;
    }
    return path;
  }

 private:
  void take() { token_ = lexer_.next(); }

  void skip_directive() {
    do take();
    while (token_.kind != Tok::end && !token_.line_start);
  }

  // namespace = "namespace" (name ("::" "inline"? name)*)? "{"; an alias and `using namespace` open nothing.
  void read_namespace() {
    std::string name;
    for (take(); is_word(token_) || token_.kind == Tok::scope; take())
      if (token_.kind == Tok::identifier) name += std::string(token_.text) + "::";
    if (token_.kind != Tok::left_brace) return;
    open_.emplace_back(std::move(name));
    take();
  }

  void read_other() {
    if (token_.kind == Tok::left_brace) open_.push_back(follows_linkage_ ? std::optional<std::string>("") : std::nullopt);
    if (token_.kind == Tok::right_brace && !open_.empty()) open_.pop_back();
    follows_linkage_ = token_.kind == Tok::string;
    take();
  }

  Lexer lexer_;
  Token token_;
  bool follows_linkage_ = false;  // a string stands just before: extern "C" {
  std::vector<std::optional<std::string>> open_;
};

}  // namespace

std::string qualified_name(const Module& module, VarId var) {
  const Variable& variable = module[var];
  const Span at = module.sources->outermost(variable.span);
  if (module.sources->is_library(at.file)) return {};
  const auto path = OpenBraces(module.sources->text(at.file), at.file).before(at.begin);
  return path ? *path + variable.name : std::string();
}

}  // namespace wb
