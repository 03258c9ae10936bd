#pragma once
// The sentences of findings: one table, keyed by a code. {0}, {1}, ... are arguments. Reports print them in English; catalogues in other
// languages have the same codes.
//   races: 0 element, 1 buffer, 2 first thread, 3 its line, 4 second thread, 5 its line, 6 block(s), 7 where order is missing,
//          8 and 9 what the two do
//   race.flag: no finding's own, but the hint of races beside a flag: 0 flag, 1 who sets it, 2 where, 3 who sees it, 4 where, 5 the earlier access
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/analysis/finding.h"

namespace wb {

#define WB_SENTENCES(S)                                                                                                                    \
  S("race.update",                                                                                                                         \
    "{2} and {4} of {6} both update `{0}`: {2} {8} it at {3}, {4} {9} it at {5}, and nothing puts them in order, so one update can be lost", \
    "read, change and write in one step with an atomic such as `atomicAdd`, or give every thread an element of its own")                    \
  S("race.update.grid",                                                                                                                    \
    "{2} and {4} both update `{0}`: {2} {8} it at {3}, {4} {9} it at {5}, and blocks of one launch are never in order, so one update can be lost", \
    "read, change and write in one step with an atomic such as `atomicAdd`, or give every block an element of its own and add them up in a second launch") \
  S("race.update.address",                                                                                                                 \
    "{2} and {4} of {6} both update `{0}`: {2} {8} it at {3}, {4} {9} it at {5}, and nothing puts them in order, so one update can be lost", \
    "take the old address and put the new one in one step: `atomicExch`, or `atomicCAS` in a loop")                                         \
  S("race.update.address.grid",                                                                                                            \
    "{2} and {4} both update `{0}`: {2} {8} it at {3}, {4} {9} it at {5}, and blocks of one launch are never in order, so one update can be lost", \
    "take the old address and put the new one in one step: `atomicExch`, or `atomicCAS` in a loop")                                         \
  S("race.update.grid.told",                                                                                                               \
    "{2} and {4} both update `{0}`: {2} {8} it at {3}, {4} {9} it at {5}, and blocks of one launch are in order only through a fence and an atomic behind it, so one update can be lost", \
    "if a lock lets one block in at a time, put `__threadfence()` between the update and the atomic that gives the lock back; else read, change and write in one step with an atomic such as `atomicAdd`") \
  S("race.child.late",                                                                                                                     \
    "{2} {8} `{0}` at {3} and {4} {9} it at {5}; a kernel does not wait for the grid that it launches at {10}, so nothing puts the two in order", \
    "do this in a kernel that is launched behind it into `cudaStreamTailLaunch`, or on the host once it has waited for the launch; or give the child grid an element of its own") \
  S("race.child.early",                                                                                                                    \
    "{2} {8} `{0}` at {3} and {4} {9} it at {5}; the grid that is launched at {10} knows what is in order before its launch, and {11} is not", \
    "{12}")                                                                                                                                \
  S("race.child.two",                                                                                                                      \
    "{2} {8} `{0}` at {3} and {4} {9} it at {5}; the child grids that are launched at {10} are in no order",                               \
    "{11}")                                                                                                                                \
  S("race.write_then_read",                                                                                                                \
    "{2} of {6} {8} `{0}` at {3} and {4} {9} it at {5}; nothing makes the read wait for the write",                                        \
    "put `__syncthreads()` {7}, at a place that every thread of the block passes")                                                       \
  S("race.write_then_read.warp",                                                                                                           \
    "{2} of {6} {8} `{0}` at {3} and {4} of the same warp {9} it at {5}; lanes of a warp need not run in step, so nothing makes the read wait for the write", \
    "put `__syncwarp()` (or `__syncthreads()`) {7}")                                                                                      \
  S("race.write_then_read.grid",                                                                                                           \
    "{2} {8} `{0}` at {3} and {4} {9} it at {5}; blocks of one launch are never in order, so the read may come before the write",         \
    "split the kernel in two launches at this point, or let a block read only what it wrote itself")                                       \
  S("race.write_then_read.grid.told",                                                                                                      \
    "{2} {8} `{0}` at {3} and {4} {9} it at {5}; blocks of one launch are in order only through a fence and an atomic behind it, and here the read may come before the write", \
    "if an atomic or a volatile flag tells the other block that the value is there, put `__threadfence()` between the write and that atomic; else split the kernel in two launches here") \
  S("race.write_then_read.cluster",                                                                                                        \
    "{2} {8} `{0}` at {3} and {4} {9} it at {5}; blocks of a cluster are put in order by its barrier, and none lies between, so the read may come before the write", \
    "put `cluster.sync()` {7}, at a place that every thread of the cluster passes")                                                        \
  S("race.read_then_write.cluster",                                                                                                        \
    "{2} {8} `{0}` at {3} and {4} {9} it at {5}; blocks of a cluster are put in order by its barrier, and none lies between, so the write may come before the read", \
    "put `cluster.sync()` {7}, or write to a second buffer")                                                                               \
  S("race.two_writes.cluster",                                                                                                             \
    "{2} and {4} both write `{0}`, at {3} and at {5}; blocks of a cluster are put in order by its barrier, and none lies between, so nothing says which value stays", \
    "put `cluster.sync()` between the two, or let one block write it")                                                                     \
  S("race.two_writes.cluster.same_line",                                                                                                   \
    "{2} and {4} both write `{0}` at {3}; blocks of a cluster are put in order by its barrier, and none lies between, so nothing says which value stays", \
    "let one block write it, give every block an element of its own, or combine the values with an atomic")                                \
  S("race.update.cluster",                                                                                                                 \
    "{2} and {4} both update `{0}`: {2} {8} it at {3}, {4} {9} it at {5}, and no barrier of the cluster lies between, so one update can be lost", \
    "read, change and write in one step with an atomic such as `atomicAdd`, or give every block an element of its own")                    \
  S("race.mixed.cluster",                                                                                                                  \
    "{2} {8} `{0}` at {3} and {4} {9} it at {5}; an atomic is in order only with other atomics, and no barrier of the cluster lies between the two", \
    "put `cluster.sync()` {7}, at a place that every thread of the cluster passes")                                                        \
  S("race.mixed.write.cluster",                                                                                                            \
    "{2} {8} `{0}` at {3} and {4} {9} it at {5}; an atomic is in order only with other atomics, and no barrier of the cluster lies between the two", \
    "put `cluster.sync()` {7}, at a place that every thread of the cluster passes")                                                        \
  S("race.read_then_write",                                                                                                                \
    "{2} of {6} {8} `{0}` at {3} and {4} {9} it at {5}; nothing keeps the write from coming first",                                        \
    "put `__syncthreads()` {7}, or write to a second buffer")                                                                             \
  S("race.read_then_write.warp",                                                                                                           \
    "{2} of {6} {8} `{0}` at {3} and {4} of the same warp {9} it at {5}; lanes of a warp need not run in step, so nothing keeps the write from coming first", \
    "put `__syncwarp()` (or `__syncthreads()`) {7}")                                                                                      \
  S("race.read_then_write.grid",                                                                                                           \
    "{2} {8} `{0}` at {3} and {4} {9} it at {5}; blocks of one launch are never in order, so the write may come before the read",         \
    "write to a second buffer, so that nobody overwrites what a neighbour still has to read")                                              \
  S("race.read_then_write.grid.told",                                                                                                      \
    "{2} {8} `{0}` at {3} and {4} {9} it at {5}; blocks of one launch are in order only through a fence and an atomic behind it, and here the write may come before the read", \
    "if an atomic tells the other block that the reading is done, put `__threadfence()` between the read and that atomic; else write to a second buffer") \
  S("race.two_writes",                                                                                                                     \
    "{2} and {4} of {6} both write `{0}`, at {3} and at {5}, and nothing says which value stays",                                         \
    "let one thread write it, give every thread an element of its own, or combine the values with an atomic")                              \
  S("race.two_writes.same_line",                                                                                                           \
    "{2} and {4} of {6} both write `{0}` at {3}, and nothing says which value stays",                                                      \
    "let one thread write it, give every thread an element of its own, or combine the values with an atomic")                              \
  S("race.two_writes.grid.same_line",                                                                                                      \
    "{2} and {4} both write `{0}` at {3}; blocks of one launch are never in order, so nothing says which value stays",                     \
    "let one block write it, give every block an element of its own, or combine the values with an atomic")                                \
  S("race.two_writes.grid",                                                                                                                \
    "{2} and {4} both write `{0}`, at {3} and at {5}; blocks of one launch are never in order, so nothing says which value stays",        \
    "let one block write it, give every block an element of its own, or combine the values with an atomic")                                \
  S("race.two_writes.grid.told",                                                                                                           \
    "{2} and {4} both write `{0}`, at {3} and at {5}; blocks of one launch are in order only through a fence and an atomic behind it, so nothing says which value stays", \
    "if a lock or a flag lets one block write at a time, put `__threadfence()` between the write and the atomic that lets the other one in; else give every block an element of its own") \
  S("race.two_writes.grid.told.same_line",                                                                                                 \
    "{2} and {4} both write `{0}` at {3}; blocks of one launch are in order only through a fence and an atomic behind it, so nothing says which value stays", \
    "if a lock or a flag lets one block write at a time, put `__threadfence()` between the write and the atomic that lets the other one in; else give every block an element of its own") \
  S("race.same_value",                                                                                                                     \
    "{2} and {4} both write `{0}`, at {3} and at {5}, without order, and always the same value: the result is the same, but the language promises nothing", \
    "let one thread write it, and nobody has to wonder")                                                                                   \
  S("race.same_value.same_line",                                                                                                           \
    "{2} and {4} both write `{0}` at {3}, without order, and always the same value: the result is the same, but the language promises nothing", \
    "let one thread write it, and nobody has to wonder")                                                                                   \
  S("race.more",                                                                                                                         \
    "{0} more pairs of places race; told are the {1} whose places stand closest together",                                               \
    "mend what is told, and run it again")                                                                                               \
  S("race.more.suspects",                                                                                                                \
    "{0} more pairs of places are in no order that a barrier makes, and were not looked at closely; {1} others race",                    \
    "mend what is told, and run it again")                                                                                               \
  S("race.mixed",                                                                                                                          \
    "{2} {8} `{0}` at {3} and {4} {9} it at {5}; an atomic is in order only with other atomics, not with a plain access beside it",      \
    "let one atomic do the whole step, such as `atomicMax` or `atomicCAS` with its result, or put a barrier between the two")              \
  S("race.mixed.grid",                                                                                                                     \
    "{2} {8} `{0}` at {3} and {4} {9} it at {5}; an atomic is in order only with other atomics, not with a plain access beside it",      \
    "let one atomic do the whole step, such as `atomicMax` or `atomicCAS` with its result, or split the kernel in two launches between the two") \
  S("race.mixed.write",                                                                                                                    \
    "{2} {8} `{0}` at {3} and {4} {9} it at {5}; an atomic is in order only with other atomics, not with a plain access beside it",      \
    "write by an atomic too, such as `atomicExch`, or put a barrier between the two")                                                     \
  S("race.mixed.write.grid",                                                                                                               \
    "{2} {8} `{0}` at {3} and {4} {9} it at {5}; an atomic is in order only with other atomics, not with a plain access beside it",      \
    "write by an atomic too, such as `atomicExch`, or split the kernel in two launches between the two")                                  \
  S("race.mixed.guess",                                                                                                                     \
    "{2} reads `{0}` at {3} beside the atomic of {4} at {5}; the value is only a guess that the `atomicCAS` behind it checks, so nothing is lost, but the language promises nothing for a plain read there", \
    "to be exact, read the first value by an atomic too, such as `atomicAdd(address, 0)` or a relaxed load of a `cuda::atomic_ref`")        \
  S("race.mixed_sizes",                                                                                                                    \
    "{2} and {4} use atomics of different sizes on `{0}`, at {3} and at {5}; only atomics of one size are in order with each other",      \
    "use one type for every atomic on this element")                                                                                       \
  S("race.scope",                                                                                                                          \
    "{2} {8} `{0}` at {3} and {4} {9} it at {5}, both by atomics, but at least one of them only for its own block: the other block may not see it, and an update can be lost", \
    "use the atomic without `_block` (or a device-wide `cuda::thread_scope`) where several blocks meet")                                 \
  S("race.scope.cluster",                                                                                                                  \
    "{2} {8} `{0}` at {3} and {4} {9} it at {5}, both by atomics, but at least one of them only for its own cluster of blocks: the other one may not see it, and an update can be lost", \
    "use the scope of the device, `.gpu` in PTX, where several clusters meet; a block that is in no cluster is one of its own")            \
  /* hints of races in whose block barriers with numbers are used: 0 and 1 a thread and the line of its access, 2 and 3 those that should come behind it, 4 the barrier, 5 another one */ \
  S("race.number.late_wait", "", "let the warp of {2} wait at barrier {4} before {3}, not behind it")                                      \
  S("race.number.early_arrival", "", "let the warp of {0} come to barrier {4} behind {1}, not before it")                                  \
  S("race.number.only_arrives", "", "the warp of {2} only arrives at barrier {4}: let it wait there (`bar.sync`, or `wait()` with its token) before {3}")              \
  S("race.number.other_way", "", "barrier {4} makes {2} wait for {0}, but not {0} for {2}: let the warp of {2} arrive at another barrier behind {3}, and the warp of {0} wait there before {1}") \
  S("race.number.once_more", "", "let both warps wait at barrier {4} once more, between {1} and {3}")                                    \
  S("race.number.other_numbers", "", "the warp of {0} comes to barrier {4} and that of {2} to barrier {5}, so they do not meet: let both come to one, with a count for all warps that do") \
  S("race.flag", "",                                                                                                                        \
    "`{0}` (changed by {1} at {2}, seen by {3} at {4}) tells only what was fenced before it: put `__threadfence()` (within a block `__threadfence_block()`) between {5} and {2}") \
  S("race.flag.relaxed", "",                                                                                                                \
    "`{0}` (stored by {1} at {2}, seen by {3} at {4}) tells only what was released with it: store it with `memory_order_release`, or put `__threadfence()` between {5} and {2}") \
  S("race.flag.plain", "",                                                                                                                  \
    "`{0}` (set by {1} at {2}, looked at by {3} at {4}) puts nothing in order, since one of these two is a plain access: set it by `atomicExch` with `__threadfence()` between {5} and {2}, and look at it by `atomicAdd(address, 0)`; or make it a `cuda::atomic_ref` with `memory_order_release` and `memory_order_acquire`") \
  S("fence.missing",                                                                                                                       \
    "{0} sees in `{1}` at {2} what {6} has set at {7}, and then {3} `{4}` at {5} with no fence between the two: it works, since {6} has fenced, but by the letter of the memory model this side needs a fence, too", \
    "put `__threadfence()` (within a block `__threadfence_block()`) behind {2}, or look at `{1}` through a `cuda::atomic_ref` with `memory_order_acquire`")               \
  S("fence.missing.relaxed",                                                                                                               \
    "{0} sees in `{1}` at {2} what {6} has set at {7}, and then {3} `{4}` at {5}; but that look is relaxed and no fence follows it, so nothing puts the two in order: by the memory model they race", \
    "look at `{1}` with `memory_order_acquire` (PTX: `.acquire`), or put a fence behind {2}")                                             \
  S("fence.missing.late",                                                                                                                  \
    "{0} stores `{1}` at {2} and goes on; {3} looks at it at {4}, and may not see that store yet, for no fence of sequential consistency that reaches both lies behind it: then both come to `{5}` {6}, and race", \
    "put `cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device)` (or `__threadfence()`, PTX `fence.sc`) between the store at {2} and what the thread looks at next; `acq_rel`, or a scope that is too narrow, does not do it") \
  S("fence.missing.mark",                                                                                                                  \
    "{0} stores `{1}` at {2} and goes on; {3} looks at it at {4}, and may not see that store yet, for nothing behind it releases it: then both come to `{5}` {6}, and race", \
    "let the atomic behind {2} by which others learn where to look release it (`memory_order_acq_rel`, not relaxed), or put a fence in front of that atomic")  \
  S("oob.read", "{0} of {1} reads `{2}`, but {3}", "{4}")                                                                                  \
  S("oob.write", "{0} of {1} writes `{2}`, but {3}", "{4}")                                                                                \
  S("oob.atomic", "{0} of {1} reaches for `{2}` by an atomic, but {3}", "{4}")                                                              \
  S("oob.surface.read", "{0} of {1} reads the surface over `{2}` at {3}, but {4}; that ends the kernel with an error",                          \
    "check the coordinates before the access, or say what happens outside: `cudaBoundaryModeZero` or `cudaBoundaryModeClamp`; x counts bytes, `x * sizeof(element)`") \
  S("oob.surface.write", "{0} of {1} writes the surface over `{2}` at {3}, but {4}; that ends the kernel with an error",                        \
    "check the coordinates before the access, or say what happens outside: `cudaBoundaryModeZero` or `cudaBoundaryModeClamp`; x counts bytes, `x * sizeof(element)`") \
  S("oob.alloca.read", "{0} of {1} reads {2} of the memory that `alloca` gave it, but that has {3}", "ask `alloca` for as many bytes as are used, or check the index before it is used") \
  S("oob.alloca.write", "{0} of {1} writes {2} of the memory that `alloca` gave it, but that has {3}", "ask `alloca` for as many bytes as are used, or check the index before it is used") \
  S("oob.shape", "{0} of {1} uses column {3} of {4}: the flat index is legal, but the element that it reaches is `{2}`, in another row",     \
    "check the column against the width before it is used, as in `if (x >= 0 && x < w)`")                                                  \
  S("uninit.global", "{0} of {1} reads `{2}`, which nobody has written",                                                                   \
    "fill the buffer before the launch, or write the element before it is read")                                                           \
  S("uninit.heap", "{0} of {1} reads `{2}`, which nobody has written since the block was taken; memory of the heap does not start as zeros", \
    "write every element before it is read, or take the block by `new T[n]()`, which sets it to zero")                                    \
  S("uninit.shared", "{0} of {1} reads `{2}` in shared memory, which nobody has written; shared memory does not start as zeros",           \
    "write every element that is read, and put `__syncthreads()` between the writes and the reads")                                        \
  S("uninit.local", "{0} of {1} reads `{2}`, a variable of its own that has no value yet", "give it a value where it is declared, on every way to this place") \
  S("async.wait", "{0} of {1} reads `{2}` before it has waited for its asynchronous copy at {3}: what stands there is not known",         \
    "wait before the read: `__pipeline_wait_prior(0)`, `pipe.consumer_wait()`, `cg::wait(block)`, the barrier that the copy was given, or `cp.async.wait_group 0`; a number above 0 leaves that many of the last groups under way") \
  S("async.wait.other", "{0} of {1} reads `{2}`, which {4} copies asynchronously at {3} and has not waited for: what stands there is not known", \
    "let the thread that copies wait for its copy (`__pipeline_wait_prior(0)`, `pipe.consumer_wait()`, `cg::wait(block)`, the barrier that the copy was given), and then the block at `__syncthreads()`, before others read") \
  S("async.wait.bulk", "{0} of {1} reads `{2}`, which the bulk copy that {4} began at {3} is to bring, before it has waited for it: what stands there is not known", \
    "let every thread that reads wait first for the phase of the barrier that the copy was given (`mbarrier.try_wait.parity` in a loop, `bar.wait(token)`): a barrier of the block, as `__syncthreads()`, does not wait for copies") \
  S("async.wait.write", "{0} of {1} writes `{2}` before it has waited for its asynchronous copy to there, at {3}: which of the two values is left is not known", \
    "wait before the write: `__pipeline_wait_prior(0)`, `pipe.consumer_wait()`, `cg::wait(block)`, the barrier that the copy was given, or `cp.async.wait_group 0`; a barrier of the block, as `__syncthreads()`, does not wait for copies") \
  S("async.wait.write.other", "{0} of {1} writes `{2}`, to which {4} copies asynchronously at {3} and has not waited for that: which of the two values is left is not known", \
    "let the thread that copies wait for its copy (`__pipeline_wait_prior(0)`, `pipe.consumer_wait()`, `cg::wait(block)`, the barrier that the copy was given), and then the block at `__syncthreads()`, before others write there") \
  S("async.wait.write.bulk", "{0} of {1} writes `{2}`, to which the bulk copy that {4} began at {3} is still under way: which of the two values is left is not known", \
    "let every thread that writes there wait first for the phase of the barrier that the copy was given (`mbarrier.try_wait.parity` in a loop, `bar.wait(token)`): a barrier of the block, as `__syncthreads()`, does not wait for copies") \
  S("async.source.own", "{0} of {1} writes `{2}` before it has waited for its asynchronous copy from there, at {3}: which of the two values is brought is not known", \
    "wait before the write: `__pipeline_wait_prior(0)`, `pipe.consumer_wait()`, `cg::wait(block)`, the barrier that the copy was given, or `cp.async.wait_group 0`") \
  S("async.source.other", "{0} of {1} writes `{2}`, from which {4} copies asynchronously at {3}; nothing puts the write behind the wait for that copy, so which of the two values is brought is not known", \
    "let the thread that copies wait for its copy, and then the block at `__syncthreads()`, before others write there") \
  S("async.source.apart", "{0} of {1} writes `{2}`, from which {4} of {5} copies asynchronously at {3}; nothing puts the write behind the wait for that copy, so which of the two values is brought is not known", \
    "let the thread that copies wait for its copy before it comes to what puts the two blocks in order (`grid.sync()`, `cluster.sync()`, a flag)") \
  S("async.source.load", "{0} of {1} writes `{2}`, from which the bulk copy that {4} began at {3} may not have read yet: which of the two values is brought is not known", \
    "let every thread that writes there wait first for the phase of the barrier that the copy was given (`mbarrier.try_wait.parity` in a loop, `bar.wait(token)`)") \
  S("async.source", "{0} of {1} writes `{2}`, which the bulk copy that {4} began at {3} may not have read yet: what it brings to global memory is not known", \
    "let {4} wait until the copy has read its source (`cp.async.bulk.wait_group.read 0`, `cde::cp_async_bulk_wait_group_read<0>()`) behind `cp.async.bulk.commit_group`, and then the block at `__syncthreads()`, before others write there") \
  S("async.source.left", "{0} of {1} ends though its bulk copy from `{2}` may not have read its source yet: shared memory goes when the block does", \
    "close the group (`cp.async.bulk.commit_group`) and wait for it before the thread ends: `cp.async.bulk.wait_group.read 0`") \
  S("async.target", "{0} of {1} reads `{2}`, which the bulk copy that {4} began at {3} is to write; nobody has waited until it is done", \
    "let {4} wait with `cp.async.bulk.wait_group 0` before anybody reads what the copy brings; with `.read` it waits for the source alone") \
  S("fence.proxy", "{0} of {1} begins a bulk copy of `{2}`, which {4} wrote at {3}; without a proxy fence between the two the copy may not see what was written", \
    "let every thread that writes what is copied call `fence.proxy.async.shared::cta` (`cde::fence_proxy_async_shared_cta()`) behind its writes and before the barrier that the copying thread waits at") \
  S("memory.misaligned.bulk", "{0} of {1} begins a bulk copy of {2} bytes: bulk copies are made of whole pieces of 16 bytes", \
    "round the size up to a multiple of 16 and give both arrays the room, or copy the rest by plain loads and stores") \
  S("host.async.streams",                                                                                                                  \
    "{0} {1}, and {2} {3}; nothing puts the two in order{4}",                                                                              \
    "record an event behind the first (`{5}`) and let the other stream wait for it (`{6}`), or give both to one stream")                  \
  S("host.async.graph",                                                                                                                    \
    "{0} {1}, and {2} {3}; both are nodes of one graph, and no edges lead from the first to the second{4}",                              \
    "name the first node among the dependencies of the second, where that is added (`cudaGraphAddDependencies`); where streams are captured, record an event behind the first (`cudaEventRecord`) and let the other stream wait for it before the second") \
  S("host.async.dependent",                                                                                                                \
    "{0} {1}, and {2} {3} without having waited for that: as a programmatic dependent launch it may begin before the first is over{4}", \
    "call `cudaGridDependencySynchronize()` before that line: it waits for the launch in front and for what that has written; `cudaTriggerProgrammaticLaunchCompletion()` lets the next launch begin, and orders nothing") \
  S("host.async.allocation",                                                                                                               \
    "{0} {1}, and {2} {3}; nothing puts the two in order{4}, and before the allocation has come about in its stream there is no such memory", \
    "use the memory in the stream that allocates it, or record an event behind the allocation (`{5}`) and let the other stream wait for it (`{6}`)") \
  S("host.async.release",                                                                                                                  \
    "{0} {1}, and {2} {3}; nothing puts the two in order{4}, and memory that is freed may be somebody else's at once",                  \
    "free it in the stream that uses it last, or let the stream that frees it wait for an event behind the last use")                    \
  S("host.async.program",                                                                                                                  \
    "{0} {1}, and {2} {3} without having waited for that{4}",                                                                             \
    "wait before that line: `{5}`; a launch and an asynchronous copy only begin where they stand")                                        \
  S("host.async.scope",                                                                                                                    \
    "{0} {1}, and {2} {3}: it has seen the flag that is set at {7}, but that is for the device alone, and puts nothing in order with the host{4}", \
    "set the flag for the whole system: an atomic of `cuda::thread_scope_system`, or `__threadfence_system()` in front of a volatile store; or wait: `{5}`") \
  S("host.copy.into", "`{0}` writes {1} to {2}, {3}; {4}", "{5}")                                                                           \
  S("host.copy.from", "`{0}` reads {1} from {2}, {3}; {4}", "{5}")                                                                          \
  S("host.copy.fill", "`{0}` sets {1} of {2}, {3}; {4}", "{5}")                                                                             \
  S("host.copy.pitch", "`{0}` copies rows of {1}, and the rows of {2} begin every {3}; the call gives `cudaErrorInvalidPitchValue` and copies nothing", \
    "the pitch is the distance from row to row, in bytes: at least the width; the order is destination, its pitch, source, its pitch, width, height") \
  S("host.copy.direction", "`{0}` is told `{1}`, but {2} {3} is memory of the host{4}; {5}",                                                \
    "the destination comes first, the source second: change the places of the two, or say `{6}`")                                           \
  S("host.copy.space", "`{0}` is told `{1}`, but {2} {3} is memory of the host{4}; {5}",                                                    \
    "say what the two are: here `{6}`; or hand over memory of the device")                                                                  \
  S("host.copy.symbol", "`{0}` is given {1}, a variable of the device, which the host has no address of; {2}", "here `{3}`")                \
  S("host.copy.host", "`{0}` is given {1}, memory of the host; {2}", "`memset` sets memory of the host")                                    \
  S("host.copy.freed", "`{0}` {1} {2}, which {3} has given back; {4}", "give memory back behind its last use")                              \
  S("host.copy.nothing", "`{0}` {1} {2}, which points to no memory; the call gives `cudaErrorInvalidValue` and copies nothing",             \
    "take memory for it first, as by `cudaMalloc(&p, bytes)`, and look at what that call gives")                                            \
  S("host.copy.unset", "`{0}` copies {1} from {2}{3} to the host, and nobody has written any of them", "{4}")                                \
  S("host.copy.overlap", "`{0}` copies {1} from {2} to {3}, and the two overlap by {4}; in which order the bytes are copied nobody says",         \
    "copy by way of other memory, or let a kernel write to another buffer than it reads from")                                              \
  S("host.copy.few", "`{0}` copies {1} for {2}, which has {3}: as many bytes as it has elements",                                             \
    "sizes count bytes, not elements: the call seems to lack `* sizeof(...)`, {4} bytes for each element")                                  \
  S("host.free.twice", "`{0}` is given {1}, which {2} has given back already; {3}",                                                         \
    "give memory back once; a pointer that is set to `nullptr` behind that may be given back again, for nothing")                           \
  S("host.free.other", "`{0}` is given {1}, which is {2}{3}; {4}", "give it back by `{5}`")                                                 \
  S("host.free.middle", "`{0}` is given {1}, which points {2} into its memory{3}; {4}",                                                     \
    "give back the pointer that was taken, not one that has moved on")                                                                      \
  S("host.free.none", "`{0}` is given {1}, which no allocation has taken; {2}", "a variable's own memory is not given back by anybody")      \
  S("host.memory.device", "the host program itself {0} {1}, which is memory of the device{2}; that ends the program (a segmentation fault)", \
    "copy to or from memory of the host (`cudaMemcpy`), let a kernel do it, or take managed memory (`cudaMallocManaged`)")                  \
  S("host.memory.past", "the host program {0} {1} of {2}, which has {3}{4}", "check the index, or how much was taken: the first element is 0, the last one is `n - 1`") \
  S("host.memory.freed", "the host program {0} {1}, which {2} has given back", "give memory back behind its last use")                      \
  S("host.memory.kernel", "{0} of {1} uses `{2}`, which is memory of the host: a kernel cannot reach that",                               \
    "take memory of the device by `cudaMalloc` and copy there, or memory of both by `cudaMallocManaged`, and give the kernel that")          \
  S("host.memory.unset", "the host program reads {0} of {1}{2}, which nobody has written{3}", "{4}")                                           \
  S("host.memory.copied", "the host program reads {0} of {1}, which the copy at line {2} has brought from {3}{4}; nobody has written it there: {5} of the {6} copied have no value", "{7}") \
  S("host.memory.null", "the host program {0} through a pointer that points to no memory; that ends the program (a segmentation fault)",    \
    "let it point to memory first")                                                                                                         \
  S("barrier.divergent",                                                                                                                   \
    "not every thread of {0} reaches the barrier at {1}: {2} there, but {3}",                                                             \
    "move the barrier out of the branch or loop, to a place that every thread of the block passes; guard only the reads and writes")       \
  S("launch.child", "{0} of {1} launches `{2}` at {5}, and the child grid does not run: {3}", "{4}; `cudaGetLastError()` behind a launch tells of it")  \
  S("launch.child.pointer", "{0} of {1} launches `{2}` at {5} and gives it, as `{4}`, a pointer to its own {3} memory; the child grid cannot reach that, and does not run here", \
    "give it global memory: a buffer of the launch, a `__device__` variable, or what `malloc` gives") \
  S("launch.child.depth", "{0} of {1} launches `{2}` at {5}, and the child grid does not run: grids that launch grids may be {3} deep", \
    "end the recursion by its depth, or go on in the same grid from there") \
  S("launch.child.pending", "{0} of {1} launches `{2}` at {5} while {3} launches wait; the device runtime has room for {3} until the host asks for more", \
    "launch from one thread of a block, or ask for room: `cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, n)`") \
  S("launch.child.count", "{0} of {1} launches `{2}` at {5}, and the child grid does not run: {3}", "end the recursion earlier, or launch from one thread of a block") \
  S("cluster.rank", "{0} of {1} asks for the block of rank {2}, and its cluster has {3}", "ranks go from 0 to `cluster.num_blocks() - 1`: take the neighbour's modulo that, or leave out who has none") \
  S("cluster.start", "{0} of {1} {2} `{3}` of {4}, and nothing has made sure that this block runs already",                                   \
    "put `cluster.sync()` before the first access to another block's shared memory")                                                        \
  S("cluster.exited", "{0} of {1} {2} `{3}` of {4}, which has left the kernel: its shared memory is gone",                                    \
    "put `cluster.sync()` behind the last access to another block's shared memory, at a place that every thread passes before it leaves")    \
  S("cluster.leaving", "{0} of {1} {2} `{3}` of {4}, and nothing keeps that block from leaving the kernel before: then its shared memory is gone", \
    "put `cluster.sync()` behind the last access to another block's shared memory, at a place that every thread passes before it leaves")    \
  S("cluster.barrier", "{0} of {1} arrives at the barrier of the cluster once more, without having waited since it did so before: what happens then is not defined", \
    "let every thread wait between two arrivals, as `cluster.sync()` does")                                                                 \
  S("cluster.barrier.wait", "{0} of {1} waits at the barrier of the cluster without having arrived there: what happens then is not defined",   \
    "let every thread arrive before it waits, as `cluster.sync()` does")                                                                    \
  S("barrier.halves", "{0} of {1} arrives at the block's barrier once more, without having waited since it did so before: what happens then is not defined", \
    "let every thread call `barrier_wait()` with its token before it arrives again")                                                        \
  S("barrier.halves.wait", "{0} of {1} waits at the block's barrier without having arrived there: what happens then is not defined",          \
    "let every thread call `barrier_arrive()` before, and wait once with the token that it gives")                                          \
  S("barrier.halves.left", "{0} of {1} leaves the kernel without having waited at the block's barrier, where it has arrived: what happens then is not defined", \
    "let every thread that calls `barrier_arrive()` call `barrier_wait()` with its token, too")                                             \
  S("barrier.count.number", "{0} of {1} names barrier {2}: a block has 16 barriers, with the numbers 0 to 15", "name one of them; 0 is that of `__syncthreads()`") \
  S("barrier.count.not_warps", "{0} of {1} comes to barrier {2} for {3}: a barrier counts whole warps, so that has to be a multiple of 32",   \
    "give 32 times the number of warps that come, also where the last one has fewer threads")                                             \
  S("barrier.count.none", "{0} of {1} arrives at barrier {2} without a count: who does not wait has to say for how many threads the barrier is", \
    "give `bar.arrive` the count of the `bar.sync` that waits there: 32 times the number of warps that come, waiting or not")             \
  S("barrier.count.too_many", "{0} of {1} comes to barrier {2} for {3}, and the block has only {4}",                                        \
    "give 32 times the number of the block's warps that come there, waiting or not")                                                      \
  S("barrier.count.other", "{0} of {1} comes to barrier {2} for {3}, while others come to it for {4}",                                      \
    "let all who meet at one barrier give the same count; another group of warps takes another number")                                   \
  S("barrier.count.mixed", "{0} of {1} comes to barrier {2} by {5}, while others come to it by {6}: what happens then is not defined",       \
    "let all threads of a reduction come by `bar.red`, or take another barrier for it")                                                    \
  S("warp.mask",                                                                                                                           \
    "a warp function at {1} names lanes in its mask that do not come: {2} there, but {3}; on a GPU that may never end",                     \
    "name exactly the lanes that reach this call, as `__ballot_sync` gives them before the branch, or move the call to a place that all of them pass") \
  S("warp.mask.past",                                                                                                                      \
    "a warp function at {1} names lanes in its mask that have gone past it: {2} there, but {3}; as long as they have not, the result is not defined", \
    "name exactly the lanes that reach this call, as `__ballot_sync` gives them before the branch, or move the call to a place that all of them pass") \
  S("warp.caller", "{0} of {1} calls a warp function with the mask {2}, which does not name its own lane {3}: the result is not defined",   \
    "every lane that calls must be in the mask: use `0xffffffff` for the whole warp, or `__ballot_sync` before the branch to find who takes part") \
  S("warp.source", "{0} of {1} takes a value from lane {2}, which does not take part in the call: what it gets is not defined",             \
    "read only from lanes that are in the mask and still there; a narrower `width` or a smaller first offset keeps a reduction among them")  \
  S("warp.width", "{0} of {1} shuffles with the width {2}, which is no power of two from 1 to 32: what it gets is not defined",               \
    "give 2, 4, 8, 16 or 32 as `width`; groups of another size need a mask and lane numbers of their own")                                \
  S("assert", "the assertion `{2}` does not hold in {0} of {1}: the launch ended here",                                                     \
    "look at the values in it at this moment: what should have made it true?")                                                            \
  S("assert.host", "the host program's assertion `{0}` does not hold: it ends there",                                                       \
    "look at what the kernels in front of it have left in the values that it compares")                                                   \
  S("trap", "{0} of {1} calls `{2}`: the launch ended here with an error", "find out why it comes here, or leave the kernel with `return;`") \
  S("deadlock", "no warp of {0} can go on: {1}", "somebody waits for what nobody can do any more: look at what each group of threads waits for") \
  S("deadlock.count", "no warp of {0} can go on: {1}; {2}",                                                                                \
    "a barrier's count is 32 times the number of warps that come, those that wait and those that only arrive; each of them has to come in every round") \
  S("deadlock.poll", "{0} of {1} {2} at {3} for {4} to change, for ever: it stays {5}, and {6}",                                            \
    "a thread that still runs must change it: look for the store or atomic that should do so, and for what keeps its thread from getting there; a lock has to be released on every way out, by whoever took it") \
  S("deadlock.host", "{0} of {1} {2} at {3} for {4} to change, which the host program stores to later: a run that is recorded ends here",   \
    "run it without a recording: then it goes on with what the program stores")                                                           \
  S("deadlock.cut", "{0} of {1} {2} at {3} for {4} to change; whether the host program stores there is not known: it could not be followed so far", \
    "let it wait fewer times for the host, or look at a smaller problem")                                                                   \
  S("deadlock.arrivals", "the barrier `{4}` lacks {5} of the {6} arrivals of its phase, and they never come: {0} of {1} {2} for it at {3}, and {7}", \
    "initialise it with the number of threads that arrive in each phase, and let every one of them arrive (or `arrive_and_drop()` before it leaves)") \
  S("deadlock.bytes", "the barrier `{4}` has the arrivals of its phase, but expects {5} that no copy brings: {0} of {1} {2} for it at {3}, and {6}", \
    "let `expect_tx` name as many bytes as the bulk copies of the phase bring together, and give every one of them this barrier") \
  S("deadlock.bytes.more", "the barrier `{4}` has the arrivals of its phase, but its copies have brought {5} more than it was told to expect: {0} of {1} {2} for it at {3}, and {6}", \
    "let `expect_tx` name as many bytes as the bulk copies of the phase bring together") \
  S("deadlock.circle", "{0}: each waits for a lock that the next one holds, and none of them ever gets on",                                 \
    "take locks in one order everywhere, such as that of their addresses or indices, or let one outer lock guard the taking of several")  \
  S("deadlock.order", "{0}: when each has its first lock, none ever gets its second; this run came to its end, but in another order they wait for ever", \
    "take locks in one order everywhere, such as that of their addresses or indices, or let one outer lock guard the taking of several")  \
  S("budget.circle", "{0} of {1} {2} round at {3} for ever: nothing that the loop looks at changes any more; the launch was stopped after {4} warp instructions", \
    "something has to change in every pass that ends the loop some time: look at its condition, and at what should change there")          \
  S("budget", "the launch was stopped after {0} warp instructions; {1}",                                                                   \
    "a loop may never end: check the condition that should end it, or raise the budget")                                                   \
  S("arith.div0", "{0} of {1} divides by zero", "check the divisor first")                                                                 \
  S("arith.shift", "{0} of {1} shifts by {2}, which is not a legal width here", "a shift must be at least 0 and less than the number of bits") \
  S("memory.misaligned", "{0} of {1} reaches for {2} bytes at byte {3} of `{4}`, which is not a multiple of {2}",                           \
    "accesses of {2} bytes need addresses that are multiples of {2}; a cast pointer must keep to that")                                     \
  S("memory.readonly", "{0} of {1} writes `{2}`, which is read-only", "copy the value into a variable and change that, or keep the data in memory that is not constant")       \
  S("memory.null.host", "{0} of {1} calls a virtual function of an object that the host has made: the table of its functions lies in the host's memory", \
    "make the object in device code, by `new`, placement `new` or as a variable there; or keep its class in a number, and choose with `switch`")  \
  S("memory.null.pure", "{0} of {1} calls a virtual function that is pure in the object's class as it is now: its constructor or destructor is at work", \
    "call it when the whole object is made; in constructors and destructors calls go to the class's own functions")                         \
  S("memory.null", "{0} of {1} uses a pointer that points nowhere", "check the pointer, or give it something to point to")                 \
  S("memory.lifetime", "{0} of {1} {2} `{3}`, but {4}",                                                                                    \
    "{5}")                                                                                                                                \
  S("memory.lifetime.given_back", "{0} of {1} uses `{2}`, which the program has given back before the launch", "free it behind the last kernel that uses it, and behind the wait for that one") \
  S("memory.lifetime.other", "{0} of {1} {2} `{3}` by a pointer that {5} has stored, but `{4}` is a local variable: every thread has its own, and comes to that one", \
    "put what other threads use into `__shared__` or global memory, and hand on a pointer to that; behind a barrier where they have to wait for it") \
  S("memory.lifetime.scope", "{0} of {1} {2} `{3}` by a pointer, but `{4}` is a local variable whose scope has ended: what stands there is not known", \
    "return the value itself, not its address, or let the caller declare the variable and hand in a pointer to it")                       \
  S("memory.free.again", "{0} of {1} gives back `{2}` by `{3}`, but {4}",                                                                  \
    "give each block back once, by one thread; a pointer that is set to `nullptr` with it can be given back again without harm")         \
  S("memory.free.middle", "{0} of {1} gives back a pointer to `{2}` by `{3}`: it leads to byte {4} of a block of {5}, not to its beginning", \
    "give back the pointer that `malloc` or `new` gave; keep it where another one walks through the block")                              \
  S("memory.free.foreign", "{0} of {1} gives back a pointer by `{2}` that {3}",                                                            \
    "only what `malloc` or `new` in a kernel gave can be given back: buffers and arrays are not of the device's heap")    \
  S("memory.free.other_way", "{0} of {1} gives back by `{2}` what was taken by `{3}` at {4}",                                              \
    "give memory of `malloc` back by `free`, of `new` by `delete`, of `new[]` by `delete[]`")                                            \
  S("stack.overflow", "{0} of {1} calls too deeply: its stack is full after {2} calls inside each other", "use a loop, or a smaller problem for each call")                                     \
  S("coverage.missing", "{0} of {1} elements of `{2}` are never written; the first is `{3}`",                                              \
    "compare the number of threads with the number of elements: does the grid cover them all, and does a guard leave out too many?")      \
  S("coverage.missing.one", "`{3}` is never written; the other elements of `{2}` are",                                                     \
    "look at the last index that a thread computes, and at the guard")                                                                     \
  S("coverage.missing.all", "no element of `{2}` is ever written",                                                                         \
    "store the result: the kernel computes, but nothing arrives in this buffer")                                                           \
  S("coverage.repeated", "{0} of {1} elements of `{2}` are written by several threads; the first is `{3}`",                                \
    "that is legal when a barrier lies between, but often two threads do the same work")                                                   \
  S("launch.plain", "{0} of {1} comes to the grid's barrier at {5}, but the launch is not cooperative: on a GPU its blocks cannot wait for each other, and the kernel ends with an error", \
    "launch it by `cudaLaunchCooperativeKernel`, or by `cudaLaunchKernelEx` with `cudaLaunchAttributeCooperative`; or end the kernel here, and go on in a second one")  \
  S("launch.invalid", "{0}; the kernel did not run", "{1}")                                                                                \
  S("num.absorb", "{0} of {1} adds {2} to {3}, and the sum stays {3}: the smaller number is below half a step of the larger one",          \
    "add in a wider type, or sum in pieces (each thread its own, then the pieces), so that numbers of like size meet")                    \
  S("num.overflow", "{0} of {1} converts {2}, which is outside of what the new type holds: it becomes {3}",                                \
    "scale before converting, clamp to the type's range, or keep the wider type")                                                         \
  S("num.overflow.result", "{0} of {1} computes a number that `{2}` cannot hold: it becomes {3}",                                          \
    "compute in a wider type, or scale the numbers first")                                                                                \
  S("num.widen", "{0} of {1} computes in `double` here, in a kernel whose data are `float`: {2}",                                          \
    "write the constant with an `f` (`0.5f`) and call the function for `float` (`sqrtf`), if `double` is not meant")

struct Sentence {
  std::string_view code, message, hint;
};
const Sentence& sentence(std::string_view code);
// Replaces {0}, {1}, ... by the arguments.
std::string fill_sentence(std::string_view text, std::span<const std::string> arguments);
// Gives the finding the sentence of this code, and its hint.
void tell(Finding& finding, std::string code, std::vector<std::string> arguments);

}  // namespace wb
