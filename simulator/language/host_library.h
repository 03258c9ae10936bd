#pragma once
// What stands in front of host code that is run, as text of our own language. Its names are such that no macro of a file has them.
namespace wb {

// std::vector and a few algorithms. Memory is from malloc.
extern const char* const host_containers;

// Pairs, maps, queues, text: behind the other two.
extern const char* const host_collections;

// Clocks, more of text and containers, threads: behind the other three.
extern const char* const host_words;

// Files that are read: behind all others.
extern const char* const host_files;

// CUDA's functions of the host and the C library's, as questions to whoever runs the program.
extern const char* const host_api;

}  // namespace wb
