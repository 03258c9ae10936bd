// Idioms of the parts of the language that came later: each like those of generate_idioms.cpp a text with holes.
#include "tests/fuzz/differential/generator.h"

namespace wb::fuzz {
namespace {

using K = ScalarKind;

template <class... More>
std::vector<Node> nodes(Node first, More... more) {
  std::vector<Node> out;
  out.push_back(std::move(first));
  (out.push_back(std::move(more)), ...);
  return out;
}

}  // namespace

Node Generator::newer_idiom() {
  const bool together = scope_.is_kernel_top, kernel = !in_function_, whole_warps = threads_in_block() % 32 == 0;
  switch (random_.below(8)) {
    case 0: if (on(Feature::gotos)) return use_goto(); break;
    case 1: if (on(Feature::packs)) return use_pack(); break;
    case 2: case 3: if (on(Feature::generic_lambdas)) return use_generic_lambda(); break;
    case 4: if (on(Feature::half_pairs)) return use_half_pair(); break;
    case 5: if (on(Feature::bfloats)) return use_bfloat(); break;
    case 6: if (on(Feature::groups) && on(Feature::barriers) && on(Feature::warps) && together && whole_warps) return use_groups(); break;
    default: if (on(Feature::atomic_refs) && kernel) return use_atomic_ref(); break;
  }
  return list();
}

// Backwards (a loop that counts), or out of two loops at once. Nothing is declared between the jump and its label.
Node Generator::use_goto() {
  const std::string label = fresh("label"), i = fresh("i");
  Node start = cast(K::uint, integer(2)), step = cast(K::uint, integer(2)), c = condition(2);
  if (random_.chance(50))
    return named_result(K::uint, range_of(K::uint),
                        replaced("unsigned @v = $;\nint @i = 0;\n@l:\n@v = @v * 3u + ($);\nif (++@i < @n) goto @l;\nif ($) goto @l_end;\n@v ^= 77u;\n@l_end:\n@v += 1u;\n",
                                 {{"@l", label}, {"@i", i}, {"@n", std::to_string(random_.between(1, 5))}}),
                        nodes(std::move(start), std::move(step), std::move(c)));
  return named_result(K::uint, range_of(K::uint),
                      replaced("unsigned @v = $;\nfor (int @i = 0; @i < 3; ++@i)\nfor (int @ij = 0; @ij < 4; ++@ij) {\n@v = @v * 5u + ($);\nif ((@v & 3u) == (unsigned)@i || ($)) goto @l;\n}\n@v += 9u;\n@l:;\n",
                               {{"@l", label}, {"@i", i}}),
                      nodes(std::move(start), std::move(step), std::move(c)));
}

Node Generator::use_pack() {
  const std::string f = fresh("pack");
  static const char* const forms[] = {
      "template <typename... T>\n__device__ unsigned @f(unsigned s, T... v) { return s + ((unsigned)(v != T(0)) + ... + 0u) * 3u + (unsigned)sizeof...(T); }\n",
      "__device__ inline unsigned @f(unsigned s) { return s + 1u; }\ntemplate <typename T, typename... R>\n__device__ unsigned @f(unsigned s, T first, R... rest) { return (unsigned)(first < T(1)) + 2u * @f(s, rest...); }\n",
      "template <typename... T>\n__device__ unsigned @f(unsigned s, const T&... v) { ((s = s * 7u + (unsigned)(v > T(0))), ...); return s; }\n",
      "template <typename... T>\n__device__ unsigned @f(unsigned s, T... v) { const bool all = ((v > T(0)) && ...); const bool any = (... || (v == T(1))); return s * 2u + all + 4u * any; }\n"};
  declarations_.children.push_back(statement(replaced(forms[random_.below(4)], {{"@f", f}})));
  std::string call = "unsigned @v = " + f + "($";
  std::vector<Node> children = nodes(cast(K::uint, integer(2)));
  for (int i = random_.between(1, 4); i > 0; --i) {
    call += ", $";
    children.push_back(cast(any_kind(), value(2)));
  }
  return named_result(K::uint, range_of(K::uint), call + ");\n", std::move(children));
}

Node Generator::use_generic_lambda() {
  const std::string f = fresh("lambda"), g = fresh("applied");
  const K kind = random_.pick({K::int_, K::uint, K::longlong, K::ulonglong, K::float_, K::double_, K::short_, K::uchar});
  const std::string scalar = info(kind).spelling;
  Node a = cast(kind, value(2)), b = cast(kind, value(2));
  std::string text;
  std::vector<Node> children;
  switch (random_.below(4)) {
    case 0:
      text = "auto @f = [](auto p, auto q) { return p < q ? q : p; };\n@S @v = @f($, $);\n";
      children = nodes(std::move(a), std::move(b));
      break;
    case 1:
      text = "auto @f = [k = $, n = 3](@S p) mutable {\n++n;\nreturn (@S)(n > 4 ? k : p);\n};\n@S @v = @f($);\n@v = @f(@v);\n";
      children = nodes(std::move(a), std::move(b));
      break;
    case 2: {
      const std::string p = fresh("given");
      const Scope before = scope_;
      scope_ = {};
      scope_.values.push_back({p, kind, range_of(kind), false});
      const size_t functions = functions_.size();
      Node body = as(kind, value(options_.depth));
      functions_.resize(functions);
      scope_ = before;
      declarations_.children.push_back(statement(replaced("template <typename F, typename T>\n__device__ T @g(F f, T x) { return f(x) != T(0) ? f(f(x)) : x; }\n", {{"@g", g}})));
      text = replaced("@S @v = @g([](@S @p) -> @S { return $; }, $);\n", {{"@p", p}});
      children = nodes(std::move(body), std::move(a));
      break;
    }
    default:
      text = "auto @f = [](@S p) {\nreturn [p](@S q) -> @S { return p < q ? p : q; };\n};\n@S @v = @f($)($);\n";
      children = nodes(std::move(a), std::move(b));
      break;
  }
  return named_result(kind, range_of(kind), replaced(text, {{"@f", f}, {"@g", g}, {"@S", scalar}}), std::move(children));
}

// One operation on a pair and no more: two in a row may become one fused one.
Node Generator::use_half_pair() {
  includes_.insert("cuda_fp16.h");
  const std::string h = fresh("pair");
  if (random_.chance(30)) {
    const std::string form = random_.pick({"__half2int_rz(@h)", "__half2int_rn(@h)", "__half2int_ru(@h)", "__half2int_rd(@h)", "__half2short_rz(@h)", "(int)__half2uint_rn(@h)", "(int)__half2ushort_rz(@h)", "(int)__half_as_ushort(__hisnan(@h) ? __half(0) : @h)",
                                          "(int)__heq(@h, __half(1))", "(int)__hgt(@h, __half(2.5f))", "(int)__hisinf(@h)"});
    return named_result(K::int_, range_of(K::int_), replaced("__half @h = __float2half($);\nint @v = " + form + ";\n", {{"@h", h}}), {cast(K::float_, value(2))});
  }
  const std::string form = random_.pick({"__hadd2(@a, @b)", "__hsub2(@a, @b)", "__hmul2(@a, @b)", "__hfma2(@a, @b, @a)", "__h2div(@a, @b)", "__hmax2(@a, @b)", "__hmin2(@a, @b)", "__hneg2(@a)", "__habs2(@a)", "__hadd2_sat(@a, @b)",
                                        "__hmul2_sat(@a, @b)", "__lowhigh2highlow(@a)", "__halves2half2(__high2half(@a), __low2half(@b))", "__lows2half2(@a, @b)", "__highs2half2(@a, @b)", "@a + @b", "@a * @b", "@a - @b", "__hge2(@a, @b)",
                                        "__hne2(@a, @b)", "__hltu2(@a, @b)", "h2floor(@a)", "h2ceil(@a)", "h2rint(@a)", "h2trunc(@a)", "__half2half2(__float2half_rz(__low2float(@a)))", "__hfma2_relu(@a, @b, @a)", "__hmax2_nan(@a, @b)"});
  const std::string part = random_.pick({"__low2float(@c)", "__high2float(@c)", "__half22float2(@c).x", "__half22float2(@c).y"});
  return named_result(K::float_, {}, replaced("__half2 @a = __floats2half2_rn($, $), @b = __float2half2_rn($);\n__half2 @c = " + form + ";\nfloat @v = " + part + ";\n", {{"@a", h + "a"}, {"@b", h + "b"}, {"@c", h + "c"}}),
                      nodes(cast(K::float_, value(2)), cast(K::float_, value(2)), cast(K::float_, value(1))));
}

Node Generator::use_bfloat() {
  includes_.insert("cuda_bf16.h");
  const std::string h = fresh("bf");
  const std::string form = random_.pick({"__hadd(@a, @b)", "__hsub(@a, @b)", "__hmul(@a, @b)", "__hfma(@a, @b, @a)", "__hdiv(@a, @b)", "__hmax(@a, @b)", "__hmin(@a, @b)", "__hneg(@a)", "__habs(@b)", "@a + @b", "@a * @b", "__hlt(@a, @b) ? @a : @b", "hfloor(@a)", "hrint(@a)",
                                        "__hadd_sat(@a, @b)"});
  return named_result(K::float_, {}, replaced("__nv_bfloat16 @a = __float2bfloat16($), @b = __float2bfloat16_rn($);\nfloat @v = __bfloat162float(" + form + ");\n", {{"@a", h + "a"}, {"@b", h + "b"}}),
                      nodes(cast(K::float_, value(2)), cast(K::float_, value(2))));
}

// Tiles of the block. How many threads come together in coalesced_threads() is nobody's promise, their sum over all groups is.
Node Generator::use_groups() {
  includes_.insert("cooperative_groups.h");
  const std::string g = fresh("group"), size = random_.pick({"4", "8", "16", "32"});
  if (random_.chance(15)) {
    Node c = condition(2);
    return statement(replaced("if ($) {\nauto @g = cooperative_groups::coalesced_threads();\nif (@g.thread_rank() == 0) atomicAdd(&total[0], (unsigned)@g.size());\n}\n", {{"@g", g}}), nodes(std::move(c)));
  }
  const std::string form = random_.pick({"@g.shfl_xor(own, 1)", "@g.shfl(own, (int)(own & 3))", "@g.shfl_down(own, 2)", "@g.shfl_up(own, 1)", "@g.ballot((int)(own & 1))", "(unsigned)@g.any((int)(own & 64))", "(unsigned)@g.all((int)(own & 1))", "@g.match_any(own & 3u)",
                                        "(unsigned)@g.thread_rank() * 100u + (unsigned)@g.meta_group_rank()", "cooperative_groups::reduce(@g, own, cooperative_groups::plus<unsigned>())", "cooperative_groups::reduce(@g, own, cooperative_groups::less<unsigned>())",
                                        "cooperative_groups::reduce(@g, own, cooperative_groups::bit_xor<unsigned>())", "cooperative_groups::exclusive_scan(@g, own)", "cooperative_groups::inclusive_scan(@g, own, cooperative_groups::greater<unsigned>())"});
  if (form.find("reduce(") != std::string::npos) includes_.insert("cooperative_groups/reduce.h");
  if (form.find("scan(") != std::string::npos) includes_.insert("cooperative_groups/scan.h");
  return named_result(K::uint, range_of(K::uint),
                      replaced("unsigned @v;\n{\nauto block = cooperative_groups::this_thread_block();\nauto @g = cooperative_groups::tiled_partition<@n>(block);\nunsigned own = $;\n@v = " + form + ";\n@g.sync();\n}\n", {{"@g", g}, {"@n", size}}),
                      nodes(cast(K::uint, integer(options_.depth))));
}

// The same cells, and the same kinds of update, as global_atomic's.
Node Generator::use_atomic_ref() {
  includes_.insert("cuda/atomic");
  const std::string form = random_.pick({"(total[0]).fetch_add($, cuda::memory_order_relaxed)", "(total[0]).fetch_sub($)", "(total[2]).fetch_max($, cuda::memory_order_relaxed)", "(total[3]).fetch_min($)", "(total[4]).fetch_and($, cuda::memory_order_relaxed)",
                                        "(total[5]).fetch_or($)", "(total[6]).fetch_xor($)"});
  return statement("cuda::atomic_ref<unsigned, cuda::thread_scope_device>" + form + ";\n", nodes(cast(K::uint, integer(options_.depth))));
}

}  // namespace wb::fuzz
