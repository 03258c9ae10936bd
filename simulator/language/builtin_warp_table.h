#pragma once
// The rows of the builtin table in which threads talk to each other: warp shuffles, votes, matches and reductions, and the barriers that
// count. `=32` in a signature is a parameter's default argument.
// Reference: CUDA C++ Programming Guide, "Warp Vote Functions", "Warp Match Functions", "Warp Reduce Functions", "Warp Shuffle Functions",
// "Synchronization Functions".

// X(type in names, type) for each type that a warp function takes; `long` comes as a further overload (builtin_overloads.cpp).
#define WB_WARP_TYPES(X, ...)                                                                         \
  X(i32, "int", __VA_ARGS__) X(u32, "unsigned int", __VA_ARGS__) X(i64, "long long", __VA_ARGS__)     \
  X(u64, "unsigned long long", __VA_ARGS__) X(f32, "float", __VA_ARGS__) X(f64, "double", __VA_ARGS__)

#define WB_SHUFFLE_ROWS(t, T, B)                                                                      \
  B(shfl_##t, "__shfl_sync", T "(unsigned int," T ",int,int=32)", warp, "the value of lane `source` of the segment of `width` lanes") \
  B(shfl_up_##t, "__shfl_up_sync", T "(unsigned int," T ",unsigned int,int=32)", warp, "the value of the lane `delta` below; without one, its own") \
  B(shfl_down_##t, "__shfl_down_sync", T "(unsigned int," T ",unsigned int,int=32)", warp, "the value of the lane `delta` above; without one, its own") \
  B(shfl_xor_##t, "__shfl_xor_sync", T "(unsigned int," T ",int,int=32)", warp, "the value of the lane whose number differs in the bits of `mask`") \
  B(match_any_##t, "__match_any_sync", "unsigned int(unsigned int," T ")", warp, "the lanes that have the same value") \
  B(match_all_##t, "__match_all_sync", "unsigned int(unsigned int," T ",int*)", warp, "the named lanes if all have the same value, else 0")

#define WB_BUILTINS_WARP(B)                                                                           \
  WB_WARP_TYPES(WB_SHUFFLE_ROWS, B)                                                                   \
  B(all_sync, "__all_sync", "int(unsigned int,int)", warp, "does the predicate hold in every named lane")                  \
  B(any_sync, "__any_sync", "int(unsigned int,int)", warp, "does the predicate hold in some named lane")                   \
  B(ballot_sync, "__ballot_sync", "unsigned int(unsigned int,int)", warp, "a bit for each named lane in which the predicate holds") \
  B(activemask, "__activemask", "unsigned int()", warp, "the lanes that run this call together")      \
  B(lockstep_mask, "__activemask()", "unsigned int()", warp, "the lanes that an old warp function, without a mask, works on") \
  B(reduce_add_i32, "__reduce_add_sync", "int(unsigned int,int)", warp, "the sum over the named lanes")          \
  B(reduce_add_u32, "__reduce_add_sync", "unsigned int(unsigned int,unsigned int)", warp, "the sum over the named lanes") \
  B(reduce_min_i32, "__reduce_min_sync", "int(unsigned int,int)", warp, "the smallest value of the named lanes") \
  B(reduce_min_u32, "__reduce_min_sync", "unsigned int(unsigned int,unsigned int)", warp, "the smallest value of the named lanes") \
  B(reduce_max_i32, "__reduce_max_sync", "int(unsigned int,int)", warp, "the largest value of the named lanes")  \
  B(reduce_max_u32, "__reduce_max_sync", "unsigned int(unsigned int,unsigned int)", warp, "the largest value of the named lanes") \
  B(reduce_and_u32, "__reduce_and_sync", "unsigned int(unsigned int,unsigned int)", warp, "bitwise and over the named lanes") \
  B(reduce_or_u32, "__reduce_or_sync", "unsigned int(unsigned int,unsigned int)", warp, "bitwise or over the named lanes") \
  B(reduce_xor_u32, "__reduce_xor_sync", "unsigned int(unsigned int,unsigned int)", warp, "bitwise exclusive or over the named lanes") \
  B(syncwarp, "__syncwarp", "void(unsigned int=4294967295)", warp, "the named lanes wait for each other, and see what the others wrote before") \
  B(syncthreads_count, "__syncthreads_count", "int(int)", barrier, "waits for the block; in how many of its threads the predicate holds") \
  B(syncthreads_and, "__syncthreads_and", "int(int)", barrier, "waits for the block; does the predicate hold in all of its threads") \
  B(syncthreads_or, "__syncthreads_or", "int(int)", barrier, "waits for the block; does the predicate hold in some of its threads")
