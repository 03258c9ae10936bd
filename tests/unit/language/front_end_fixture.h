#pragma once
// Compiles a text to its typed tree and shows parts of it.
#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "simulator/language/dump.h"
#include "simulator/language/front_end.h"
#include "simulator/source/diagnostic_codes.h"
#include "simulator/source/render.h"

namespace wb {

struct Compiled {
  FrontEndResult result;
  std::string errors;  // rendered

  explicit Compiled(std::string text, std::string_view kernel = "", FrontEndOptions options = {}) {
    auto sources = std::make_shared<SourceMap>();
    FileId main = sources->add("test.cu", std::move(text));
    DiagSink diags;
    result = parse_module(sources, main, kernel, options, diags);
    for (const Diagnostic& d : diags.all()) errors += render(*sources, d);
  }
  const Module& module() const { return *result.module; }
  const Function& kernel() const { return module()[result.kernel]; }
  // The n-th statement of the kernel's body.
  const Stmt& statement(size_t n) const { return module()[module()[kernel().body].list.at(n)]; }
  std::string expression(size_t n) const { return dump(module(), statement(n).a); }
  const Variable* variable(std::string_view name) const {
    for (const Variable& v : module().variables)
      if (v.name == name) return &v;
    return nullptr;
  }
};

// The tree of one expression statement in a kernel with a parameter of every kind.
inline std::string tree_of(const std::string& expression, bool contract = true) {
  FrontEndOptions options;
  options.contract = contract;
  Compiled c("__global__ void k(int i, unsigned u, long l, unsigned long ul, long long ll, unsigned char uc, short s, bool b, float f, float g,\n"
             "                  float h, double d, float* p, const float* cp, int* ip, char c) {\n" + expression + ";\n}",
             "", options);
  return c.result.ok ? c.expression(0) : c.errors;
}

}  // namespace wb
