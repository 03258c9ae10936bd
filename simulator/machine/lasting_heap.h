#pragma once
// The device's heap from one launch to the next. What a kernel takes by malloc or new lasts as long as the program, and the next kernel finds it
// by a pointer that lies somewhere in memory:
//
//     make<<<>>>     list[i] = new Node       SimulationResult::heap  ->  KernelLaunch::heap       use<<<>>>     list[i]->next
//
// Each program has its allocations in an order of its own, so a pointer into the heap has another number in each. Between launches all of them are
// buffer_address()es of heap_buffer. Nobody knows of every 8 bytes in memory whether they are a pointer, but a heap pointer gives itself away: it has
// the heap's number, and at its place there is a block with its tag (heap_marks.h).
//
// A kernel without malloc and new has no heap in its program: it gets one behind all other allocations. Who has that memory next is known to the
// library's lists, which are variables of the program (library/include/heap.inc): they are made again from the blocks.
//
// Not covered: a pointer that was made into something else (compressed, tagged by the user) loses its way.
#include <memory>
#include <optional>
#include <span>

#include "simulator/machine/heap_marks.h"
#include "simulator/program/program.h"
#include "simulator/simulator.h"

namespace wb {

inline constexpr uint64_t device_heap_bytes = 8u << 20;  // as the library has it

// A launch.invalid finding where KernelLaunch::heap is none that a launch can have left.
std::optional<Finding> check_heap(const KernelLaunch& launch);

// The heap's allocation in a program without one.
AllocationInfo lasting_heap_info();

// Bytes that one of the library's lists starts from; empty: it is none of these, or starts as the library says.
std::vector<uint8_t> list_bytes(const ProgramAllocation& list, const DeviceHeap& heap);

// Is it the address of a place in a block, live or not, or of its end? `allocation` is the number that such pointers have.
bool is_heap_pointer(const DeviceHeap& heap, uint64_t pointer, uint32_t allocation);

// Where aligned words are such addresses.
std::vector<uint64_t> heap_pointers_in(std::span<const uint8_t> bytes, const DeviceHeap& heap, uint32_t allocation);
// Gives the pointers at these places another number.
void renumber(std::span<uint8_t> bytes, const std::vector<uint64_t>& places, uint32_t allocation);

// The launch as a machine sees it in which the heap has this number.
KernelLaunch launch_with_heap_at(const KernelLaunch& launch, uint32_t allocation);

}  // namespace wb
