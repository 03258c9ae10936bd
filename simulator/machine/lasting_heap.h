#pragma once
// The device's heap from one launch to the next. What a kernel takes by malloc or new lasts as long as the program, and the next kernel finds it
// by a pointer that lies somewhere in memory:
//
//     make<<<>>>     list[i] = new Node       SimulationResult::heap  ->  KernelLaunch::heap       use<<<>>>     list[i]->next
//
// A pointer into the heap is the same number in every program (source/pointer_value.h), so whatever has been made of it stays right.
//
// A kernel without malloc and new has no heap in its program: it gets one behind all other allocations. Who has that memory next is known to the
// library's lists, which are variables of the program (library/include/heap.inc): they are made again from the blocks.
//
// The heap is as large as KernelLaunch::heap_bytes says, of zeros that cost what of them is touched.
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "simulator/machine/heap_marks.h"
#include "simulator/program/program.h"
#include "simulator/simulator.h"

namespace wb {

// A launch.invalid finding where KernelLaunch::heap is none that a launch can have left.
std::optional<Finding> check_heap(const KernelLaunch& launch);

// The heap's allocation in a program without one.
AllocationInfo lasting_heap_info();
// As large as the launch has it.
void size_heap(AllocationInfo& info, const KernelLaunch& launch);

// What one of the library's lists starts from, but for `next`.
std::vector<uint8_t> list_bytes(const ProgramAllocation& list, const KernelLaunch& launch);
// And that: by unit, those that follow others.
std::vector<std::pair<uint32_t, uint32_t>> next_units(const DeviceHeap& heap);

// Where aligned words are the address of a place in a block, live or not, or of its end.
std::vector<uint64_t> heap_pointers_in(std::span<const uint8_t> bytes, const DeviceHeap& heap);

}  // namespace wb
