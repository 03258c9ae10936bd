// What the C++ standard library's headers declare and kernels use. Functions are the host's: device code may ask for their values while
// compiling, and is told otherwise that nvcc wants --expt-relaxed-constexpr for more.
#define WB_STD_FN constexpr
namespace std {
#include "traits.inc"
}
