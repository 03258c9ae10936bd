#include "written_orders.h"

#include <algorithm>
#include <utility>

namespace wb::test {

WrittenOrders::WrittenOrders(const std::string& text, const std::vector<Site>& sites) : sites_(sites) {
  for (uint32_t site = 0; site < sites.size(); ++site)
    if (const std::optional<Written> written = read(text, sites[site].span)) written_.emplace(site, *written);
}

// The span is that of the call, "store(1, cuda::memory_order_release)"; the reference stands in front of it.
std::optional<WrittenOrders::Written> WrittenOrders::read(const std::string& text, Span span) {
  static const std::string reference = "cuda::atomic_ref<", scope = "cuda::thread_scope_", order = "cuda::memory_order_";
  if (span.end > text.size() || span.begin == 0 || text[span.begin - 1] != '.') return std::nullopt;
  const size_t open = text.find('(', span.begin), line = text.rfind('\n', span.begin) + 1, from = text.rfind(reference, span.begin);
  if (open >= span.end || text[span.end - 1] != ')' || from == text.npos || from < line) return std::nullopt;
  Written written;
  written.operation = text.substr(span.begin, open - span.begin);
  written.span = span;
  const size_t name = text.find(scope, from) + scope.size();
  switch (text[name]) {
    case 'b': written.scope = MemoryScope::block; break;
    case 'd': written.scope = MemoryScope::device; break;
    case 's': written.scope = MemoryScope::system; break;
    default: break;
  }
  const size_t first = text.find(order, open), second = text.find(order, first + 1);
  if (first < span.end) written.order = written.failure = order_at(text, first + order.size());
  if (first < span.end && second < span.end) written.failure = order_at(text, second + order.size());
  return written;
}

WrittenOrders::Order WrittenOrders::order_at(const std::string& text, size_t at) {
  static const char* const names[] = {"relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"};
  const auto found = std::find_if(std::begin(names), std::end(names), [&](const char* name) { return text.compare(at, std::char_traits<char>::length(name), name) == 0; });
  return static_cast<Order>(found - std::begin(names));
}

void WrittenOrders::tell(const Written& of, const std::string& what) {
  const std::string place = std::to_string(of.span.begin) + "-" + std::to_string(of.span.end);
  mistakes_.insert("order." + what + " " + of.operation + " " + place + " " + place + " error none");
}

void WrittenOrders::fence(uint32_t thread, Fence fence) {
  Thread& me = threads_[thread];
  if (fence.part == FencePart::release) me.released = fence.scope;
  if (fence.part == FencePart::whole) me.fenced = std::max(me.fenced.value_or(fence.scope), fence.scope);
  if (fence.part != FencePart::acquire || !me.last) return;
  if (!me.acquires) tell(*me.last, "acquires");
  if (fence.scope != me.last->scope) tell(*me.last, "acquires_for_others");
  me.has_acquired = true;
}

// The thread goes on to another access: is everything done that was to come behind this one?
void WrittenOrders::end(Thread& me, const Written* next) {
  if (!me.last) return;
  const bool goes_on = me.may_go_on && next && next->span == me.last->span;
  if (me.acquires && !me.has_acquired && !goes_on) tell(*me.last, "does_not_acquire");
  if (me.wants_fence && (!me.fenced || *me.fenced < *me.last->scope)) tell(*me.last, "is_not_sequential");
}

void WrittenOrders::access(uint32_t thread, const WarpAccess& access, uint32_t lane) {
  Thread& me = threads_[thread];
  const auto found = written_.find(access.site);
  const Written* const now = found == written_.end() ? nullptr : &found->second;
  end(me, now);
  const Thread before = std::exchange(me, {});
  if (!now) return;
  if (!now->scope) {
    if (access.kind == AccessKind::atomic) tell(*now, "is_atomic");
    return;
  }
  me.last = now;
  if (access.kind != AccessKind::atomic) return tell(*now, "is_plain");
  if (access.scope != now->scope) tell(*now, "scope");
  const bool looks = sites_[access.site].kind == AccessKind::load, is_load = now->operation == "load", is_store = now->operation == "store", is_check = now->operation.starts_with("compare");
  if (looks && !is_load) {  // in front of a loop around a compare-and-exchange
    me.may_go_on = true;
    me.acquires = acquires(now->order);
    if (before.released) tell(*now, "releases_too_early");
    return;
  }
  const bool fits = is_check && access.old_value && access.old_value[lane] == 0;  // the kernels expect 0
  const Order order = is_check && !fits ? now->failure : now->order;
  me.acquires = !is_store && acquires(order);
  me.wants_fence = is_store && order == Order::seq_cst;
  me.may_go_on = access.bytes < 4;
  if (is_load && order == Order::seq_cst && (!before.fenced || *before.fenced < *now->scope)) tell(*now, "is_not_sequential");
  const bool wants_release = !is_load && releases(now->order);
  if (wants_release != before.released.has_value()) tell(*now, wants_release ? "does_not_release" : "releases");
  if (wants_release && before.released && before.released != now->scope) tell(*now, "releases_for_others");
}

}  // namespace wb::test
