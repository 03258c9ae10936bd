#pragma once
// What a recording answered, in one number: builds that come to the same one answered the same.
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "simulator/recording/recording.h"

namespace wb::bench {

class AnswerDigest {
 public:
  uint64_t value() const { return value_; }

  template <class Number>
    requires std::integral<Number> || std::is_enum_v<Number>
  void add(Number number) { mix(static_cast<uint64_t>(number)); }
  void add(std::string_view text) {
    mix(text.size());
    for (const char c : text) mix(static_cast<uint8_t>(c));
  }
  void add(const std::string& text) { add(std::string_view(text)); }
  void add(const Span& span) { add(span.file.v), add(span.begin), add(span.end); }
  void add(const AccessRecord& a) {
    for (const uint64_t part : {a.tick, uint64_t{a.thread.block}, uint64_t{a.thread.thread}, uint64_t(a.kind), uint64_t{a.allocation}, a.offset, uint64_t{a.bytes}, a.value, a.old_value, uint64_t{a.owner}}) mix(part);
    add(a.span);
  }
  void add(const ThreadMeeting& m) { add(m.earlier), add(m.later); }
  void add(const WarpSlice& s) { add(s.begin), add(s.end), add(s.block), add(s.warp), add(s.span); }
  void add(const Instruction& i) { add(i.block), add(i.warp), add(i.active), add(i.span); }
  void add(const LaneView& l) { add(l.state), add(l.span); }
  void add(const VariableView& v) { add(v.name), add(v.value), add(v.changed); }
  void add(const MemoryView& m) { add(m.bytes), add(m.defined); }
  template <class... Parts>
  void add(const std::tuple<Parts...>& all) { std::apply([&](const Parts&... parts) { (add(parts), ...); }, all); }
  template <class T>
  void add(const std::optional<T>& one) {
    mix(one.has_value());
    if (one) add(*one);
  }
  template <class T>
  void add(const std::vector<T>& all) {
    mix(all.size());
    for (const auto& one : all) add(static_cast<const T&>(one));
  }

 private:
  void mix(uint64_t part) { value_ = (value_ ^ part) * 0x9E3779B97F4A7C15u, value_ ^= value_ >> 29; }
  uint64_t value_ = 0;
};

}  // namespace wb::bench
