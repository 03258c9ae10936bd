#pragma once
// Math functions as the simulated device computes them. Functions of float are computed in double and rounded once, so that their
// results do not depend on the machine's float library; functions of double come from the C library (below one ulp of difference
// between libraries is possible there).
#include "simulator/program/opcodes.h"

namespace wb {

float math1(Math1 function, float x);
double math1(Math1 function, double x);
float math2(Math2 function, float x, float y);
double math2(Math2 function, double x, double y);

}  // namespace wb
