#pragma once
// The sentences that a race story ends with: one table, keyed by a code, as analysis/sentences.h is for findings. Arguments:
//   0 element, 1 the thread that is told of, 2 what it read (or wrote), 3 the other thread, 4 what that one made of it, 5 what the first one then
//   writes (or would have read in the other order), 6 the element in the end, 7 the same in the other order
// and where there is no story: 1 how many runs, 2 how many warp instructions in them.
#include <string_view>

namespace wb {

#define WB_STORY_SENTENCES(S) \
  S("why.update_lost",                                                                                                                     \
    "one update is lost: {1} had read {2} before {3} wrote {4}, and writes {5} over it: these two leave `{0}` at {6}, and one after the other at {7}") \
  S("why.stale",                                                                                                                           \
    "{1} acts on what is no longer true: it had read {2}, and {3} has made it {4} since: these two leave `{0}` at {6}, and one after the other at {7}") \
  S("why.old_value", "{1} reads too early: it gets the old value {2} of `{0}`, and {5} where it waits for {3}")                            \
  S("why.unwritten", "{1} reads too early: nobody has written `{0}` yet, and what it gets is no value at all; where it waits for {3} it gets {5}") \
  S("why.new_value", "{3} writes too early: {1} gets its {2}, and {5} where the write waits for the read of `{0}`")                        \
  S("why.last_write", "who comes last decides: `{0}` is {6} when {3} writes last, and {7} when it does not")                              \
  S("why.overwritten", "a change is lost: {1} writes {2} over what the atomic of {3} has left; `{0}` is {6} then, and {7} where the atomic comes after the write") \
  S("why.late",                                                                                                                            \
    "{3} wrote {4} first, but no fence makes others see it before what it does next: {1} still reads {2} from `{0}`, and {5} where the write is seen in time") \
  S("why.late_over",                                                                                                                       \
    "{3} wrote {4} first, but no fence makes it arrive first: it comes behind the {2} of {1}; `{0}` is {6} then, and {7} where the writes arrive in turn") \
  S("why.none", "no order of the two that was tried ({1}) changes what comes of `{0}`")                  \
  S("why.no_other_order",                                                                                                                  \
    "the two keep their order however they are held up ({1} tried): one waits for what the other does, and no write that came late changed anything. " \
    "What a GPU may do beyond that (writes in yet another order) is not replayed here")              \
  S("why.child", "the two are of different grids: other orders of those are not replayed step by step")           \
  S("why.scope",                                                                                                                           \
    "an atomic that is for one block or one cluster alone need not be seen by others at once; here every write is seen at once, so there is no order of steps to show") \
  S("why.not_met", "the two did not meet at `{0}` again when their blocks ran alone or in order")                                          \
  S("why.budget", "nothing was found in {1} of {2} warp instructions together, and there this search stops")

std::string_view story_sentence(std::string_view code);  // empty: there is no such code

}  // namespace wb
