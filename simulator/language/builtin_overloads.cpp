// The builtin table's signatures, read once, with the further overloads that CUDA's headers declare on top of them: `long` beside
// `long long`, and the mixed signed/unsigned forms of min and max, which compute in the unsigned type.
#include <unordered_map>

#include "simulator/language/parser.h"

namespace wb {
namespace {

struct BuiltinIndex {
  std::vector<BuiltinRow> rows;
  std::unordered_map<std::string_view, std::vector<int>> by_name;
  std::vector<std::string_view> names;
};

BuiltinRow::Parameter read_type(std::string_view text) {
  BuiltinRow::Parameter p;
  while (text.starts_with(' ')) text.remove_prefix(1);
  if (text.starts_with("const ")) {
    p.is_const = true;
    text.remove_prefix(6);
  }
  if (text.ends_with('*')) {
    p.is_pointer = true;
    text.remove_suffix(1);
  }
  if (size_t equals = text.find('='); equals != std::string_view::npos) {
    p.has_default = true;
    for (char digit : text.substr(equals + 1)) p.default_value = p.default_value * 10 + static_cast<uint64_t>(digit - '0');
    text = text.substr(0, equals);
  }
  p.record = text;
  for (int i = 0; i < static_cast<int>(ScalarKind::count); ++i)
    if (text == scalar_infos[i].spelling) {
      p.kind = static_cast<ScalarKind>(i);
      p.record = {};
    }
  return p;
}

BuiltinRow read_signature(Builtin builtin, std::string_view signature) {
  BuiltinRow row;
  row.builtin = builtin;
  size_t open = signature.find('(');
  row.result = read_type(signature.substr(0, open));
  std::string_view list = signature.substr(open + 1, signature.size() - open - 2);
  while (!list.empty()) {
    size_t comma = list.find(',');
    row.parameters.push_back(read_type(list.substr(0, comma)));
    list = comma == std::string_view::npos ? std::string_view{} : list.substr(comma + 1);
  }
  return row;
}

const BuiltinIndex& builtin_index() {
  static const BuiltinIndex index = [] {
    BuiltinIndex made;
    auto add = [&](std::string_view name, BuiltinRow row) {
      auto [it, is_new] = made.by_name.try_emplace(name);
      if (is_new) made.names.push_back(name);
      it->second.push_back(static_cast<int>(made.rows.size()));
      made.rows.push_back(std::move(row));
    };
    for (int i = 1; i < static_cast<int>(Builtin::count); ++i) {
      const BuiltinInfo& info = builtin_info(static_cast<Builtin>(i));
      BuiltinRow row = read_signature(static_cast<Builtin>(i), info.signature);
      const bool is_called = static_cast<Builtin>(i) == Builtin::part_xorwow_jump;  // by curand_kernel.h
      if (info.family == BuiltinFamily::part && !is_called) made.rows.push_back(std::move(row));  // no kernel calls it
      else add(info.spelling, std::move(row));
    }
    struct Extra {
      const char* name;
      Builtin builtin;
      const char* signature;
    };
    using B = Builtin;
    static constexpr Extra extras[] = {
        {"min", B::min_i64, "long(long,long)"}, {"min", B::min_u64, "unsigned long(unsigned long,unsigned long)"},
        {"min", B::min_u32, "unsigned int(int,unsigned int)"}, {"min", B::min_u32, "unsigned int(unsigned int,int)"},
        {"min", B::min_u64, "unsigned long(long,unsigned long)"}, {"min", B::min_u64, "unsigned long(unsigned long,long)"},
        {"min", B::min_u64, "unsigned long long(long long,unsigned long long)"}, {"min", B::min_u64, "unsigned long long(unsigned long long,long long)"},
        {"min", B::min_f64, "double(float,double)"}, {"min", B::min_f64, "double(double,float)"},
        {"max", B::max_i64, "long(long,long)"}, {"max", B::max_u64, "unsigned long(unsigned long,unsigned long)"},
        {"max", B::max_u32, "unsigned int(int,unsigned int)"}, {"max", B::max_u32, "unsigned int(unsigned int,int)"},
        {"max", B::max_u64, "unsigned long(long,unsigned long)"}, {"max", B::max_u64, "unsigned long(unsigned long,long)"},
        {"max", B::max_u64, "unsigned long long(long long,unsigned long long)"}, {"max", B::max_u64, "unsigned long long(unsigned long long,long long)"},
        {"max", B::max_f64, "double(float,double)"}, {"max", B::max_f64, "double(double,float)"},
        {"abs", B::abs_i64, "long(long)"},
        {"__dp4a", B::dp4a_i32, "int(char4,char4,int)"}, {"__dp4a", B::dp4a_u32, "unsigned int(uchar4,uchar4,unsigned int)"},
        {"__dp2a_lo", B::dp2a_lo_i32, "int(short2,char4,int)"}, {"__dp2a_lo", B::dp2a_lo_u32, "unsigned int(ushort2,uchar4,unsigned int)"},
        {"__dp2a_hi", B::dp2a_hi_i32, "int(short2,char4,int)"}, {"__dp2a_hi", B::dp2a_hi_u32, "unsigned int(ushort2,uchar4,unsigned int)"}};
    for (const Extra& extra : extras) add(extra.name, read_signature(extra.builtin, extra.signature));
#define WB_LONG(name, function)                                                                                                \
  add(name, read_signature(B::function##_i64, "long(unsigned int,long," WB_THIRD));                                            \
  add(name, read_signature(B::function##_u64, "unsigned long(unsigned int,unsigned long," WB_THIRD));
#define WB_THIRD "int,int=32)"
    WB_LONG("__shfl_sync", shfl) WB_LONG("__shfl_xor_sync", shfl_xor)
#undef WB_THIRD
#define WB_THIRD "unsigned int,int=32)"
    WB_LONG("__shfl_up_sync", shfl_up) WB_LONG("__shfl_down_sync", shfl_down)
#undef WB_THIRD
#undef WB_LONG
    add("__match_any_sync", read_signature(B::match_any_i64, "unsigned int(unsigned int,long)"));
    add("__match_any_sync", read_signature(B::match_any_u64, "unsigned int(unsigned int,unsigned long)"));
    add("__match_all_sync", read_signature(B::match_all_i64, "unsigned int(unsigned int,long,int*)"));
    add("__match_all_sync", read_signature(B::match_all_u64, "unsigned int(unsigned int,unsigned long,int*)"));
    return made;
  }();
  return index;
}

}  // namespace

const std::vector<BuiltinRow>& builtin_rows() { return builtin_index().rows; }

const std::vector<int>* builtins_named(std::string_view spelling) {
  auto it = builtin_index().by_name.find(spelling);
  return it == builtin_index().by_name.end() ? nullptr : &it->second;
}

std::string_view masked_warp_function(std::string_view spelling) {
  static constexpr std::string_view pairs[][2] = {{"__shfl", "__shfl_sync"}, {"__shfl_up", "__shfl_up_sync"}, {"__shfl_down", "__shfl_down_sync"},
                                                  {"__shfl_xor", "__shfl_xor_sync"}, {"__any", "__any_sync"}, {"__all", "__all_sync"},
                                                  {"__ballot", "__ballot_sync"}};
  for (const auto& [old_name, name] : pairs)
    if (spelling == old_name) return name;
  return {};
}

const std::vector<std::string_view>& builtin_names() { return builtin_index().names; }

}  // namespace wb
