#pragma once
// Addresses in the bytes of buffers, for helpers whose buffers lie where they happen to lie: put there before a kernel runs, and found again in what
// it leaves. One side's addresses mean nothing to the other: between them they are places in buffers (BufferPointer).
#include "cuda/protocol/messages.h"

namespace wb::protocol {

// `address_of[i]` is where buffer i lies. The request's bytes hold the addresses from then on.
void put_addresses(RunRequest& request, const std::vector<uint64_t>& address_of);

// The addresses in the results of those buffers that held some: aligned words that name a place in a buffer, its end included.
std::vector<BufferPointer> find_addresses(const RunRequest& request, const std::vector<Blob>& results, const std::vector<uint64_t>& address_of);

}  // namespace wb::protocol
