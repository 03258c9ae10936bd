// <thrust/complex.h>
#define WB_COMPLEX_FN __host__ __device__
namespace thrust {
#include "complex.inc"
}
