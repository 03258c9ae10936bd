#include "simulator/language/builtin_table.h"

namespace wb {
namespace {

#define WB_ROW(name, spelling, signature, family, help) {#name, spelling, signature, BuiltinFamily::family, help},
#define WB_ROW_UNARY(name, help)                                                      \
  {#name "_f32", #name "f", "float(float)", BuiltinFamily::math, help},               \
  {#name "_f32_overload", #name, "float(float)", BuiltinFamily::math, help},          \
  {#name "_f64", #name, "double(double)", BuiltinFamily::math, help},
#define WB_ROW_BINARY(name, help)                                                     \
  {#name "_f32", #name "f", "float(float,float)", BuiltinFamily::math, help},         \
  {#name "_f32_overload", #name, "float(float,float)", BuiltinFamily::math, help},    \
  {#name "_f64", #name, "double(double,double)", BuiltinFamily::math, help},
constexpr BuiltinInfo rows[] = {{"none", "", "", BuiltinFamily::math, ""}, WB_BUILTINS(WB_ROW, WB_ROW_UNARY, WB_ROW_BINARY)};
static_assert(sizeof rows / sizeof rows[0] == static_cast<size_t>(Builtin::count), "every builtin needs a row");

}  // namespace

const BuiltinInfo& builtin_info(Builtin builtin) { return rows[static_cast<size_t>(builtin)]; }

}  // namespace wb
