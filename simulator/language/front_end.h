#pragma once
// The front end's one door: CUDA C++ text in, the typed tree out. No crash, hang or unbounded memory on any text; every mistake is a
// diagnostic in the sink (at most DiagSink's limit).
//
//   auto sources = std::make_shared<SourceMap>();
//   FileId main = sources->add("grey.cu", text);
//   FrontEndResult result = parse_module(sources, main, "rgb2grey", {}, diags);
//   if (result.ok) lower(*result.module, result.kernel);
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "simulator/language/typed_tree.h"
#include "simulator/source/diagnostic.h"

namespace wb {

struct FrontEndOptions {
  bool contract = true;  // fused multiply-add as nvcc's default; false: as --fmad=false
  std::vector<std::pair<std::string, std::string>> defines;  // as -Dname=value
  // The text of #include "path"; none: not found. An empty function finds nothing.
  std::function<std::optional<std::string>(std::string_view path)> read_include;
};

struct FrontEndResult {
  std::shared_ptr<const Module> module;  // always set; complete only if ok
  FunctionId kernel;                     // meaningful only if ok
  std::string qualified_kernel;          // as C++ names it at the end of the file: "filters::blur<(Colour)1>"; "": it has no name there
  bool ok = false;
  std::vector<FunctionId> kernels;  // every kernel that has a typed body, `kernel` among them
};

// `kernel`: "rgb2grey", "matmul<16>", "scale<float, 4>", or "" for the file's only kernel (an error names the kernels if there are several;
// a template then takes its arguments from a launch line in the file).
FrontEndResult parse_module(std::shared_ptr<SourceMap> sources, FileId main, std::string_view kernel, const FrontEndOptions& options,
                            DiagSink& diags);

// The kernels of a file, found without choosing one: also in a file with mistakes in it.
struct KernelTemplateParameter {
  std::string name;           // may be empty
  std::string kind;           // "typename", or the type of a value: "int", "bool"
  std::string default_value;  // as written; empty: none
};
struct ListedParameter {
  std::string name;
  std::string type;  // as C++ writes it: "const unsigned char*"; in a template as in the source: "const T*"
  bool is_pointer = false;
  bool is_pointee_const = false;                     // pointers
  std::optional<ScalarKind> scalar;                  // the value's or the pointee's scalar type, where it is one and is known
};
struct KernelInfo {
  std::string name;
  std::vector<KernelTemplateParameter> template_parameters;  // empty: not a template
  std::vector<ListedParameter> parameters;
  Span span;    // the name in the definition
  Span extent;  // from the first specifier to the closing brace
};
// A launch line: name<arguments><<<grid, block, shared_bytes, stream>>>(...), every part as written.
struct LaunchLine {
  std::string kernel;              // "matmul"
  std::string template_arguments;  // "16"; empty: none
  std::string grid, block, shared_bytes;
  std::vector<std::string> arguments;
  Span span;
};
struct KernelList {
  std::vector<KernelInfo> kernels;
  std::vector<LaunchLine> launches;
};
KernelList list_kernels(std::shared_ptr<SourceMap> sources, FileId main, const FrontEndOptions& options);

}  // namespace wb
