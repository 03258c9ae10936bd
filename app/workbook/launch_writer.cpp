#include "app/workbook/launch_writer.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "app/workbook/assumed_data.h"
#include "app/workbook/assumed_records.h"
#include "app/workbook/assumed_shape.h"
#include "app/workbook/element_type.h"
#include "app/workbook/element_words.h"
#include "app/workbook/launch_sizes.h"
#include "app/workbook/texture_writer.h"
#include "app/workbook/words.h"

namespace wb {

std::string toml_string(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return out + "\"";
}

namespace {

constexpr size_t most_reached_results = 16;
constexpr uint64_t most_assumed_threads = 1u << 18;

// One launch in the making: a kernel's compiled parameters beside what the host code says.
class LaunchWriter {
 public:
  LaunchWriter(const LaunchToWrite& launch, WrittenLaunch& out)
      : launch_(launch), out_(out), source_(launch.source), parameters_(launch.compiled.parameters), host_(launch.host), wishes_(launch.wishes) {
    if (launch.compiled.program) use_ = use_in(*launch.compiled.program, launch.source);
    given_ = parameters_.size();
    add_members();
    add_reached();
    name_textures();
    name_parameters();
    find_owners();
    std::vector<AssumedData::Count> counts;
    uint64_t elements = 1024;
    for (size_t i = 0; i < parameters_.size(); ++i) {
      const HostArgument* a = host_argument(i);
      counts.push_back({parameters_[i].name, a && a->bytes && parameters_[i].bytes ? *a->bytes / parameters_[i].bytes : 0});
      elements = std::max(elements, std::min(counts.back().elements, most_assumed_threads));
    }
    sizes_.emplace(launch_, use_, elements, out_);
    data_.emplace(launch_, use_, *sizes_, std::move(counts), out_);
  }

  std::string text() {
    std::string out = "[[launch]]\nname = " + toml_string(launch_.name) + "\nsource = " + toml_string(launch_.file_name) + "\nkernel = " + toml_string(launch_.kernel) + "\n";
    out += "grid = " + sizes(sizes_->grid()) + "\nblock = " + sizes(sizes_->block()) + "\nshared_bytes = " + sizes_->dynamic_shared_bytes() + "\n";
    if (host_ && host_->cluster) out += "cluster = [" + std::to_string((*host_->cluster)[0]) + ", " + std::to_string((*host_->cluster)[1]) + ", " + std::to_string((*host_->cluster)[2]) + "]\n";
    if (host_ && host_->allows_large_clusters) out += "large_clusters = 1\n";
    if (host_ && host_->heap_bytes != usual_heap_bytes) out += "heap_bytes = " + std::to_string(host_->heap_bytes) + "\n";
    if (const std::string allowed = shared_opt_in(); !allowed.empty()) out += "shared_opt_in = " + allowed + "\n";
    std::string names, values, buffers;
    for (size_t i = 0; i < parameters_.size(); ++i) {
      const KernelParameter& p = parameters_[i];
      if (i < given_) names += (names.empty() ? "" : ", ") + toml_string(is_record(p) ? record(i) : is_seen_handle(i) ? texture_names_.at(seen_number(i)) : place_text(i));
      if (is_record(p)) continue;
      if (p.is_pointer) buffers += buffer(i);
      else if (is_seen_handle(i)) continue;  // below, under the name that the arguments have
      else if (is_texture_type(p.type) && !wish(i) && !(host_ && host_->is_seen)) buffers += texture(texture_read_as(p.name, p.name, source_), is_surface_type(p.type));
      else values += (values.empty() ? "" : ", ") + p.name + " = " + value(i);
    }
    if (host_)
      for (const HostVariable& variable : host_->variables) buffers += symbol(variable);
    if (host_ && host_->heap) out_.contents["heap:" + launch_.name] = {{}, {}, by_name(host_->heap_pointers, host_->heap->bytes.size(), "the device's heap"), host_->heap};
    if (host_)
      for (const HostTexture& t : host_->textures) buffers += seen_texture(t);
    for (const TextureReference& reference : launch_.compiled.textures) buffers += texture(reference, false);
    for (const auto& [member, is_surface] : in_records_) buffers += texture(member, is_surface);
    out += "arguments = [" + names + "]\n";
    if (!values.empty()) out += "values = { " + values + " }\n";
    std::string defines;
    for (const auto& [macro, replacement] : wishes_.defines) defines += (defines.empty() ? "" : ", ") + macro + " = " + toml_string(replacement);
    if (!defines.empty()) out += "defines = { " + defines + " }\n";
    return out + buffers + "\n";
  }

  std::vector<HostStoreSpec> host_stores() const {
    std::vector<HostStoreSpec> all;
    for (const HostStoreSeen& seen : host_ ? host_->host_stores : std::vector<HostStoreSeen>())
      if (std::string buffer = buffer_of(seen); !buffer.empty())
        all.push_back({std::move(buffer), {.byte_offset = seen.offset, .value = seen.value, .bytes = seen.bytes}});
    return all;
  }

 private:
  // Pointers in records get buffers as if they were parameters of their own: `view.data` becomes view_data.
  void add_members() {
    for (size_t i = 0; i < given_; ++i)
      for (const RecordMember& member : std::vector<RecordMember>(parameters_[i].members))
        if (is_record(parameters_[i]) && member.is_pointer && !wish(i)) {
          KernelParameter p;
          p.name = member_name(parameters_[i], member);
          p.type = member.type;
          p.is_pointer = true;
          p.pointee_is_const = member.pointee_is_const;
          p.scalar = member.scalar;
          p.bytes = member.bytes;
          parameters_.push_back(std::move(p));
          members_.push_back(member.name);
          if (!is_seen_record(i)) continue;
          seen_members_[parameters_.size() - 1] = seen_member(host_->arguments[i], member.offset);
          if (is_null(host_->arguments[i].record, member.offset)) null_members_.insert(parameters_.size() - 1);
        }
  }

  // So does memory that the kernel reaches through other memory alone: `rows[2]`.
  void add_reached() {
    if (!host_ || !host_->is_seen) return;
    for (size_t i = 0; i < host_->allocations.size(); ++i) {
      const HostAllocation& a = host_->allocations[i];
      if (a.path.empty()) continue;
      KernelParameter p;
      p.name = a.path;
      p.type = a.type;
      p.is_pointer = true;
      p.pointee_is_const = a.type.starts_with("const ");
      p.scalar = a.scalar;
      p.bytes = a.element_bytes;
      parameters_.push_back(std::move(p));
      seen_members_[parameters_.size() - 1] = host_->pointer_to(static_cast<int>(i), 0);
    }
  }

  static std::string member_name(const KernelParameter& record, const RecordMember& member) {
    std::string name = record.name + "_" + member.name;
    for (char& c : name)
      if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name;
  }

  // ---- what the program stores while the kernel is at work

  // Empty: no buffer stands for it.
  std::string buffer_of(const HostStoreSeen& seen) const {
    if (seen.variable >= 0) return symbol_buffer(host_->variables[static_cast<size_t>(seen.variable)]);
    const auto owner = owner_.find(&host_->allocations[static_cast<size_t>(seen.allocation)]);
    return owner == owner_.end() ? "" : parameters_[owner->second].name;
  }
  bool is_stored_to(const HostVariable& variable) const {
    const std::vector<HostStoreSeen>& all = host_->host_stores;
    return std::any_of(all.begin(), all.end(), [&](const HostStoreSeen& seen) { return seen.variable >= 0 && &host_->variables[static_cast<size_t>(seen.variable)] == &variable; });
  }

  // ---- textures and surfaces that the program has made

  static bool is_surface_type(const std::string& type) { return type.find("cudaSurfaceObject_t") != std::string::npos; }
  static bool is_texture_type(const std::string& type) { return type.find("cudaTextureObject_t") != std::string::npos || is_surface_type(type); }
  // The number of the object whose handle an argument has, or a record at an offset; 0: it is none.
  uint32_t seen_number(size_t i, uint64_t at = 0) const {
    if (!host_ || !host_->is_seen || i >= host_->arguments.size()) return 0;
    const HostArgument& a = host_->arguments[i];
    uint64_t handle = 0;
    if (at + sizeof handle <= a.record.size()) std::memcpy(&handle, a.record.data() + at, sizeof handle);
    else if (a.number && a.number->is_whole && at == 0) handle = static_cast<uint64_t>(a.number->whole);
    const uint64_t number = handle - first_texture_handle + 1;
    return number <= most_texture_numbers ? static_cast<uint32_t>(number) : 0;
  }
  bool is_seen_handle(size_t i) const { return i < given_ && !wish(i) && !is_record(parameters_[i]) && !parameters_[i].is_pointer && texture_names_.contains(seen_number(i)); }
  // By the first argument or member that has them. Memory that no pointer leads to gets a buffer by that name.
  void name_textures() {
    if (!host_ || !host_->is_seen) return;
    std::set<uint32_t> numbers;
    for (const HostTexture& t : host_->textures) numbers.insert(t.number);
    const auto name = [&](uint32_t number, const std::string& as) {
      if (numbers.contains(number)) texture_names_.try_emplace(number, as);
    };
    for (size_t i = 0; i < given_; ++i) {
      if (!is_record(parameters_[i])) name(seen_number(i), parameters_[i].name);
      for (const RecordMember& member : parameters_[i].members)
        if (is_record(parameters_[i]) && is_texture_type(member.type)) name(seen_number(i, member.offset), member_name(parameters_[i], member));
    }
    for (const HostTexture& t : host_->textures) {
      const std::string& as = texture_names_.try_emplace(t.number, "texture_" + std::to_string(t.number)).first->second;
      if (!is_pointed_to(t.allocation)) add_texels(t, as);
    }
  }
  bool is_pointed_to(int allocation) const {
    for (size_t i = 0; i < parameters_.size(); ++i)
      if (const HostArgument* a = parameters_[i].is_pointer && (i < given_ || seen_members_.contains(i)) ? host_argument(i) : nullptr; a && a->allocation == allocation) return true;
    return false;
  }
  static std::string texel_type(const HostTexture& t) { return info(t.scalar).lesson_name + (t.lanes > 1 ? std::to_string(t.lanes) : ""); }
  void add_texels(const HostTexture& t, const std::string& name) {
    KernelParameter p;
    p.name = name + (t.is_surface ? "_array" : "_texels");
    p.type = (t.is_surface ? "" : "const ") + (t.lanes > 1 ? texel_type(t) : std::string(info(t.scalar).spelling)) + "*";
    p.is_pointer = true;
    p.pointee_is_const = !t.is_surface;
    p.scalar = t.scalar;
    p.bytes = info(t.scalar).bytes * t.lanes;
    parameters_.push_back(std::move(p));
    seen_members_[parameters_.size() - 1] = host_->pointer_to(t.allocation, 0);
    const HostAllocation& a = host_->allocations[static_cast<size_t>(t.allocation)];
    const uint64_t width = t.pitch ? t.pitch / parameters_.back().bytes : t.width, rows = uint64_t{t.height} * t.depth;
    if (t.offset != 0 || width * rows * parameters_.back().bytes != a.size) return;
    std::string& sides = sides_[parameters_.size() - 1];
    if (t.depth > 1) sides = std::to_string(t.depth) + ", ";
    if (rows > 1) sides += std::to_string(t.height) + ", ";
    sides += std::to_string(width);
  }
  std::string seen_texture(const HostTexture& t) {
    const auto owner = owner_.find(&host_->allocations[static_cast<size_t>(t.allocation)]);
    if (owner == owner_.end()) return "";
    std::string out = "[launch.texture." + toml_string(texture_names_.at(t.number)) + "]\nbuffer = " + toml_string(parameters_[owner->second].name) + "\ntype = " + toml_string(texel_type(t)) + "\nshape = [" +
                      std::to_string(t.width) + ", " + std::to_string(t.height) + ", " + std::to_string(t.depth) + "]\nnumber = " + std::to_string(t.number) + "\n";
    if (t.offset) out += "offset = " + std::to_string(t.offset) + "\n";
    if (t.pitch) out += "pitch = " + std::to_string(t.pitch) + "\n";
    if (t.is_surface) return out + "surface = true\n";
    constexpr const char* words[] = {"clamp", "border", "wrap", "mirror"};
    out += "address = \"" + std::string(words[t.address[0] & 3]) + " " + words[t.address[1] & 3] + " " + words[t.address[2] & 3] + "\"\n";
    return out + (t.is_linear ? "filter = \"linear\"\n" : "") + (t.reads_floats ? "read = \"float\"\n" : "") + (t.is_normalised ? "normalised = true\n" : "");
  }

  // The value of a record in braces.
  std::string record(size_t i) {
    if (const std::string* w = wish(i)) return w->starts_with("{") ? *w : "{" + *w + "}";
    size_t next = given_;
    for (size_t before = 0; before < i; ++before)
      if (is_record(parameters_[before]) && !wish(before)) next += static_cast<size_t>(std::count_if(parameters_[before].members.begin(), parameters_[before].members.end(), [](const RecordMember& m) { return m.is_pointer; }));
    std::string text;
    for (const RecordMember& member : parameters_[i].members) {
      std::string value = member.is_pointer ? place_text(next++) : member_value(i, member);
      if (!member.is_pointer && is_texture_type(member.type)) {
        if (const auto seen = texture_names_.find(seen_number(i, member.offset)); seen != texture_names_.end()) {
          value = seen->second;
        } else if (!is_seen_record(i)) {
          value = member_name(parameters_[i], member);
          in_records_.emplace_back(texture_read_as(value, member.name, source_), is_surface_type(member.type));
        }
      }
      text += (text.empty() ? "" : ", ") + value;
    }
    if (!is_seen_record(i) && !text.empty()) out_.assume("`" + parameters_[i].name + "` = {" + text + "}");
    return "{" + text + "}";
  }

  // ---- where the program was run

  bool is_seen_record(size_t i) const { return host_ && host_->is_seen && i < host_->arguments.size() && !host_->arguments[i].record.empty(); }
  static bool is_null(const std::vector<uint8_t>& record, uint64_t at) {
    return at + 8 <= record.size() && std::all_of(record.begin() + static_cast<std::ptrdiff_t>(at), record.begin() + static_cast<std::ptrdiff_t>(at + 8), [](uint8_t byte) { return byte == 0; });
  }
  HostArgument seen_member(const HostArgument& record, uint64_t at) const {
    for (const HostPointer& pointer : record.pointers)
      if (pointer.at == at) return host_->pointer_to(pointer.allocation, pointer.offset);
    return {};
  }
  // A pointer of the program's own, with what it points to known.
  bool is_seen_pointer(size_t i) const { return host_ && host_->is_seen && parameters_[i].is_pointer && !wish(i) && (i < given_ || seen_members_.contains(i)) && host_argument(i); }
  const HostAllocation* allocation_of(size_t i) const {
    const int allocation = is_seen_pointer(i) ? host_argument(i)->allocation : -1;
    return allocation < 0 ? nullptr : &host_->allocations[static_cast<size_t>(allocation)];
  }
  // By the buffers' names, which are not known before all parameters have theirs.
  std::vector<GivenContent::Pointer> by_name(const std::vector<HostPointer>& pointers, uint64_t bytes, const std::string& holder) {
    std::vector<GivenContent::Pointer> named;
    for (const HostPointer& pointer : pointers) {
      if (pointer.at + 8 > bytes) continue;
      if (pointer.allocation == HostPointer::in_heap) {
        named.push_back({pointer.at, GivenContent::Pointer::in_heap, pointer.offset});
        continue;
      }
      const auto owner = pointer.allocation < 0 ? owner_.end() : owner_.find(&host_->allocations[static_cast<size_t>(pointer.allocation)]);
      if (owner == owner_.end()) out_.assume("`" + holder + "` holds an address that no kernel can reach");
      named.push_back({pointer.at, owner == owner_.end() ? "" : parameters_[owner->second].name, pointer.offset});
    }
    return named;
  }
  // Can a kernel reach it? What it cannot is given as a null pointer, and its use is told by what the program did. A member that the program has set to null is
  // nothing to speak of.
  bool is_out_of_reach(size_t i) {
    const HostAllocation* a = allocation_of(i);
    if (!is_seen_pointer(i) || (a && !a->is_freed && a->kind != HostAllocation::Kind::pageable)) return false;
    if (!a && !null_members_.contains(i)) out_.assume("`" + parameters_[i].name + "` is no memory that a kernel can reach");
    return true;
  }
  void note_out_of_reach(size_t i) {
    if (const HostAllocation* a = allocation_of(i); a && !null_members_.contains(i)) out_.out_of_reach.push_back({parameters_[i].name, a->is_freed});
  }
  // The first pointer into an allocation names its buffer, and gives it its type.
  void find_owners() {
    for (size_t i = 0; i < parameters_.size(); ++i) {
      const HostAllocation* a = allocation_of(i);
      if (!a || is_out_of_reach(i)) continue;
      const auto [owner, is_new] = owner_.try_emplace(a, i);
      if (!is_new && host_argument(i)->offset % seen_element(owner->second).bytes != 0) apart_.insert(i);  // no whole elements: a buffer of its own
    }
  }
  // Of the buffer that an argument names by pointing into it: so small that the pointer stands at one.
  Element seen_element(size_t i) const {
    const Element whole = element_of(parameters_[i]);
    const uint64_t offset = host_argument(i)->offset;
    if (offset % whole.bytes == 0) return whole;
    const auto known = element_type_from_name(whole.type);
    const bool stands_at_scalar = known && offset % info(known->scalar).bytes == 0;
    return stands_at_scalar ? Element{info(known->scalar).lesson_name, info(known->scalar).bytes} : Element{"uchar", 1};
  }
  std::string place_text(size_t i) {
    const KernelParameter& p = parameters_[i];
    if (is_out_of_reach(i)) return note_out_of_reach(i), "nullptr";
    const HostAllocation* a = allocation_of(i);
    if (!a || apart_.contains(i)) return p.name;
    const KernelParameter& owner = parameters_[owner_.at(a)];
    const Element e = seen_element(owner_.at(a));
    const uint64_t elements = host_argument(i)->offset / e.bytes;
    const std::string place = owner.name + (elements ? " + " + std::to_string(elements) : "");
    const std::string type = pointee(p.type);
    return type == pointee(owner.type) && e.type == element_of(owner).type ? place : "(" + type + "*)(" + place + ")";
  }
  // Of a record that a buffer shows as bytes or numbers: how many make one up. Buffers hold whole records.
  static uint64_t parts_of_record(const KernelParameter& p, const Element& e) { return e.row.empty() && p.bytes > e.bytes && p.bytes % e.bytes == 0 ? p.bytes / e.bytes : 1; }
  // The buffer of the parameter that owns it; others have none of their own.
  std::string seen_buffer(size_t i, const HostAllocation& a) {
    const KernelParameter& p = parameters_[i];
    if (owner_.at(&a) != i) return "";
    const Element e = seen_element(i);
    uint64_t count = std::max<uint64_t>(a.size / e.bytes, 1);
    if (a.size >= p.bytes && e.type == element_of(p).type) count -= count % parts_of_record(p, e);
    const auto sides = sides_.find(i);
    const std::string shape = sides != sides_.end() ? sides->second : std::to_string(count) + e.row;
    std::string begin = "fill = \"poison\"";
    if (!a.is_known && host_argument(i)->content.size() == count * e.bytes) {
      begin = begin_of_content(p.name, {host_argument(i)->content, {}, {}});
    } else if (!a.is_known) {
      begin = begin_of_unknown(p, a, e, count);
    } else if (!a.filled.empty()) {
      GivenContent content = content_of(a, count * e.bytes);
      content.pointers = by_name(a.pointers, count * e.bytes, p.name);
      begin = begin_of_content(p.name, std::move(content));
    }
    return "[launch.buffer." + toml_string(p.name) + "]\ntype = " + toml_string(e.type) + "\nshape = [" + shape + "]\n" + begin + "\ncover = \"any\"\n" + (is_aside(i, a) ? "show = \"hidden\"\n" : "");
  }
  // No result to look at: what is reached through memory and only read, and one of many nodes.
  bool is_aside(size_t i, const HostAllocation& a) const { return !a.path.empty() && (parameters_[i].pointee_is_const || parameters_.size() > given_ + most_reached_results); }
  static std::string symbol_buffer(const HostVariable& variable) {
    std::string name = "set_";
    for (char c : variable.name) name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    return name;
  }
  // A variable of the file, as it is when the kernel begins. One that still holds what the file says needs no buffer, but where the program stores to it.
  std::string symbol(const HostVariable& variable) {
    const auto of = std::find_if(launch_.compiled.variables.begin(), launch_.compiled.variables.end(), [&](const DeviceVariable& v) { return v.name == variable.name; });
    if (of == launch_.compiled.variables.end() || (of->bytes == variable.bytes && !is_stored_to(variable)) || of->element_bytes == 0) return "";
    const std::string name = symbol_buffer(variable);
    const uint32_t lanes = of->element_bytes / info(of->scalar).bytes;
    const bool is_vector = lanes > 1 && lanes <= 4 && element_type_from_name(info(of->scalar).lesson_name + std::to_string(lanes));
    const uint64_t each = is_vector ? of->element_bytes : info(of->scalar).bytes;
    return "[launch.buffer." + toml_string(name) + "]\ntype = " + toml_string(info(of->scalar).lesson_name + (is_vector ? std::to_string(lanes) : std::string())) + "\nshape = [" + std::to_string(variable.bytes.size() / each) +
           "]\nmemory = " + toml_string("symbol:" + variable.name) + "\n" + begin_of_content(name, {variable.bytes, {}, by_name(variable.pointers, variable.bytes.size(), variable.name)}, variable.name) + "\ncover = \"any\"\n";
  }
  std::string begin_of_content(const std::string& name, GivenContent given, const std::string& shown = "") {
    const std::string content = "host:" + launch_.name + "/" + name;
    out_.contents[content] = std::move(given);
    const std::string& said = shown.empty() ? name : shown;
    if (!is_reached_name(said) && std::find(out_.filled.begin(), out_.filled.end(), said) == out_.filled.end()) out_.filled.push_back(said);
    return "content = " + toml_string(content);
  }
  // Which bytes have values is known, which values is not.
  std::string begin_of_unknown(const KernelParameter& p, const HostAllocation& a, const Element& e, uint64_t count) {
    HostArgument host;
    host.is_buffer = true;
    host.is_untouched = a.filled.empty();
    host.start = a.filled.empty() ? HostArgument::Start::unknown : HostArgument::Start::copied;
    std::string begin = data_->begin({p, &host, e, count, content_of(a, count * e.bytes).has_value});
    const bool is_part = begin.starts_with("fill") && a.filled.size() == 1 && a.filled[0].begin == 0 && a.filled[0].end < count * e.bytes;
    return begin + (is_part ? "\nfilled = " + std::to_string((a.filled[0].end + e.bytes - 1) / e.bytes) : "");
  }
  // "origin.x" and "weights[3]" are x and weights to the host code.
  const HostArgument* host_member(const std::string& member) const {
    if (!host_) return nullptr;
    const size_t dot = member.rfind('.');
    std::string last = dot == std::string::npos ? member : member.substr(dot + 1);
    auto it = host_->members.find(last.substr(0, last.find('[')));
    return it == host_->members.end() ? nullptr : &it->second;
  }
  std::string member_value(size_t i, const RecordMember& member) {
    if (is_seen_record(i) && member.scalar != ScalarKind::void_ && member.offset + member.bytes <= host_->arguments[i].record.size())
      if (const auto number = number_at(member.scalar, host_->arguments[i].record.data() + member.offset)) return *number;
    if (const HostArgument* host = host_member(member.name); host && host->number) return out_.assume(host->assumed), in_range(host->number->value(), member.scalar, member.bytes);
    KernelParameter like;
    like.name = member.name;
    like.scalar = member.scalar;
    like.bytes = member.bytes;
    if (parameters_[i].type == "dim3" || parameters_[i].type == "uint3") return axis_size(member.name);  // a shape by value: the threads of the launch
    return sizes_->number(like);
  }
  std::string axis_size(const std::string& axis) const { return std::to_string(sizes_->threads(axis == "x" ? 0 : axis == "y" ? 1 : 2)); }
  // Every parameter needs a name of its own that an expression can use.
  void name_parameters() {
    std::set<std::string> taken;
    for (size_t i = 0; i < parameters_.size(); ++i) {
      std::string& name = parameters_[i].name;
      if (name.empty()) name = "argument_" + std::to_string(i + 1);
      while (!taken.insert(name).second) name += "_";
    }
  }

  const HostArgument* host_argument(size_t i) const {
    if (const auto seen = seen_members_.find(i); seen != seen_members_.end()) return &seen->second;
    if (i >= given_) return host_member(members_[i - given_]);
    return host_ && i < host_->arguments.size() ? &host_->arguments[i] : nullptr;
  }
  const std::string* wish(size_t i) const {
    auto it = wishes_.arguments.find(parameters_[i].name);
    return it == wishes_.arguments.end() ? nullptr : &it->second;
  }

  // What somebody says on the command line, a host is taken to have asked for.
  std::string shared_opt_in() {
    if (!wishes_.shared_bytes.empty()) return wishes_.shared_bytes;
    return host_ && host_->shared_opt_in ? std::to_string(host_->shared_opt_in) : "";
  }

  static std::string sizes(const std::vector<std::string>& shape) {
    std::string out;
    for (const std::string& size : shape) out += (out.empty() ? "" : ", ") + (is_whole_number(size) ? size : toml_string(size));
    return "[" + out + "]";
  }

  // Whole numbers that no double holds keep all of their digits.
  static std::string number_of_program(const HostNumber& number, const KernelParameter& p) {
    constexpr int64_t exact = int64_t{1} << 53;
    const bool is_large = number.is_whole && (number.whole > exact || number.whole < -exact);
    return is_large && is_integer(p.scalar) && p.bytes == 8 ? toml_string(std::to_string(number.whole)) : in_range(number.value(), p.scalar, p.bytes);
  }
  std::string value(size_t i) {
    const KernelParameter& p = parameters_[i];
    if (const std::string* w = wish(i)) return is_number(*w) ? *w : toml_string(*w);
    if (is_texture_type(p.type)) out_.assume("`" + p.name + "` is no texture or surface");
    if (is_seen_record(i) && p.scalar != ScalarKind::void_ && host_->arguments[i].record.size() >= info(p.scalar).bytes)  // an enumeration, a half
      if (const auto number = number_at(p.scalar, host_->arguments[i].record.data())) return *number;
    if (const HostArgument* a = host_argument(i); a && a->number) return out_.assume(a->assumed), number_of_program(*a->number, p);
    std::string guess = sizes_->number(p);
    out_.assume("`" + p.name + "` = " + guess);
    return guess;
  }

  std::string texture(const TextureReference& reference, bool is_surface) {
    const WrittenTexture written = write_texture(reference, source_, {sizes_->threads(0), sizes_->threads(1), sizes_->threads(2)}, is_surface);
    out_.assume(written.assumption);
    return written.text;
  }

  // ---- buffers

  std::string buffer(size_t i) {
    if (is_seen_pointer(i) && !apart_.contains(i)) {
      const HostAllocation* a = allocation_of(i);
      return a && owner_.contains(a) ? seen_buffer(i, *a) : "";
    }
    const KernelParameter& p = parameters_[i];
    const HostArgument* host = host_argument(i);
    const Element e = element_of(p);
    uint64_t count = host && host->bytes ? *host->bytes / e.bytes : 0;
    count -= count % parts_of_record(p, e);
    std::string wished, file;
    if (const std::string* w = wish(i)) {
      const size_t colon = w->rfind(':');
      wished = w->substr(0, colon);
      if (wished.ends_with(".npy")) file = std::exchange(wished, "");
      if (wished == "random") wished = AssumedData::random_of(p, e);
      if (const std::string wished_count = colon == std::string::npos ? "" : w->substr(colon + 1); is_whole_number(wished_count)) count = whole_number(wished_count) * parts_of_record(p, e);  // so many of what the pointer points to
    } else if (host && host->bytes) {
      out_.assume(host->assumed);
    }
    if (count == 0 && file.empty()) count = assumed_count(p, e);
    const std::string head = "[launch.buffer." + toml_string(p.name) + "]\n", tail = "cover = \"any\"\n";
    if (!file.empty()) return head + "file = " + toml_string(file) + "\n" + tail;
    const std::string begin = !wished.empty() ? "fill = " + toml_string(wished) : host && !host->content.empty() && host->content.size() == count * e.bytes && !wish(i) ? known_begin(p, *host, e) : data_->begin({p, host, e, count});
    return head + "type = " + toml_string(e.type) + "\nshape = [" + std::to_string(count) + e.row + "]\n" + begin + "\n" + (begin.starts_with("fill") ? filled_part(i, host, e, count) : std::string()) + tail;
  }
  uint64_t assumed_count(const KernelParameter& p, const Element& e) {
    const uint64_t parts = parts_of_record(p, e);
    uint64_t count = sizes_->elements(p) * std::max<uint64_t>(parts, p.scalar == ScalarKind::uchar ? 4 : 1);  // bytes are often an image's, red green blue and alpha
    if (auto least = launch_.guess.elements.find(p.name); least != launch_.guess.elements.end()) count = std::max(count, (least->second + parts - 1) / parts * parts);
    out_.assumed_sizes.insert(p.name);
    out_.assume("`" + p.name + "` has " + std::to_string(count) + " elements");
    return count;
  }
  // As the host code fills it.
  std::string known_begin(const KernelParameter& p, const HostArgument& host, const Element& e) {
    out_.filled.push_back(p.name);
    if (const std::string data = data_->numbers_of(host.content, e); !data.empty()) return "data = [" + data + "]";
    const std::string content = "host:" + launch_.name + "/" + p.name;
    out_.contents[content] = {host.content, {}, {}};
    return "content = " + toml_string(content);
  }
  // The host fills less than the whole: elements behind that have no value. A wish for the buffer has the last word.
  std::string filled_part(size_t i, const HostArgument* host, const Element& e, uint64_t count) const {
    if (wish(i) || !host || !host->bytes || !host->filled_bytes || host->is_filled_whole) return {};
    const uint64_t with_values = (*host->filled_bytes + e.bytes - 1) / e.bytes;
    return with_values < count ? "filled = " + std::to_string(with_values) + "\n" : "";
  }

  const LaunchToWrite& launch_;
  WrittenLaunch& out_;
  std::string_view source_;
  std::vector<KernelParameter> parameters_;  // behind the kernel's own: pointers in records
  size_t given_ = 0;                         // the kernel's own
  std::vector<std::pair<TextureReference, bool>> in_records_;  // and whether it is a surface
  std::map<uint32_t, std::string> texture_names_;  // of those that the program has made, by number
  std::map<size_t, std::string> sides_;            // of a texture's buffer: "4, 8"
  const HostLaunch* host_;
  const BareFileWishes& wishes_;
  KernelUse use_;
  std::map<size_t, HostArgument> seen_members_;  // by parameter: pointers in records, where the program was run
  std::set<size_t> null_members_;                  // of them: null pointers
  std::map<const HostAllocation*, size_t> owner_;  // the parameter that names the buffer
  std::set<size_t> apart_;                   // pointers into an allocation that are given a buffer of their own
  std::vector<std::string> members_;         // of the parameters behind the given ones: "origin.data"
  std::optional<LaunchSizes> sizes_;
  std::optional<AssumedData> data_;
};

}  // namespace

WrittenLaunch write_launch(const LaunchToWrite& launch) {
  WrittenLaunch written;
  LaunchWriter writer(launch, written);
  written.text = writer.text();
  written.host_stores = writer.host_stores();
  return written;
}

void WrittenLaunch::assume(const std::string& sentence) {
  if (std::find(assumptions.begin(), assumptions.end(), sentence) == assumptions.end()) assumptions.push_back(sentence);
}
void WrittenLaunch::assume(const std::vector<std::string>& sentences) {
  for (const std::string& sentence : sentences) assume(sentence);
}

}  // namespace wb
