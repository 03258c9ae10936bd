#include "app/workbook/launch_writer.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <random>

#include "app/workbook/assumed_records.h"
#include "app/workbook/assumed_shape.h"
#include "app/workbook/element_type.h"
#include "app/workbook/element_words.h"
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

constexpr uint64_t most_assumed_elements = 1u << 22;
constexpr size_t most_reached_results = 16;
constexpr size_t most_data_bytes = 1u << 20;  // of a launch's numbers as text: a lesson has 2 MiB
constexpr uint64_t most_assumed_threads = 1u << 18;

std::string lower(std::string_view text) {
  std::string out;
  for (char c : text) out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

// One launch in the making: a kernel's compiled parameters beside what the host code says.
class LaunchWriter {
 public:
  explicit LaunchWriter(const LaunchToWrite& launch)
      : file_name_(launch.file_name), source_(launch.source), kernel_(launch.kernel), parameters_(launch.compiled.parameters), references_(launch.compiled.textures), variables_(launch.compiled.variables), host_(launch.host), wishes_(launch.wishes) {
    if (launch.compiled.program) use_ = use_in(*launch.compiled.program, launch.source);
    given_ = parameters_.size();
    add_members();
    add_reached();
    name_textures();
    name_parameters();
    find_owners();
    choose_shape();
  }

  std::string text(const std::string& name) {
    launch_name_ = name;
    std::string out = "[[launch]]\nname = " + toml_string(name) + "\nsource = " + toml_string(file_name_) + "\nkernel = " + toml_string(kernel_) + "\n";
    out += "grid = " + sizes(grid_) + "\nblock = " + sizes(block_) + "\nshared_bytes = " + shared_bytes() + "\n";
    if (host_ && host_->cluster) out += "cluster = " + sizes(words(*host_->cluster)) + "\n";
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
    if (host_ && host_->heap) contents["heap:" + launch_name_] = {{}, {}, by_name(host_->heap_pointers, host_->heap->bytes.size(), "the device's heap"), host_->heap};
    if (host_)
      for (const HostTexture& t : host_->textures) buffers += seen_texture(t);
    for (const TextureReference& reference : references_) buffers += texture(reference, false);
    for (const auto& [member, is_surface] : in_records_) buffers += texture(member, is_surface);
    out += "arguments = [" + names + "]\n";
    if (!values.empty()) out += "values = { " + values + " }\n";
    std::string defines;
    for (const auto& [macro, replacement] : wishes_.defines) defines += (defines.empty() ? "" : ", ") + macro + " = " + toml_string(replacement);
    if (!defines.empty()) out += "defines = { " + defines + " }\n";
    return out + buffers + "\n";
  }

  std::vector<std::string> assumptions;
  std::vector<std::string> filled;      // buffers
  std::set<std::string> assumed_sizes;  // buffers
  bool assumes_values = false;
  std::vector<std::string> made_up;     // buffers
  std::vector<OutOfReach> out_of_reach;
  std::map<std::string, GivenContent> contents;
  std::vector<HostStoreSpec> host_stores() const {
    std::vector<HostStoreSpec> all;
    for (const HostStoreSeen& seen : host_ ? host_->host_stores : std::vector<HostStoreSeen>())
      if (std::string buffer = buffer_of(seen); !buffer.empty())
        all.push_back({std::move(buffer), {.byte_offset = seen.offset, .value = seen.value, .bytes = seen.bytes}});
    return all;
  }

 private:
  void assume(const std::string& sentence) {
    if (std::find(assumptions.begin(), assumptions.end(), sentence) == assumptions.end()) assumptions.push_back(sentence);
  }
  void assume(const std::vector<std::string>& sentences) {
    for (const std::string& sentence : sentences) assume(sentence);
  }


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
    if (!is_seen_record(i) && !text.empty()) assume("`" + parameters_[i].name + "` = {" + text + "}");
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
      if (owner == owner_.end()) assume("`" + holder + "` holds an address that no kernel can reach");
      named.push_back({pointer.at, owner == owner_.end() ? "" : parameters_[owner->second].name, pointer.offset});
    }
    return named;
  }
  // Can a kernel reach it? What it cannot is given as a null pointer, and its use is told by what the program did. A member that the program has set to null is
  // nothing to speak of.
  bool is_out_of_reach(size_t i) {
    const HostAllocation* a = allocation_of(i);
    if (!is_seen_pointer(i) || (a && !a->is_freed && a->kind != HostAllocation::Kind::pageable)) return false;
    if (!a && !null_members_.contains(i)) assume("`" + parameters_[i].name + "` is no memory that a kernel can reach");
    return true;
  }
  void note_out_of_reach(size_t i) {
    if (const HostAllocation* a = allocation_of(i); a && !null_members_.contains(i)) out_of_reach.push_back({parameters_[i].name, a->is_freed});
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
    const auto of = std::find_if(variables_.begin(), variables_.end(), [&](const DeviceVariable& v) { return v.name == variable.name; });
    if (of == variables_.end() || (of->bytes == variable.bytes && !is_stored_to(variable)) || of->element_bytes == 0) return "";
    const std::string name = symbol_buffer(variable);
    const uint32_t lanes = of->element_bytes / info(of->scalar).bytes;
    const bool is_vector = lanes > 1 && lanes <= 4 && element_type_from_name(info(of->scalar).lesson_name + std::to_string(lanes));
    const uint64_t each = is_vector ? of->element_bytes : info(of->scalar).bytes;
    return "[launch.buffer." + toml_string(name) + "]\ntype = " + toml_string(info(of->scalar).lesson_name + (is_vector ? std::to_string(lanes) : std::string())) + "\nshape = [" + std::to_string(variable.bytes.size() / each) +
           "]\nmemory = " + toml_string("symbol:" + variable.name) + "\n" + begin_of_content(name, {variable.bytes, {}, by_name(variable.pointers, variable.bytes.size(), variable.name)}, variable.name) + "\ncover = \"any\"\n";
  }
  std::string begin_of_content(const std::string& name, GivenContent given, const std::string& shown = "") {
    const std::string content = "host:" + launch_name_ + "/" + name;
    contents[content] = std::move(given);
    const std::string& said = shown.empty() ? name : shown;
    if (!is_reached_name(said) && std::find(filled.begin(), filled.end(), said) == filled.end()) filled.push_back(said);
    return "content = " + toml_string(content);
  }
  // Which bytes have values is known, which values is not.
  std::string begin_of_unknown(const KernelParameter& p, const HostAllocation& a, const Element& e, uint64_t count) {
    HostArgument host;
    host.is_buffer = true;
    host.is_untouched = a.filled.empty();
    host.start = a.filled.empty() ? HostArgument::Start::unknown : HostArgument::Start::copied;
    std::string fill = start(p, &host, e), data;
    if (fill.starts_with("random") && e.bytes == 4 && e.type.ends_with("int") && is_read_in_pairs(p.name)) data = rising(p.name, count);
    note_made_up(p, fill, e);
    if (fill == "zeros" && are_unknown_records(p, &host, e)) return start_key("", records(p, count * e.bytes, content_of(a, count * e.bytes).has_value), "");
    const bool is_part = data.empty() && a.filled.size() == 1 && a.filled[0].begin == 0 && a.filled[0].end < count * e.bytes;
    return start_key(data, "", fill) + (is_part ? "\nfilled = " + std::to_string((a.filled[0].end + e.bytes - 1) / e.bytes) : "");
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
    if (const HostArgument* host = host_member(member.name); host && host->number) return assume(host->assumed), in_range(host->number->value(), member.scalar, member.bytes);
    KernelParameter like;
    like.name = member.name;
    like.scalar = member.scalar;
    like.bytes = member.bytes;
    if (parameters_[i].type == "dim3" || parameters_[i].type == "uint3") return axis_size(member.name);  // a shape by value: the threads of the launch
    return assumed_value(like);
  }
  std::string axis_size(const std::string& axis) const { return std::to_string(threads(axis == "x" ? 0 : axis == "y" ? 1 : 2)); }
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

  static std::vector<std::string> words(const std::array<uint32_t, 3>& shape) {
    std::vector<std::string> out{std::to_string(shape[0]), std::to_string(shape[1]), std::to_string(shape[2])};
    while (out.size() > 1 && out.back() == "1") out.pop_back();
    return out;
  }
  static double product(const std::vector<std::string>& sizes) {
    double result = 1;
    for (const std::string& size : sizes) result *= is_whole_number(size) ? std::stod(size) : 1;
    return result;
  }

  static std::vector<std::string> words(const Shape& shape) { return words(std::array<uint32_t, 3>{static_cast<uint32_t>(shape[0]), static_cast<uint32_t>(shape[1]), static_cast<uint32_t>(shape[2])}); }
  static Shape numbers(const std::vector<std::string>& sizes) {
    Shape shape{1, 1, 1};
    for (size_t i = 0; i < std::min<size_t>(sizes.size(), 3); ++i)
      if (is_whole_number(sizes[i]) && sizes[i].size() < 10) shape[i] = std::max<uint64_t>(std::stoull(sizes[i]), 1);
    return shape;
  }
  static std::string spoken(const std::vector<std::string>& sizes) {
    std::string out;
    for (const std::string& size : sizes) out += (out.empty() ? "" : " x ") + size;
    return out;
  }

  void choose_shape() {
    if (host_) assume(host_->assumed);
    block_ = !wishes_.block.empty() ? wishes_.block : host_ && host_->block ? words(*host_->block) : std::vector<std::string>{};
    if (block_.empty()) {
      block_ = words(assumed_block(use_));
      assume("a block of " + spoken(block_) + " threads");
    }
    grid_ = !wishes_.grid.empty() ? wishes_.grid : host_ && host_->grid ? words(*host_->grid) : std::vector<std::string>{};
    if (grid_.empty()) {
      uint64_t elements = 1024;
      for (size_t i = 0; i < parameters_.size(); ++i)
        if (const HostArgument* a = host_argument(i); a && a->bytes && parameters_[i].bytes) elements = std::max(elements, std::min(*a->bytes / parameters_[i].bytes, most_assumed_threads));
      grid_ = words(assumed_grid(use_, numbers(block_), elements));
      assume("a grid of " + spoken(grid_) + (grid_.size() == 1 && grid_[0] == "1" ? " block" : " blocks"));
    }
  }

  // What somebody says on the command line, a host is taken to have asked for.
  std::string shared_opt_in() {
    if (!wishes_.shared_bytes.empty()) return wishes_.shared_bytes;
    return host_ && host_->shared_opt_in ? std::to_string(host_->shared_opt_in) : "";
  }

  // Dynamic shared memory that nobody gives a size: four words a thread.
  std::string shared_bytes() {
    if (!wishes_.shared_bytes.empty()) return wishes_.shared_bytes;
    if (host_ && host_->shared_bytes) return std::to_string(*host_->shared_bytes);
    if (host_ || !use_.has_dynamic_shared) return "0";
    const Shape block = numbers(block_);
    const std::string bytes = std::to_string(std::min<uint64_t>(block[0] * block[1] * block[2] * 16, 48 << 10));
    assume(bytes + " bytes of dynamic shared memory");
    return bytes;
  }

  static std::string sizes(const std::vector<std::string>& shape) {
    std::string out;
    for (const std::string& size : shape) out += (out.empty() ? "" : ", ") + (is_whole_number(size) ? size : toml_string(size));
    return "[" + out + "]";
  }

  uint64_t threads(size_t axis) const {
    double count = 1;
    for (size_t a = 0; a < 3; ++a) {
      if (axis < 3 && a != axis) continue;
      if (a < grid_.size() && is_whole_number(grid_[a])) count *= std::stod(grid_[a]);
      if (a < block_.size() && is_whole_number(block_[a])) count *= std::stod(block_[a]);
    }
    return static_cast<uint64_t>(std::min(count, 4e9));
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
    if (is_texture_type(p.type)) assume("`" + p.name + "` is no texture or surface");
    if (is_seen_record(i) && p.scalar != ScalarKind::void_ && host_->arguments[i].record.size() >= info(p.scalar).bytes)  // an enumeration, a half
      if (const auto number = number_at(p.scalar, host_->arguments[i].record.data())) return *number;
    if (const HostArgument* a = host_argument(i); a && a->number) return assume(a->assumed), number_of_program(*a->number, p);
    std::string guess = assumed_value(p);
    assume("`" + p.name + "` = " + guess);
    return guess;
  }

  // A size that the host code computes at run time: the threads of the launch along the axis that the name speaks of.
  std::string assumed_value(const KernelParameter& p) {
    if (p.scalar == ScalarKind::float_ || p.scalar == ScalarKind::double_) return "1";
    if (p.scalar == ScalarKind::bool_) return "1";
    if (is_sought(p)) return std::to_string(sought_number);
    const auto starts = [&](std::initializer_list<const char*> beginnings) {
      return std::any_of(beginnings.begin(), beginnings.end(), [&](const char* b) { return lower(p.name).starts_with(b); });
    };
    const bool is_flat = grid_.size() < 2 && block_.size() < 2;
    assumes_values = true;
    if (host_ && !wishes_.largest)
      if (auto same = host_->unknowns.find(p.name); same != host_->unknowns.end()) return in_range(same->second.value(), p.scalar, p.bytes);  // as for the grid and the buffers
    if (block_.size() < 2 && starts({"stride", "incx", "incy", "inc"})) return "1";
    size_t axis = is_flat ? 3 : 0;
    if (!is_flat && starts({"h", "row", "ny", "nrow", "imgh", "numrow", "num_row"})) axis = 1;
    if (!is_flat && starts({"nz", "depth", "dimz", "sizez"})) axis = 2;
    constexpr uint64_t some_planes = 8;  // of a kernel that walks along an axis of which its launch has none
    const uint64_t size = axis == 2 && threads(axis) == 1 ? some_planes : threads(axis);
    return std::to_string(usual_number(p.name, static_cast<int64_t>(wishes_.largest ? std::min(size, wishes_.largest) : size)));
  }

  std::string texture(const TextureReference& reference, bool is_surface) {
    const WrittenTexture written = write_texture(reference, source_, {threads(0), threads(1), threads(2)}, is_surface);
    assume(written.assumption);
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
    std::string fill, file, wished_count;
    if (const std::string* w = wish(i)) {
      const size_t colon = w->rfind(':');
      fill = w->substr(0, colon);
      if (colon != std::string::npos) wished_count = w->substr(colon + 1);
      if (fill.ends_with(".npy")) file = std::exchange(fill, "");
      if (fill == "random") fill = random_of(p, e);
    }
    if (is_whole_number(wished_count)) count = std::stoull(wished_count) * parts_of_record(p, e);  // so many of what the pointer points to
    else if (host && host->bytes) assume(host->assumed);
    if (count == 0 && file.empty()) {
      count = std::clamp<uint64_t>(threads(3), 1, most_assumed_elements) * std::max<uint64_t>(parts_of_record(p, e), p.scalar == ScalarKind::uchar ? 4 : 1);  // bytes are often an image's, red green blue and alpha
      if (auto least = wishes_.elements.find(p.name); least != wishes_.elements.end()) count = std::max(count, least->second);
      assumed_sizes.insert(p.name);
      assume("`" + p.name + "` has " + std::to_string(count) + " elements");
    }
    std::string data, content;
    if (fill.empty() && file.empty() && wished_count.empty() && host && !host->content.empty() && host->content.size() == count * e.bytes) {
      data = data_of(host->content, e);
      if (data.empty()) contents[content = "host:" + launch_name_ + "/" + p.name] = {host->content, {}, {}};
    }
    if (!data.empty() || !content.empty()) filled.push_back(p.name);
    else if (fill.empty() && file.empty()) fill = start(p, host, e), note_made_up(p, fill, e);
    if (fill == "zeros" && !wish(i) && are_unknown_records(p, host, e)) content = records(p, count, flags_of(host, count));
    if (!wish(i) && fill.starts_with("random") && e.bytes == 4 && e.type.ends_with("int") && is_read_in_pairs(p.name)) data = rising(p.name, count);
    if (!wish(i) && data.empty() && content.empty() && fill.starts_with("random")) data = with_compared(p.name, count, e);
    std::string out = "[launch.buffer." + toml_string(p.name) + "]\n";
    if (!file.empty()) out += "file = " + toml_string(file) + "\n";
    else out += "type = " + toml_string(e.type) + "\nshape = [" + std::to_string(count) + e.row + "]\n" + start_key(data, content, fill) + "\n";
    return out + (data.empty() && content.empty() ? filled_part(i, host, e, count) : std::string()) + "cover = \"any\"\n";
  }
  bool are_unknown_records(const KernelParameter& p, const HostArgument* host, const Element& e) const {
    const bool is_known = host ? host->start == HostArgument::Start::set : !p.pointee_is_const && !use_.inputs.contains(p.name);
    return !is_known && e.type == "uchar" && p.scalar == ScalarKind::void_ && !p.members.empty() && p.bytes;
  }
  // By byte: has the host filled it? Empty: all of them.
  static std::vector<bool> flags_of(const HostArgument* host, uint64_t bytes) {
    std::vector<bool> flags;
    if (!host || !host->bytes || !host->filled_bytes || host->is_filled_whole || *host->filled_bytes >= bytes) return flags;
    flags.resize(bytes);
    std::fill_n(flags.begin(), *host->filled_bytes, true);
    return flags;
  }
  // Whole numbers, which are often places elsewhere, that stand for what the program has there.
  void note_made_up(const KernelParameter& p, const std::string& fill, const Element& e) {
    const auto element = element_type_from_name(e.type);
    if (host_ && fill.starts_with("random") && element && is_integer(element->scalar)) made_up.push_back(p.name);
  }
  // The name of what they hold.
  std::string records(const KernelParameter& p, uint64_t bytes, std::vector<bool> has_value) {
    const uint64_t most = largest_number();
    AssumedRecords made = assumed_records(p.members, p.bytes, bytes / p.bytes, most);
    made.bytes.resize(bytes);
    assumes_values |= made.has_whole_numbers;
    if (host_ && made.has_whole_numbers) made_up.push_back(p.name);
    assume("`" + p.name + "` holds records of random numbers, reals from 0 to 1 and whole ones from 0 to " + std::to_string(most));
    const std::string name = "assumed:" + launch_name_ + "/" + p.name;
    contents[name] = {std::move(made.bytes), std::move(has_value), {}};
    return name;
  }
  static std::string start_key(const std::string& data, const std::string& content, const std::string& fill) {
    if (!content.empty()) return "content = " + toml_string(content);
    return data.empty() ? "fill = " + toml_string(fill) : "data = [" + data + "]";
  }
  // The host fills less than the whole: elements behind that have no value. A wish for the buffer has the last word.
  std::string filled_part(size_t i, const HostArgument* host, const Element& e, uint64_t count) const {
    if (wish(i) || !host || !host->bytes || !host->filled_bytes || host->is_filled_whole) return {};
    const uint64_t with_values = (*host->filled_bytes + e.bytes - 1) / e.bytes;
    return with_values < count ? "filled = " + std::to_string(with_values) + "\n" : "";
  }

  // `random` alone: reals from 0 to 1, and whole numbers of some variety. Bytes of a record are neither.
  static std::string random_of(const KernelParameter& p, const Element& e) {
    const auto is = [&](const char* beginning) { return e.type.starts_with(beginning); };
    const bool is_of_record = e.type == "uchar" && p.bytes > 1;
    if (is("float") || is("double") || is("half") || is("bfloat") || is("bool") || is_of_record) return "random";
    return std::string("random(seed=1, min=0, max=") + (is("uchar") ? "255)" : is("char") || is("schar") ? "127)" : "999)");
  }

  // row[v] and row[v + 1]: the first and last places of something, as in sparse matrices and graphs.
  bool is_read_in_pairs(const std::string& name) const {
    if (use_.stored.contains(name)) return false;  // then it is data that happens to be compared with its neighbour
    const std::string_view last = std::string_view(name).substr(name.rfind('_') + 1);  // g_nindex is g.nindex to the kernel
    for (size_t at = source_.find(last); at != std::string_view::npos; at = source_.find(last, at + 1)) {
      const size_t open = at + last.size(), close = source_.find(']', open);
      if (open >= source_.size() || source_[open] != '[' || close == std::string_view::npos || close - open > 60) continue;
      const std::string element = std::string(last) + "[" + std::string(source_.substr(open + 1, close - open - 1));
      if (source_.find(element + " + 1]") != std::string_view::npos || source_.find(element + "+1]") != std::string_view::npos) return true;
    }
    return false;
  }
  // The elements of the smallest other buffer that is only read; where there is none, of the smallest of all. A single element is a sum or a count.
  uint64_t places_behind(const std::string& name) const {
    uint64_t read = 0, any = 0;
    const auto take = [](uint64_t& least, uint64_t count) { least = least ? std::min(least, count) : count; };
    for (size_t i = 0; i < parameters_.size(); ++i) {
      const HostArgument* other = host_argument(i);
      const uint64_t count = other && other->bytes && parameters_[i].bytes ? *other->bytes / parameters_[i].bytes : 0;
      if (parameters_[i].name == name || count <= 1) continue;
      take(any, count);
      if (!use_.stored.contains(parameters_[i].name)) take(read, count);
    }
    return read ? read : any ? any : threads(3);
  }
  // Such places rise, from the first element to the last of what they lead into: now a few at once, now more.
  std::string rising(const std::string& name, uint64_t count) {
    const uint64_t all = places_behind(name), share = count > 1 ? all / (count - 1) : 0;
    std::string out;
    for (uint64_t i = 0; i < count && out.size() <= data_bytes_left_; ++i) {
      const uint64_t even = count > 1 ? i * all / (count - 1) : 0;
      out += (i ? ", " : "") + std::to_string(i % 2 && i + 1 < count ? even - std::min(even, (share + 1) / 2) : even);
    }
    if (out.size() > data_bytes_left_) return assume("`" + name + "` holds random numbers"), "";
    data_bytes_left_ -= out.size();
    assume("`" + name + "` rises from 0 to " + std::to_string(count > 1 ? all : 0));
    return out;
  }

  // a[i] == key, of a kernel that stands alone: `key` is a number that stands there now and then.
  static constexpr uint64_t sought_number = 7;
  bool is_sought(const KernelParameter& p) const { return !host_ && p.scalar != ScalarKind::void_ && is_integer(p.scalar) && !p.is_pointer && use_.sought.contains(p.name) && !wishes_.arguments.contains(p.name); }
  uint64_t largest_number() const { return wishes_.largest ? wishes_.largest - 1 : 100; }
  // Random numbers, and here and there one that the kernel asks for: what it does then is else hardly seen, where there are few. Empty: it asks for none.
  std::string with_compared(const std::string& name, uint64_t count, const Element& e) {
    constexpr uint64_t most_listed = 4096;
    std::vector<int64_t> wanted;
    std::copy_if(use_.compared.begin(), use_.compared.end(), std::back_inserter(wanted), [&](int64_t n) { return n > 1 && n <= static_cast<int64_t>(largest_number()); });
    const bool is_something_sought = std::any_of(parameters_.begin(), parameters_.end(), [&](const KernelParameter& p) { return is_sought(p); });
    if (is_something_sought && sought_number <= largest_number() && !use_.compared.contains(sought_number)) wanted.push_back(sought_number);
    if (wanted.empty() || !e.row.empty() || e.bytes != 4 || !e.type.ends_with("int") || count > most_listed) return "";
    std::minstd_rand next(1);
    std::string out;
    for (uint64_t i = 0; i < count && out.size() <= data_bytes_left_; ++i) {
      const uint64_t which = next() / 8;
      out += (i ? ", " : "") + std::to_string(which % 8 ? which / 8 % (largest_number() + 1) : static_cast<uint64_t>(wanted[which / 8 % wanted.size()]));
    }
    if (out.size() > data_bytes_left_) return "";
    data_bytes_left_ -= out.size();
    std::string numbers;
    for (size_t i = 0; i < wanted.size(); ++i) numbers += (i ? ", " : "") + std::to_string(wanted[i]);
    assume("`" + name + "` often holds " + numbers + ", which the kernel asks for");
    return out;
  }

  // The numbers of a buffer's bytes, as many as fit into a lesson; empty: they cannot be written so.
  std::string data_of(const std::vector<uint8_t>& bytes, const Element& e) {
    const auto element = element_type_from_name(e.type);
    if (!element) return "";
    const uint64_t width = info(element->scalar).bytes;
    std::string out;
    for (size_t at = 0; at < bytes.size(); at += width) {
      const auto number = number_at(element->scalar, bytes.data() + at);
      if (!number) return "";
      out += (at ? ", " : "") + *number;
      if (out.size() > data_bytes_left_) return "";
    }
    data_bytes_left_ -= out.size();
    return out;
  }
  std::string start(const KernelParameter& p, const HostArgument* host, const Element& e) {
    using Start = HostArgument::Start;
    const bool is_real = e.type.starts_with("float") || e.type.starts_with("double") || e.type.starts_with("half");
    if (host && host->start == Start::set) {
      if (host->set_byte == 0) return "zeros";
      if (e.bytes == 1) return "constant(" + std::to_string(host->set_byte) + ")";
      if (host->set_byte == 0xFF && !is_real) return "constant(-1)";
    }
    if (host && host->is_buffer && host->start == Start::unknown && (!p.pointee_is_const || host->is_untouched)) return "poison";
    if (host && host->is_untouched && host->start != Start::set) return "poison";
    if (!host && !p.pointee_is_const && !use_.inputs.contains(p.name)) return "zeros";
    if (p.type.find("**") != std::string::npos || (p.scalar == ScalarKind::void_ && e.type == "uchar")) return "zeros";
    const std::string most = is_real || e.type.starts_with("bool") ? "1" : std::to_string(largest_number());
    const std::string fill = "random(seed=1, min=0, max=" + most + ")";
    assumes_values |= !is_real;  // whole numbers are often places in another buffer
    if (!is_read_in_pairs(p.name) || !e.type.ends_with("int")) assume("`" + p.name + "` holds random numbers from 0 to " + most);
    return fill;
  }

  std::string file_name_, launch_name_;
  std::string_view source_;
  std::string kernel_;
  std::vector<KernelParameter> parameters_;  // behind the kernel's own: pointers in records
  size_t given_ = 0;                         // the kernel's own
  std::vector<TextureReference> references_;
  std::vector<std::pair<TextureReference, bool>> in_records_;  // and whether it is a surface
  std::map<uint32_t, std::string> texture_names_;  // of those that the program has made, by number
  std::map<size_t, std::string> sides_;            // of a texture's buffer: "4, 8"
  std::vector<DeviceVariable> variables_;
  const HostLaunch* host_;
  const BareFileWishes& wishes_;
  size_t data_bytes_left_ = most_data_bytes;
  KernelUse use_;
  std::map<size_t, HostArgument> seen_members_;  // by parameter: pointers in records, where the program was run
  std::set<size_t> null_members_;                  // of them: null pointers
  std::map<const HostAllocation*, size_t> owner_;  // the parameter that names the buffer
  std::set<size_t> apart_;                   // pointers into an allocation that are given a buffer of their own
  std::vector<std::string> members_;         // of the parameters behind the given ones: "origin.data"
  std::vector<std::string> grid_, block_;
};

}  // namespace

WrittenLaunch write_launch(const LaunchToWrite& launch) {
  LaunchWriter writer(launch);
  WrittenLaunch written{.text = writer.text(launch.name)};
  written.filled = writer.filled;
  written.assumptions = writer.assumptions;
  written.assumed_sizes = writer.assumed_sizes;
  written.assumes_values = writer.assumes_values;
  written.made_up = std::move(writer.made_up);
  written.host_stores = writer.host_stores();
  written.out_of_reach = std::move(writer.out_of_reach);
  written.contents = std::move(writer.contents);
  return written;
}

}  // namespace wb
