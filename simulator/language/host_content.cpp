// What a launch's buffer holds, where the host code fills it with values that stand in the file: the copy from the host, or managed memory that
// host code writes, is found, and the code in front of it is run (host_program.cpp).
//
//     cudaMalloc(&d, bytes);  fill(h, n);  cudaMemcpy(d, h, bytes, cudaMemcpyHostToDevice);   k<<<...>>>(d)
//                             run                                                              nothing else may touch d before
//
// A buffer that nothing touches between its allocation and the launch is not initialised.
#include <utility>

#include "simulator/language/host_reader.h"

namespace wb {

// Does the call in the statement happen once, whatever comes: as it stands, in a check's condition, in a macro's do { } while (0)?
bool HostReader::happens_once(size_t call, Range s) {
  for (size_t k = s.begin; k < call; ++k) {
    const Tok word = kind(k);
    if (word == Tok::kw_for || word == Tok::kw_while || word == Tok::kw_switch || word == Tok::kw_else || word == Tok::kw_try) return false;
    if (word == Tok::kw_if && close_of(k + 1) < call) return false;
    if (word == Tok::kw_do && (k != s.begin || s.end < s.begin + 4 || (!is(s.end - 3, "0") && kind(s.end - 3) != Tok::kw_false))) return false;
  }
  return true;
}

// What the mention of the buffer at `i` in the statement is.
HostReader::Touch HostReader::touch_at(size_t i, Range s) {
  if (declares(i, s.begin)) {
    const Tok next = kind(i + 1);
    const bool is_plain = next == Tok::semicolon || next == Tok::comma || (next == Tok::equal && (kind(i + 2) == Tok::kw_nullptr || is(i + 2, "NULL") || is(i + 2, "0")));
    return {is_plain ? Touch::nothing : Touch::unknown};
  }
  const std::vector<size_t> around = brackets_around(i, s);
  for (size_t level = around.size(); level-- > 0;) {
    const size_t open = around[level];
    if (kind(open) != Tok::left_paren || open <= s.begin || kind(open - 1) != Tok::identifier || !text(open - 1).starts_with("cuda")) continue;
    const std::vector<Range> given = split({open + 1, close_of(open)});
    const std::string_view f = text(open - 1);
    if (given.size() < 2 || i < given[0].begin || i >= given[0].end) break;
    if (f == "cudaMalloc" || f == "cudaMallocAsync") return {Touch::allocated, given[1], {}, open - 1};
    if (f == "cudaMallocManaged" || f == "cudaMallocHost" || f == "cudaHostAlloc") return {Touch::managed, given[1], {}, open - 1};
    const bool is_whole = given[0].begin == i && given[0].end == i + 1;
    const bool is_copy = (f == "cudaMemcpy" || f == "cudaMemcpyAsync") && given.size() >= 4 && (mentions(given[3], "cudaMemcpyHostToDevice") || mentions(given[3], "cudaMemcpyDefault"));
    if (is_whole && is_copy && happens_once(open - 1, s)) return {Touch::copied, given[2], given[1], open - 1};
    break;
  }
  return {may_change(i, s, false) ? Touch::unknown : Touch::nothing};
}

// The last thing that happens to the buffer in front of the mention at `place`.
HostReader::Touch HostReader::last_touch(size_t place) {
  const HostFunction* f = function_around(place);
  Touch last{Touch::unknown};
  if (!f || is_parameter(*f, text(place))) return last;
  std::vector<Range> statements;
  statements_before(f->body, place, statements);
  bool is_allocated = false, is_managed = false, is_local = false;
  for (Range s : statements)
    for (size_t i = s.begin; i < s.end; ++i) {
      if (++steps_ > most_steps) return {Touch::unknown};
      if (kind(i) != Tok::identifier || text(i) != text(place) || is_member_at(i) || is_own_of(s, i)) continue;
      is_local |= declares(i, s.begin);  // a pointer of the file may be used by any function that is called
      const Touch touch = touch_at(i, s);
      if (touch.what == Touch::nothing || (is_managed && touch.what == Touch::unknown)) continue;
      is_managed |= touch.what == Touch::managed;
      is_allocated |= touch.what == Touch::allocated || touch.what == Touch::managed;
      if (is_managed && touch.what == Touch::copied) return {Touch::unknown};
      if (touch.what == Touch::unknown || (last.what == Touch::copied && touch.what != Touch::copied)) return {Touch::unknown};
      last = touch;
    }
  return is_allocated && is_local ? last : Touch{Touch::unknown};
}

// Between the function that allocates and the launch lie the functions that hand the buffer on: they must leave it alone.
bool HostReader::is_handed_on_untouched() {
  for (size_t k = 0; k + 1 < places_.size(); ++k) {
    const HostFunction* f = function_around(places_[k]);
    std::vector<Range> statements;
    if (!f) return false;
    statements_before(f->body, places_[k], statements);
    for (Range s : statements)
      for (size_t i = s.begin; i < s.end; ++i)
        if (kind(i) == Tok::identifier && text(i) == text(places_[k]) && !is_member_at(i) && may_change(i, s, false)) return false;
  }
  return true;
}

void HostReader::read_content(HostArgument& argument) {
  if (!assumes_ || !argument.is_buffer || places_.empty()) return;
  const size_t steps = std::exchange(steps_, 0);
  const Touch last = is_handed_on_untouched() ? last_touch(places_.back()) : Touch{Touch::unknown};
  argument.is_untouched = last.what == Touch::allocated && steps_ <= most_steps;
  steps_ = steps;
  if (last.what != Touch::copied && last.what != Touch::managed) return;
  const size_t place = places_.back();
  const Range source = last.what == Touch::copied ? last.source : Range{place, place + 1};
  auto bytes = run_before(last.what == Touch::copied ? last.call : place, {source, last.size}, [&](Program& program) { return std::pair(spelled(source, program), spelled(last.size, program)); });
  if (!bytes) return;
  if (!argument.bytes) argument.bytes = bytes_of_equal_size(last, bytes->size());
  if (argument.bytes == bytes->size()) argument.content = std::move(*bytes);
}

// cudaMalloc(&d, bytes) of a size that was not worked out, where the copy says the same words.
std::optional<uint64_t> HostReader::bytes_of_equal_size(const Touch& last, uint64_t bytes) {
  if (last.what == Touch::managed) return bytes;
  const HostFunction* f = function_around(last.call);
  for (size_t i = f ? f->body.begin : last.call; i < last.call; ++i) {
    if (++steps_ > most_steps) break;
    if ((!is(i, "cudaMalloc") && !is(i, "cudaMallocAsync")) || kind(i + 1) != Tok::left_paren) continue;
    const std::vector<Range> given = split({i + 2, close_of(i + 1)});
    if (given.size() >= 2 && mentions(given[0], text(places_.back())) && words(given[1]) == words(last.size)) return bytes;
  }
  return std::nullopt;
}

}  // namespace wb
