#pragma once
// How a launch as a host program asks for it becomes one that the simulator runs: numbers as the kernel's parameters have them, pointers as
// places in buffers. What the buffers are, there are two answers:
//
//     the arena    one buffer with all memory of the program, as it stands (arena_runs.h): for what kernels leave
//     apart        one for each allocation that the kernel is given: for looks with checks, which tell one from the other
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "simulator/language/host_trace.h"
#include "simulator/simulator.h"

namespace wb {

// What the program gives as the bytes of a type of its own, and the kernel takes as a number: an enumeration, a half.
Argument number_in(const std::vector<uint8_t>& bytes, const KernelParameter& parameter);
// The same, and a null pointer to a function, as the whole number that the kernel takes.
void fit_number(HostValue& value, const KernelParameter& parameter);

// By its shape: does CUDA refuse it?
bool is_refused(const HostLaunchSeen& seen);

// Without its buffers; `place`: what an argument that is a pointer becomes. None: it does not fit the kernel.
using PlaceOf = std::function<Argument(const HostValue&)>;
std::optional<KernelLaunch> launch_of(const HostLaunchSeen& seen, const std::vector<KernelParameter>& parameters, const PlaceOf& place);
// Behind the buffers that the launch has, one for each variable of the file.
void add_variables(KernelLaunch& launch, const std::vector<HostVariable>& variables);
// With a buffer for each allocation. None: it does not fit the kernel, or not all memory is known.
std::optional<KernelLaunch> launch_apart(const HostLaunchSeen& seen, const std::vector<KernelParameter>& parameters);

}  // namespace wb
