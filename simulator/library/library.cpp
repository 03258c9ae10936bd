#include "simulator/library/library.h"

#include <memory>
#include <mutex>
#include <optional>

#include "simulator/language/preprocessor.h"

namespace wb {
namespace {

// Cuts a header's tokens into the declarations at namespace scope, and finds the names that each declares.
class Cutter {
 public:
  Cutter(LibraryHeader& header) : header_(header), tokens_(header.tokens) {}

  void run() {
    while (kind(pos_) != Tok::end) one(pos_);
  }

 private:
  Tok kind(size_t i) const { return i < tokens_.size() ? tokens_[i].kind : Tok::end; }

  size_t behind_bracket(size_t i) const {
    size_t depth = 0;
    for (; kind(i) != Tok::end; ++i) {
      Tok k = kind(i);
      if (k == Tok::left_paren || k == Tok::left_brace || k == Tok::left_bracket) ++depth;
      if ((k == Tok::right_paren || k == Tok::right_brace || k == Tok::right_bracket) && --depth == 0) return i + 1;
    }
    return i;
  }
  size_t behind_angles(size_t i) const {
    size_t depth = 0;
    for (; kind(i) != Tok::end; ++i) {
      if (kind(i) == Tok::left_paren) i = behind_bracket(i) - 1;
      if (kind(i) == Tok::less) ++depth;
      if (kind(i) == Tok::greater && --depth == 0) return i + 1;
    }
    return i;
  }

  void one(size_t begin) {
    if (kind(begin) == Tok::kw_namespace || (kind(begin) == Tok::kw_inline && kind(begin + 1) == Tok::kw_namespace)) return open_namespace(begin);
    if (kind(begin) == Tok::right_brace) {
      scope_.resize(scope_sizes_.back());
      scope_sizes_.pop_back();
      pos_ = begin + 1;
      return;
    }
    const size_t end = end_of_declaration(begin);
    const auto item = static_cast<uint32_t>(header_.items.size());
    header_.items.push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(end)});
    name_declaration(begin, end, item);
    pos_ = end;
  }

  void open_namespace(size_t i) {
    while (kind(i) != Tok::kw_namespace) ++i;
    scope_sizes_.push_back(scope_.size());
    for (++i; kind(i) != Tok::left_brace; ++i)
      if (kind(i) == Tok::identifier) scope_ += (scope_.empty() ? "" : "::") + std::string(tokens_[i].text);
    header_.scopes[scope_];  // known, though it may hold nothing but other namespaces
    pos_ = i + 1;
  }

  size_t end_of_declaration(size_t i) const {
    bool is_record = false, has_value = false;
    while (kind(i) == Tok::kw_template) i = behind_angles(i + 1);
    for (; kind(i) != Tok::end; ++i) {
      switch (kind(i)) {
        case Tok::semicolon: return i + 1;
        case Tok::kw_struct: case Tok::kw_class: case Tok::kw_union: case Tok::kw_enum: is_record = true; break;
        case Tok::equal: has_value = true; break;
        case Tok::left_paren: is_record = false; i = behind_bracket(i) - 1; break;
        case Tok::left_brace:
          i = behind_bracket(i) - 1;
          if (!is_record && !has_value && kind(i + 1) != Tok::semicolon) return i + 1;
          break;
        default: break;
      }
    }
    return i;
  }

  void add(std::string_view name, uint32_t item) { header_.scopes[scope_][name].push_back(item); }

  void name_declaration(size_t i, size_t end, uint32_t item) {
    while (kind(i) == Tok::kw_template) i = behind_angles(i + 1);
    if (kind(i) == Tok::kw_using || kind(i) == Tok::kw_typedef) {
      bool is_alias = kind(i) == Tok::kw_using && kind(i + 2) == Tok::equal;
      return add(tokens_[is_alias ? i + 1 : end - 2].text, item);
    }
    for (; i < end; ++i) {
      switch (kind(i)) {
        case Tok::kw_struct: case Tok::kw_class: case Tok::kw_union: case Tok::kw_enum: return name_type(i, end, item);
        case Tok::kw_operator: {
          std::string name = "operator";
          for (++i; kind(i) != Tok::left_paren || name == "operator"; ++i) name += tokens_[i].text;
          names_.push_back(std::make_unique<std::string>(std::move(name)));
          return add(*names_.back(), item);
        }
        case Tok::kw_align: case Tok::kw_alignas: case Tok::kw_attribute: case Tok::kw_decltype: i = behind_bracket(i + 1) - 1; break;
        case Tok::less: i = behind_angles(i) - 1; break;
        case Tok::left_paren: case Tok::equal: case Tok::semicolon: case Tok::left_brace: case Tok::left_bracket: return add(last_, item);
        case Tok::identifier: last_ = tokens_[i].text; break;
        default: break;
      }
    }
  }

  void name_type(size_t i, size_t end, uint32_t item) {
    const bool is_plain_enum = kind(i) == Tok::kw_enum && kind(i + 1) != Tok::kw_class && kind(i + 1) != Tok::kw_struct;
    for (++i; i < end && kind(i) != Tok::identifier; ++i)
      if (kind(i) == Tok::left_paren) i = behind_bracket(i) - 1;
    add(tokens_[i].text, item);
    if (!is_plain_enum) return;
    for (; i < end; ++i)
      if ((kind(i) == Tok::left_brace || kind(i) == Tok::comma) && kind(i + 1) == Tok::identifier) add(tokens_[i + 1].text, item);
  }

  LibraryHeader& header_;
  const std::vector<Token>& tokens_;
  size_t pos_ = 0;
  std::string scope_;
  std::vector<size_t> scope_sizes_;
  std::string_view last_;
  static std::vector<std::unique_ptr<std::string>> names_;  // of operators: kept as long as the headers
};
std::vector<std::unique_ptr<std::string>> Cutter::names_;

struct LoadedHeader {
  std::once_flag once;
  SourceMap sources;
  TextArena arena;
  LibraryHeader header;
};

void load(LoadedHeader& loaded, const LibraryText& text) {
  static std::mutex names;  // Cutter's operators
  std::lock_guard lock(names);
  DiagSink diags;
  FrontEndOptions options;
  options.read_include = [](std::string_view path) -> std::optional<std::string> {
    for (const LibraryText& part : library_texts())
      if (part.name == path) return part.text;
    return std::nullopt;
  };
  FileId file = loaded.sources.add(text.name, text.text);
  loaded.header.name = text.name;
  loaded.header.text = text.text;
  loaded.header.tokens = Preprocessor(loaded.sources, options, loaded.arena, diags).run(file);
  for (Token& t : loaded.header.tokens) {
    t.span = loaded.sources.outermost(t.span);
    while (!(t.span.file == file)) t.span = loaded.sources.included_at(t.span.file);
  }
  Cutter(loaded.header).run();
}

std::vector<LoadedHeader>& loaded_headers() {
  static std::vector<LoadedHeader> all(library_texts().size());
  return all;
}

// Which of our headers stand behind the names that users include.
struct IncludeRow {
  std::string_view path;
  std::string_view brings[5];
};
constexpr IncludeRow include_rows[] = {
    {"cuda_fp16.h", {"cuda_fp16.h", ""}},
    {"cuda_fp16.hpp", {"cuda_fp16.h", ""}},
    {"cuda_bf16.h", {"cuda_bf16.h", "cuda_fp16.h"}},
    {"cuda_bf16.hpp", {"cuda_bf16.h", "cuda_fp16.h"}},
    {"cublas_v2.h", {"cuda_fp16.h", "cuda_bf16.h", "cuComplex.h"}},
    {"cudnn.h", {"cuda_fp16.h", "cuda_bf16.h"}},
    {"cuda_fp8.h", {"cuda_fp8.h", "cuda_fp16.h", "cuda_bf16.h"}},
    {"cuda.h", {"cuda_tensor_copies.h", "cuda_tensor_map.h", "cuda_ptx.h", "cuda_barrier.h", "cuda_atomic.h"}},
    {"cudaTypedefs.h", {"cuda_tensor_copies.h", "cuda_tensor_map.h", "cuda_ptx.h", "cuda_barrier.h", "cuda_atomic.h"}},
    {"mma.h", {"mma.h", "cuda_fp16.h", "cuda_bf16.h"}},
    {"wb_host_program", {"host_program.h", "cuda_tensor_map.h"}},  // nobody's but the host program's own text
    {"cuComplex.h", {"cuComplex.h", ""}},
    {"cufft.h", {"cuComplex.h", ""}},
    {"cufftXt.h", {"cuComplex.h", ""}},
    {"cub/cub.cuh", {"cub.h", "cuda_std.h"}},
    {"thrust/complex.h", {"thrust_complex.h"}},
    {"curand_kernel.h", {"curand_kernel.h", ""}},
    {"cooperative_groups.h", {"cooperative_groups.h", "cuda_std.h"}},
    {"cooperative_groups/reduce.h", {"cooperative_groups.h", "cuda_std.h"}},
    {"cooperative_groups/scan.h", {"cooperative_groups.h", "cuda_std.h"}},
    {"cooperative_groups/memcpy_async.h", {"cooperative_groups.h", "cuda_std.h"}},
    {"cuda/atomic", {"cuda_atomic.h"}},
    {"cuda/latch", {"cuda_atomic.h"}},
    {"cuda/semaphore", {"cuda_atomic.h"}},
    {"cuda/barrier", {"cuda_barrier.h", "cuda_atomic.h"}},
    {"cuda/ptx", {"cuda_ptx.h", "cuda_barrier.h", "cuda_atomic.h"}},
    {"cuda/pipeline", {"cuda_pipelines.h", "cuda_barrier.h", "cuda_atomic.h"}},
    {"cuda_pipeline.h", {"cuda_pipeline.h", "cuda_barrier.h", "cuda_atomic.h"}},
    {"cuda_pipeline_primitives.h", {"cuda_pipeline.h", "cuda_barrier.h", "cuda_atomic.h"}},
    {"cuda/std/atomic", {"cuda_atomic.h", "cuda_std.h"}},
    {"cuda/std/latch", {"cuda_atomic.h", "cuda_std.h"}},
    {"cuda/std/semaphore", {"cuda_atomic.h", "cuda_std.h"}},
    {"cuda/std/barrier", {"cuda_barrier.h", "cuda_atomic.h", "cuda_std.h"}},
};

}  // namespace

// No header of CUDA's, but beside so many samples, under a path of their own, that files are read without it.
constexpr std::string_view vector_helpers = "helper_math.h";

std::vector<std::string_view> library_includes(std::string_view path) {
  std::vector<std::string_view> names;
  for (const IncludeRow& row : include_rows)
    if (row.path == path)
      for (std::string_view name : row.brings)
        if (!name.empty()) names.push_back(name);
  if (names.empty() && path.starts_with("cub/")) return library_includes("cub/cub.cuh");
  if (names.empty() && (path.starts_with("cuda/std/") || path == "cuda/functional" || path == "cuda/cmath" || path == "cuda/bit")) names.push_back("cuda_std.h");
  const std::string_view file = path.substr(path.rfind('/') + 1);
  if (file == vector_helpers || file == "cutil_math.h") names.push_back(vector_helpers);
  return names;
}

std::string_view include_path_of(std::string_view header) {
  for (const IncludeRow& row : include_rows)
    if (row.brings[0] == header) return row.path;
  return {};
}

const LibraryHeader& library_header(std::string_view name) {
  const std::vector<LibraryText>& texts = library_texts();
  size_t index = 0;
  while (index + 1 < texts.size() && texts[index].name != name) ++index;
  LoadedHeader& loaded = loaded_headers()[index];
  std::call_once(loaded.once, [&] { load(loaded, texts[index]); });
  return loaded.header;
}

HostName host_name(std::string_view scope, std::string_view name) {
  const LibraryHeader& header = library_header("host_program.h");
  if (header.scopes.count(std::string(scope) + "::" + std::string(name))) return name == "__wb" ? HostName::none : HostName::type;
  const LibraryNames& names = header.scopes.at(std::string(scope));
  const auto found = names.find(name);
  // What the standard library's own header has, types that are asked about while compiling, kernels know by that name too.
  const bool is_of_all = scope == "wb_host" && name != "numeric_limits" && name != "hash" && library_header(always_included).scopes.at("std").count(name);
  if (found == names.end() || is_of_all) return HostName::none;
  const LibraryItem item = header.items[found->second.front()];
  int angles = 0;  // template <class T = less<K>>
  for (uint32_t i = item.begin; i < item.end; ++i) {
    const Tok k = header.tokens[i].kind;
    angles += (k == Tok::less) - (k == Tok::greater);
    if (angles > 0) continue;
    if (k == Tok::kw_struct || k == Tok::kw_using) return HostName::type;
    if (k == Tok::left_paren) return HostName::function;
    if (k == Tok::equal || k == Tok::left_brace || k == Tok::semicolon) return HostName::value;
  }
  return HostName::none;
}

std::string_view header_that_declares(std::string_view scope, std::string_view name) {
  for (const LibraryText& text : library_texts()) {
    if (!std::string_view(text.name).ends_with(".h") || std::string_view(text.name) == always_included) continue;  // the others are parts
    const LibraryHeader& header = library_header(text.name);
    const std::string_view path = include_path_of(header.name);
    if (path.empty()) continue;
    auto it = header.scopes.find(std::string(scope));
    if (it != header.scopes.end() && it->second.count(name)) return path;
    if (scope.empty() && header.scopes.count(std::string(name)) && name != "__wb") return path;  // a namespace
  }
  return {};
}

}  // namespace wb
