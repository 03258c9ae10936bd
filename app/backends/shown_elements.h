#pragma once
// How results show what is in a buffer: numbers, addresses by the place that they lead to, records by their members.
//
//     float[4]      0.5 1 1.5 ?                      ?: nobody has written it
//     address[2]    nodes &nodes[3]
//     Node[64]      {key 0, next nullptr} {key 1, next nodes} ...
#include <string>
#include <vector>

#include "simulator/simulator.h"

namespace wb {

// Where addresses lead to.
struct MemoryOfRun {
  const std::vector<DeviceBuffer>& buffers;
  const DeviceHeap* heap = nullptr;
};

// An address in a buffer's bytes as a place: "row_1", "&row_1[4]", "nullptr"; in hexadecimal where it is none. One into the device's heap as its
// block: "heap block (line 5) + 8 bytes".
std::string format_address(uint64_t address, const MemoryOfRun& memory);
// Addresses and nothing else: a table of them, no records with pointers.
bool holds_addresses(const DeviceBuffer& buffer);
// Records of different members, which the launch has as plain bytes (DeviceBuffer::members).
bool holds_records(const DeviceBuffer& buffer);

// "float[4]", "Node[64]"
std::string shown_type(const DeviceBuffer& buffer);
// How many there are to show: of vectors each part is one.
uint64_t shown_count(const DeviceBuffer& buffer);
// Scalars that one of them is made of: 1, or a record's members.
uint64_t scalars_of_shown(const DeviceBuffer& buffer);
// The one at `index`; "?" where a value of a buffer without contents was never written. Precondition: index < shown_count(buffer).
std::string shown_element(const DeviceBuffer& buffer, uint64_t index, const MemoryOfRun& memory);
// The same of a buffer whose bytes another one of its form knows as such records: what it started from, what another engine made of it.
std::string shown_record(const ElementMembers& record, const DeviceBuffer& buffer, uint64_t index, const MemoryOfRun& memory);

}  // namespace wb
