// What stands behind the host code of a file that is run (simulator/language/host_whole.h): the C and C++ libraries, and CUDA's functions of the host, as
// functions for the device. `std::sort` is spelled `wb_host::sort` there, if this header has it.
#define WB_STD_FN __device__ constexpr
namespace wb_host {
#include "traits.inc"
#include "sequences.inc"
#include "functors.inc"
#include "host_c.inc"
#include "host_verifiers.inc"
#include "host_files.inc"
#include "host_random.inc"
#include "host_algorithms.inc"
#include "host_containers.inc"
#include "host_trees.inc"
#include "host_hashes.inc"
#include "host_keyed.inc"
#include "tuple.inc"
#include "host_text.inc"
#include "host_things.inc"
#include "host_atomics.inc"
#include "host_streams.inc"
#include "host_cuda.inc"
#include "host_samples.inc"
#include "host_curand.inc"
#include "host_cublas.inc"
#include "host_arrays.inc"
#include "host_graphs.inc"
}
namespace wb_machine {
#include "host_machine.inc"
#include "host_exceptions.inc"
#include "host_print.inc"
}
// Programs of the host have the tuples and pairs that kernels have, and these functions beside theirs.
namespace std {
template <class U, class... T> __device__ U& get(wb_host::variant<T...>& v) { return wb_host::get<U>(v); }
template <class U, class... T> __device__ const U& get(const wb_host::variant<T...>& v) { return wb_host::get<U>(v); }
template <unsigned long I, class... T> __device__ auto& get(wb_host::variant<T...>& v) { return wb_host::get<I>(v); }
}
namespace wb_thrust {
#include "host_thrust.inc"
}
namespace wb_cub {
#include "host_cub.inc"
}
