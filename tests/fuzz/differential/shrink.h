#pragma once
// A failing kernel made small, on the generator's own tree: statements go, blocks open, expressions give way to a constant or to a part of
// themselves with the same type and no other values. Whatever still fails the same way is kept.
#include <functional>

#include "tests/fuzz/differential/generator.h"

namespace wb::fuzz {

GeneratedKernel shrink(GeneratedKernel kernel, const std::function<bool(const GeneratedKernel&)>& still_fails, int most_tries);

}  // namespace wb::fuzz
