// One loop over the lanes for each device function, made from its C++ type: registers hold 32 bits (small integers extended by their sign)
// or 64.
#include "simulator/builtins/device_table.h"

#include <bit>
#include <type_traits>
#include <utility>

#include "simulator/builtins/device_functions.h"
#include "simulator/builtins/half.h"
#include "simulator/language/builtin_table.h"

namespace wb {
namespace {

constexpr int lane_count = 32;

template <class T>
using Register = std::conditional_t<sizeof(T) >= 4, T, std::conditional_t<std::is_signed_v<T>, int32_t, uint32_t>>;

template <class F>
struct Caller;

template <class R, class... A>
struct Caller<R (*)(A...)> {
  static constexpr size_t count = sizeof...(A);
  struct Letters {
    char text[count + 2] = {};
    constexpr Letters() {
      constexpr bool wide[] = {sizeof(R) == 8, sizeof(A) == 8 ...};
      for (size_t i = 0; i <= count; ++i) text[i] = (wide[i] ? "DABCQ" : "dabcq")[i];
    }
  };
  static constexpr Letters letters{};

  template <R (*f)(A...), size_t... I>
  static void run_on(uint32_t lanes, void* result, const void* const* operands, std::index_sequence<I...>) {
    typedef Register<R> To __attribute__((may_alias));
    To* d = static_cast<To*>(result);
    const auto at = [&](int lane) { d[lane] = static_cast<Register<R>>(f(argument<A>(operands[I], lane)...)); };
    if (lanes == ~0u) {
      for (int lane = 0; lane < lane_count; ++lane) at(lane);
    } else {
      for (; lanes; lanes &= lanes - 1) at(std::countr_zero(lanes));
    }
  }
  template <class T>
  static T argument(const void* from, int lane) {
    typedef Register<T> From __attribute__((may_alias));
    return static_cast<T>(static_cast<const From*>(from)[lane]);
  }
  template <R (*f)(A...)>
  static void run(uint32_t lanes, void* d, const void* a, const void* b, const void* c, const void* q) {
    const void* operands[] = {a, b, c, q};
    run_on<f>(lanes, d, operands, std::make_index_sequence<count>());
  }
};

#define WB_ROW(name, spelling, result, parameters, ...) \
  {Caller<result(*) parameters>::letters.text, Caller<result(*) parameters>::run<static_cast<result(*) parameters>(wb_device::spelling)>},
constexpr DeviceFunction functions[] = {WB_BUILTINS_VALUES(WB_ROW)};
static_assert(sizeof functions / sizeof functions[0] == value_builtins, "every value builtin needs a function");

}  // namespace

const DeviceFunction& device_function(uint32_t number) { return functions[number]; }

}  // namespace wb
