// <cuda/pipeline>. A thread's own pipeline is its groups of asynchronous copies: consumer_wait() waits for the oldest stage that it has not waited
// for yet, which leaves as many of the last groups under way as have been committed since. A pipeline
// that a block shares passes stages from producers to consumers and back: for each stage of the ring a barrier where the producers say
// "filled", and one where the consumers say "free". The n-th use of a stage waits for the phase n of its barriers. Copies are bound to the barrier
// "filled" of their stage (cuda_barrier.h).

#define WB_FN __device__ __forceinline__

namespace cuda {

enum class pipeline_role { producer, consumer };

template <thread_scope Scope, unsigned int Stages>
struct pipeline_shared_state {
  barrier<Scope> filled[Stages];
  barrier<Scope> freed[Stages];
  int producers;
  pipeline_shared_state() = default;
  pipeline_shared_state(const pipeline_shared_state&) = delete;
};

template <thread_scope Scope>
struct pipeline {
  barrier<Scope>* filled;
  barrier<Scope>* freed;
  unsigned int stages, produced, consumed;
  bool is_producer, is_consumer;

  WB_FN void __wb_take_copies() { filled[produced % stages].__wb_take_copies(); }
  WB_FN void producer_acquire() {
    const unsigned int round = produced / stages;
    if (__wb_has_bulk_copies()) {  // the phase's last bits are all there is of it
      while (round != 0u && freed[produced % stages].phase() == (round - 1u & 15u)) __nanosleep(0u);
    } else while (freed[produced % stages].phase() < round) __nanosleep(0u);
  }
  WB_FN void producer_commit() {
    filled[produced % stages].arrive();
    produced++;
  }
  WB_FN void consumer_wait() {
    const unsigned int round = consumed / stages;
    if (__wb_has_bulk_copies()) {
      while (filled[consumed % stages].phase() == (round & 15u)) __nanosleep(0u);
    } else while (filled[consumed % stages].phase() <= round) __nanosleep(0u);
  }
  WB_FN void consumer_release() {
    freed[consumed % stages].arrive();
    consumed++;
  }
  WB_FN bool quit() { return true; }
};
template <>
struct pipeline<thread_scope_thread> {
  unsigned int waited, committed;

  WB_FN void __wb_take_copies() {}
  WB_FN void producer_acquire() {}
  WB_FN void producer_commit() {
    __wb_copy_commit();
    committed++;
  }
  WB_FN void consumer_wait() {
    if (waited == committed) return;
    __wb_copy_wait(committed - waited - 1u);
    waited++;
  }
  WB_FN void consumer_release() {}
  WB_FN bool quit() { return true; }
};

WB_FN pipeline<thread_scope_thread> make_pipeline() { return pipeline<thread_scope_thread>{0u, 0u}; }

template <class Group, thread_scope Scope, unsigned int Stages>
WB_FN pipeline<Scope> __wb_make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state, unsigned int producers, unsigned int consumers,
                                         bool produces, bool consumes) {
  if (group.thread_rank() == 0)
    for (unsigned int i = 0; i < Stages; i++) {
      init(&state->filled[i], (long)producers);
      init(&state->freed[i], (long)consumers);
    }
  group.sync();
  return pipeline<Scope>{state->filled, state->freed, Stages, 0u, 0u, produces, consumes};
}
template <class Group, thread_scope Scope, unsigned int Stages>
WB_FN pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state) {
  const unsigned int all = (unsigned int)group.size();
  return cuda::__wb_make_pipeline(group, state, all, all, true, true);
}
template <class Group, thread_scope Scope, unsigned int Stages>
WB_FN pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state, unsigned long producers) {
  const bool produces = group.thread_rank() < producers;
  return cuda::__wb_make_pipeline(group, state, (unsigned int)producers, (unsigned int)(group.size() - producers), produces, !produces);
}
template <class Group, thread_scope Scope, unsigned int Stages>
WB_FN pipeline<Scope> make_pipeline(const Group& group, pipeline_shared_state<Scope, Stages>* state, pipeline_role role) {
  if (group.thread_rank() == 0) state->producers = 0;
  group.sync();
  const bool produces = role == pipeline_role::producer;
  if (produces) atomicAdd(&state->producers, 1);
  group.sync();
  const unsigned int producers = (unsigned int)state->producers;
  return cuda::__wb_make_pipeline(group, state, producers, (unsigned int)group.size() - producers, produces, !produces);
}

template <unsigned int Prior> WB_FN void pipeline_consumer_wait_prior(pipeline<thread_scope_thread>& pipe) {
  __wb_copy_wait(Prior);
  pipe.waited = pipe.committed - (Prior < pipe.committed ? Prior : pipe.committed);
}
template <class Barrier> WB_FN void pipeline_producer_commit(pipeline<thread_scope_thread>& pipe, Barrier& bar) { bar.__wb_take_copies(); }

}
