// From text to a program: what the front end and the lowering find, and what a launch has to know of the kernel to call it.
#include <algorithm>
#include <set>
#include <utility>

#include "simulator/language/device_text.h"
#include "simulator/language/front_end.h"
#include "simulator/program/lower.h"
#include "simulator/simulator.h"
#include "simulator/source/limits.h"

namespace wb {
namespace {

// What a launch passes a pointer to.
bool is_data_pointer(const TypeTable& types, const Type& t) { return t.kind == TypeKind::pointer && types[t.element].kind != TypeKind::function; }
// A pointer to a function is passed as a number: only who has run the program knows it.
ScalarKind scalar_of(const TypeTable& types, const Type& value, bool is_pointed_to) {
  if (value.kind == TypeKind::scalar || value.kind == TypeKind::enumeration) return value.scalar;
  return !is_pointed_to && value.kind == TypeKind::pointer && types[value.element].kind == TypeKind::function ? ScalarKind::longlong : ScalarKind::void_;
}

void add_members(const TypeTable& types, TypeId id, uint64_t offset, const std::string& name, std::vector<RecordMember>& out) {
  const Type& t = types[id];
  if (out.size() >= limits::parameter_bytes) return;
  if (t.kind == TypeKind::record) {
    const Record& record = types.records[t.index];
    for (const Field& field : record.fields) {
      add_members(types, field.type, offset + field.offset, name + (name.empty() || field.name.empty() ? "" : ".") + field.name, out);
      if (record.is_union) break;
    }
    return;
  }
  if (t.kind == TypeKind::array) {
    for (uint64_t i = 0; i < t.count && out.size() < limits::parameter_bytes; ++i)
      add_members(types, t.element, offset + i * types.size_of(t.element), name + "[" + std::to_string(i) + "]", out);
    return;
  }
  RecordMember member;
  member.name = name;
  member.type = types.name(id);
  member.offset = static_cast<uint32_t>(offset);
  member.is_pointer = is_data_pointer(types, t);
  member.bytes = static_cast<uint32_t>(types.size_of(member.is_pointer ? t.element : id));
  const Type& value = member.is_pointer ? types[t.element] : t;
  member.pointee_is_const = member.is_pointer && value.is_const;
  member.scalar = scalar_of(types, value, member.is_pointer);
  out.push_back(std::move(member));
}

KernelParameter describe_parameter(const Module& m, VarId id) {
  const Variable& v = m[id];
  const Type& t = m.types[v.type];
  KernelParameter p;
  p.name = v.name;
  p.type = m.types.name(v.type);
  p.is_pointer = is_data_pointer(m.types, t);
  const TypeId of = p.is_pointer ? t.element : v.type;
  const Type& value = m.types[of];
  p.pointee_is_const = p.is_pointer && value.is_const;
  p.scalar = scalar_of(m.types, value, p.is_pointer);
  p.bytes = static_cast<uint32_t>(m.types.size_of(of));
  if (value.kind == TypeKind::record) add_members(m.types, of, 0, "", p.members);
  return p;
}

// texture<uchar4, 2, cudaReadModeNormalizedFloat>, by the name of its type.
std::optional<TextureReference> texture_reference(const Module& m, VarId id) {
  const Variable& v = m[id];
  const std::string type = m.types.name(v.type);
  const size_t open = type.find("texture<"), comma = type.find(',');
  if (v.storage != Storage::constant || open == std::string::npos || comma == std::string::npos) return std::nullopt;
  TextureReference reference{v.name, type.substr(open + 8, comma - open - 8), 1, false};
  const size_t digit = type.find_first_of("123", comma), mode = type.find(',', comma + 1);
  if (digit != std::string::npos) reference.dimensions = static_cast<uint32_t>(type[digit] - '0');
  if (mode != std::string::npos) reference.reads_floats = type.find("Normalized", mode) != std::string::npos || type.find('1', mode) != std::string::npos;
  return reference;
}

bool is_texture(const CompileResult& result, const std::string& name) {
  return std::any_of(result.textures.begin(), result.textures.end(), [&](const TextureReference& t) { return t.name == name; });
}

// What the host can set: of the kernel's variables all that the launch wants to know, of the others in the file the names.
void list_variables(const Program& program, CompileResult& result) {
  for (const ProgramAllocation& a : program.allocations)
    if (!a.symbol.empty() && !is_texture(result, a.symbol))
      result.variables.push_back({a.symbol, a.storage == Storage::constant, a.info.scalar, a.info.element_bytes, a.bytes});
  const Module& m = *program.module;
  std::set<std::string> names;
  for (const Variable& v : m.variables) {
    TypeId type = v.type;
    while (m.types.is_array(type)) type = m.types[type].element;
    const bool is_of_host = v.storage == Storage::device_global || v.storage == Storage::constant;
    if (is_of_host && type.v && !m.types[type].is_const && !m.sources->is_library(v.span.file) && !is_texture(result, v.name)) names.insert(v.name);
  }
  result.variables_in_file.assign(names.begin(), names.end());
}

std::string display_name(const Function& f) { return f.display_name.empty() ? f.name : f.display_name; }

}  // namespace

CompileResult compile(std::string file_name, std::string text, std::string_view kernel, const CompileOptions& options) {
  CompileResult result;
  DiagSink diags;
  auto sources = std::make_shared<SourceMap>();
  const FileId main = sources->add(std::move(file_name), std::move(text));
  result.sources = sources;

  const FrontEndOptions front_end{options.contract, options.defines, options.read_include};
  const FrontEndResult parsed = parse_module(sources, main, kernel, front_end, diags);
  if (parsed.module)
    for (const Function& f : parsed.module->functions)  // also those that cannot run: what keeps them from it is said, not that they are missing
      if (f.is_kernel && f.body) result.kernels_in_file.push_back(display_name(f));
  // From here on every expression has a type and every name is resolved.
  if (parsed.ok && !diags.has_errors()) {
    result.module = parsed.module;
    const Function& f = (*parsed.module)[parsed.kernel];
    result.kernel = display_name(f);
    result.qualified_kernel = parsed.qualified_kernel.empty() ? result.kernel : parsed.qualified_kernel;
    for (VarId parameter : f.parameters) result.parameters.push_back(describe_parameter(*parsed.module, parameter));
    for (VarId global : parsed.module->globals)
      if (auto reference = texture_reference(*parsed.module, global)) result.textures.push_back(std::move(*reference));
    result.program = lower_kernel(parsed.module, parsed.kernel, diags);
    if (result.program) result.static_shared_bytes = result.program->static_shared_bytes;
    else result.module = nullptr;
    if (result.program) list_variables(*result.program, result);
  }
  result.diagnostics = diags.all();
  return result;
}

DeviceText device_text(const std::string& file_name, const std::string& text, std::string_view kernel, const std::map<std::string, std::string>& headers, const std::vector<std::pair<std::string, std::string>>& defines,
                       const std::function<bool(std::string_view)>& has_header) {
  auto sources = std::make_shared<SourceMap>();
  const FileId main = sources->add(file_name, text);
  FrontEndOptions options;
  options.defines = defines;
  options.read_include = [&](std::string_view path) -> std::optional<std::string> {
    const auto own = headers.find(std::string(path));
    return own == headers.end() ? std::nullopt : std::optional(own->second);
  };
  const auto is_own = [&](std::string_view name) {  // also "b.h", for "own/b.h" beside the header that includes it
    return std::any_of(headers.begin(), headers.end(), [&](const auto& own) { return own.first == name || own.first.ends_with("/" + std::string(name)); });
  };
  const auto is_there = [&](std::string_view name) { return is_own(name) || has_header(name); };
  const std::vector<std::string> texts = device_text(sources, main, kernel, options, is_there);
  DeviceText out{texts[main.v], headers};
  for (auto& [name, own] : out.headers)
    for (uint32_t i = 0; i < sources->file_count(); ++i)
      if (i != main.v && sources->text(FileId{i}) == headers.at(name)) own = texts[i];
  return out;
}

}  // namespace wb
