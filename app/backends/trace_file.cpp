#include "app/backends/trace_file.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <fstream>

#include <nlohmann/json.hpp>

#include "app/backends/native_key.h"

namespace wb {

namespace {

using nlohmann::json;

constexpr std::string_view magic = "wbtrace\n";
constexpr uint32_t format_version = 4;
constexpr uint32_t version_of_other_heap = 3;  // whose pointers were other numbers
constexpr uint32_t version_without_heap = 2;
constexpr uint32_t version_without_variables = 1;  // written where the launch sets no variables: programs that cannot set any still read it
constexpr size_t prologue_bytes = magic.size() + 4 + 8;
constexpr size_t longest_period = 16;  // of a buffer that repeats itself
constexpr size_t most_listed_ranges = 64;  // of a buffer, in the header; more are a blob

// ---- hashes

std::string_view as_text(const std::vector<uint8_t>& bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

std::string index_text(const Index3& i) { return std::to_string(i.x) + "," + std::to_string(i.y) + "," + std::to_string(i.z); }

// Every finding, without the ticks and values of its places: those of a race's first party are looked up only when a run is recorded.
std::string findings_text(const RunResult& result) {
  std::string text;
  for (const Finding& f : result.findings) {
    if (std::string_view(finding_name(f.kind)).starts_with("host.")) continue;  // of the program around the launch: they come from the trace itself
    text += std::string(finding_name(f.kind)) + " " + severity_name(f.severity) + " " + std::to_string(f.count) + " " + f.buffer + " " + std::to_string(f.flat_element) + "\n";
    for (const FindingPlace& place : f.places) {
      const Span span = result.sources ? result.sources->outermost(place.span) : place.span;
      text += "  " + std::to_string(span.begin) + "-" + std::to_string(span.end) + " " + access_name(place.access) + " " + index_text(place.block) + " " + index_text(place.thread) + "\n";
    }
  }
  return text;
}

std::string counters_text(const RunResult& result) {
  std::string text;
#define WB_COUNTER_TEXT(field, name, ...) text += std::string(name) + " " + std::to_string(result.counters.field) + "\n";
  WB_COUNTERS(WB_COUNTER_TEXT)
#undef WB_COUNTER_TEXT
  return text;
}

// ---- writing

class TraceWriter {
 public:
  std::string format(const Trace& trace) {
    const Launch& l = trace.launch;
    json header{{"program", trace.version}, {"lesson", trace.lesson}, {"title", trace.title}, {"value_names", trace.value_names}};
    header["source"] = {{"name", l.file_name}, {"text", blob(l.source)}};
    header["headers"] = json::array();
    for (const auto& [name, text] : l.headers) header["headers"].push_back({{"name", name}, {"text", blob(text)}});
    header["defines"] = json::array();
    for (const auto& [name, text] : l.defines) header["defines"].push_back({name, text});
    header["launch"] = launch(l);
    header["results"] = {{"status", trace.results.status}, {"warp_instructions", trace.results.warp_instructions}, {"hashes", trace.results.hashes}};
    const std::string text = header.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
    std::string out(magic);
    const bool goes_on = std::any_of(l.device.buffers.begin(), l.device.buffers.end(), [](const DeviceBuffer& b) { return b.goes_on(); });
    put(out, l.device.heap || l.device.heap_bytes != usual_heap_bytes || goes_on ? format_version : l.device.symbols.empty() ? version_without_variables : version_without_heap, 4);
    put(out, text.size(), 8);
    return out + text + blobs_;
  }

 private:
  static void put(std::string& to, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) to += static_cast<char>(value >> 8 * i & 0xFF);
  }

  json blob(std::string_view bytes) {
    blobs_ += bytes;
    return {{"length", bytes.size()}, {"sha256", sha256_hex(bytes)}};
  }

  // Poison, zeros and the like are kept as what repeats.
  static size_t period_of(std::string_view bytes) {
    for (size_t period = 1; period <= longest_period; period *= 2)
      if (bytes.size() > period && bytes.size() % period == 0 && bytes.substr(period) == bytes.substr(0, bytes.size() - period)) return period;
    return bytes.size();
  }

  // Many parts with values: begin and end, 8 bytes each.
  static std::string ranges(const std::vector<DeviceBuffer::ByteRange>& all) {
    std::string out;
    for (const DeviceBuffer::ByteRange& range : all) put(out, range.begin, 8), put(out, range.end, 8);
    return out;
  }

  static std::string places(const std::vector<uint64_t>& all) {
    std::string out;
    for (const uint64_t at : all) put(out, at, 8);
    return out;
  }

  json buffer(const DeviceBuffer& b) {
    json out{{"name", b.name}, {"type", info(b.scalar).lesson_name}, {"lanes", b.vector_lanes}, {"shape", b.shape}, {"bytes", b.bytes.size()}, {"poisoned", b.is_poisoned}};
    if (b.goes_on()) out["whole_bytes"] = b.whole_bytes;
    if (b.filled.size() > most_listed_ranges) out["filled_ranges"] = blob(ranges(b.filled));
    else
      for (const DeviceBuffer::ByteRange& range : b.filled) out["filled"].push_back({range.begin, range.end});
    if (!b.pointers.empty()) out["pointers"] = blob(places(b.pointers));
    const std::string_view bytes = as_text(b.bytes);
    out["repeats"] = blob(bytes.substr(0, period_of(bytes)));
    return out;
  }

  json argument(const Argument& a) {
    if (const auto* b = std::get_if<BufferArgument>(&a)) {
      if (!b->byte_offset) return {{"buffer", b->index}};
      return {{"place", {b->index, b->byte_offset}}};  // a reader that does not know it refuses it
    }
    if (const auto* i = std::get_if<int64_t>(&a)) return {{"int", *i}};
    if (const auto* u = std::get_if<uint64_t>(&a)) return {{"uint", *u}};
    if (const auto* d = std::get_if<double>(&a)) return {{"double_bits", std::bit_cast<uint64_t>(*d)}};
    if (const auto* t = std::get_if<bool>(&a)) return {{"bool", *t}};
    const auto& record = std::get<RecordArgument>(a);
    json out{{"record", blob(as_text(record.bytes))}, {"pointers", json::array()}};
    for (const RecordArgument::Pointer& p : record.pointers) {
      out["pointers"].push_back({p.offset, p.buffer});
      if (p.byte_offset) out["pointers"].back().push_back(p.byte_offset);
    }
    return out;
  }

  static json texture(const Texture& t) {
    return {{"name", t.name}, {"buffer", t.buffer}, {"size", {t.width, t.height, t.depth}}, {"filter", static_cast<int>(t.filter)}, {"normalised", t.is_normalised}, {"reads_floats", t.reads_floats},
            {"byte_offset", t.byte_offset}, {"pitch", t.pitch}, {"scalar", static_cast<int>(t.scalar)}, {"lanes", t.lanes}, {"surface", t.is_surface}, {"number", t.number},
            {"address", {static_cast<int>(t.address[0]), static_cast<int>(t.address[1]), static_cast<int>(t.address[2])}}};
  }

  static json symbol(const SymbolContents& s) { return {{"name", s.name}, {"buffer", s.buffer}, {"byte_offset", s.byte_offset}}; }

  json launch(const Launch& l) {
    json out{{"lesson_id", l.lesson_id}, {"name", l.name}, {"kernel", l.kernel}, {"contract", l.contract}, {"schedule", schedule_name(l.schedule)}, {"seed", l.seed}, {"checks", l.checks}, {"count_by_warp", l.count_by_warp}, {"count_over_time", l.count_over_time}, {"other_schedules", l.other_schedules},
             {"budget", l.instruction_budget}, {"values", l.values}, {"outputs", l.outputs}, {"covered", l.covered}, {"shared_bytes", l.device.dynamic_shared_bytes}, {"shared_opt_in", l.device.shared_opt_in},
             {"grid", {l.device.grid.x, l.device.grid.y, l.device.grid.z}}, {"block", {l.device.block.x, l.device.block.y, l.device.block.z}}};
    if (l.device.cluster != Index3{}) out["cluster"] = {l.device.cluster.x, l.device.cluster.y, l.device.cluster.z};
    if (l.device.allows_large_clusters) out["large_clusters"] = true;
    if (!l.device.may_sync_grid) out["plain"] = true;
    for (const char* list : {"arguments", "buffers", "textures"}) out[list] = json::array();
    for (const Argument& a : l.device.arguments) out["arguments"].push_back(argument(a));
    for (const DeviceBuffer& b : l.device.buffers) out["buffers"].push_back(buffer(b));
    for (const Texture& t : l.device.textures) out["textures"].push_back(texture(t));
    for (const SymbolContents& s : l.device.symbols) out["symbols"].push_back(symbol(s));
    if (l.device.heap) out["heap"] = heap(*l.device.heap);
    if (l.device.heap_bytes != usual_heap_bytes) out["heap_bytes"] = l.device.heap_bytes;
    for (const HostHazard& h : l.hazards) out["hazards"].push_back(hazard(h));
    for (const HostMistake& m : l.mistakes) out["mistakes"].push_back(mistake(m));
    for (const OutOfReach& o : l.out_of_reach) out["out_of_reach"].push_back({{"parameter", o.parameter}, {"freed", o.is_freed}});
    return out;
  }
  // What the host program does with this launch without waiting: found when the program was read, which a trace does not hold.
  static json hazard(const HostHazard& h) {
    json others = json::array();
    for (const HostHazard::Meeting& m : h.others) others.push_back({{"first_writes", m.first_writes}, {"second_writes", m.second_writes}, {"memory", m.memory}});
    return {{"first", party(h.first)}, {"second", party(h.second)}, {"memory", h.memory}, {"others", std::move(others)}, {"count", h.count}, {"over_early", h.is_over_early}, {"in_graph", h.is_in_graph}};
  }
  static json mistake(const HostMistake& m) {
    json out{{"code", m.code}, {"arguments", m.arguments}, {"place", {m.place.begin, m.place.end}}, {"memory", m.memory}, {"write", m.is_write}, {"expected", m.is_expected}, {"count", m.count}};
    if (m.other.end > m.other.begin) out["other"] = {m.other.begin, m.other.end};
    return out;
  }
  static json party(const HostHazard::Party& p) {
    return {{"doer", static_cast<int>(p.doer)}, {"kernel", p.kernel}, {"call", {p.call.begin, p.call.end}}, {"access", {p.access.begin, p.access.end}}, {"write", p.is_write}, {"atomic", p.is_atomic},
            {"stream", p.stream}, {"stream_name", p.stream_name}, {"time", p.time}};
  }
  json heap(const DeviceHeap& h) {
    std::string blocks;
    for (const DeviceHeap::Block& b : h.blocks)
      for (const uint32_t word : {b.unit, b.units, b.bytes, b.form, b.tag, uint32_t{b.is_live}, b.taken.line, b.taken.block, b.taken.thread, b.given.line, b.given.block, b.given.thread}) put(blocks, word, 4);
    return {{"taken", h.taken}, {"blocks", blob(blocks)}, {"bytes", blob(as_text(h.bytes))}, {"written", blob(as_text(h.written))}, {"pointers", blob(places(h.pointers))}};
  }

  std::string blobs_;
};

// ---- reading

struct Malformed {
  std::string what;
};

[[noreturn]] void refuse(const std::string& what) { throw Malformed{what}; }

uint64_t get(std::string_view bytes, size_t at, int count) {
  uint64_t value = 0;
  for (int i = 0; i < count; ++i) value |= uint64_t{static_cast<uint8_t>(bytes[at + static_cast<size_t>(i)])} << 8 * i;
  return value;
}

// Brackets inside brackets, outside strings: the JSON library takes any depth.
bool is_nested_too_deep(std::string_view text) {
  size_t depth = 0;
  bool in_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      else if (c == '"') in_string = false;
    } else if (c == '"') in_string = true;
    else if (c == '{' || c == '[') {
      if (++depth > limits::trace_header_nesting) return true;
    } else if ((c == '}' || c == ']') && depth) --depth;
  }
  return false;
}

// The fields of the header, each of the type and in the range that it must have.
const json& field(const json& of, const char* name) {
  if (!of.is_object() || !of.contains(name)) refuse("its header lacks `" + std::string(name) + "`");
  return of.at(name);
}
uint64_t as_number(const json& value, uint64_t most, const char* name) {
  if (!value.is_number_unsigned() && !(value.is_number_integer() && value.get<int64_t>() >= 0)) refuse("`" + std::string(name) + "` in its header is no whole number");
  const auto number = value.get<uint64_t>();
  if (number > most) refuse("`" + std::string(name) + "` in its header is " + std::to_string(number) + ", and " + std::to_string(most) + " is the limit");
  return number;
}
uint64_t number(const json& of, const char* name, uint64_t most) { return as_number(field(of, name), most, name); }
uint32_t small_number(const json& of, const char* name, uint32_t most = UINT32_MAX) { return static_cast<uint32_t>(number(of, name, most)); }
std::string as_word(const json& value, const char* name) {
  if (!value.is_string() || value.get_ref<const std::string&>().size() > limits::trace_text_bytes) refuse("`" + std::string(name) + "` in its header is no text");
  return value.get<std::string>();
}
std::string word(const json& of, const char* name) { return as_word(field(of, name), name); }
bool flag(const json& of, const char* name) {
  if (!field(of, name).is_boolean()) refuse("`" + std::string(name) + "` in its header is neither true nor false");
  return field(of, name).get<bool>();
}
const json& list(const json& of, const char* name, size_t most = limits::trace_entries, size_t least = 0) {
  const json& value = field(of, name);
  if (!value.is_array() || value.size() > most || value.size() < least) refuse("`" + std::string(name) + "` in its header is no list of the right length");
  return value;
}

class TraceReader {
 public:
  explicit TraceReader(std::string_view bytes) : bytes_(bytes) {}

  Trace read() {
    const json header = read_header();
    Trace trace;
    trace.version = word(header, "program");
    trace.lesson = word(header, "lesson");
    trace.title = word(header, "title");
    for (const json& name : list(header, "value_names")) trace.value_names.push_back(as_word(name, "value_names"));
    Launch& l = trace.launch;
    l.file_name = word(field(header, "source"), "name");
    l.source = text(field(header, "source"));
    for (const json& h : list(header, "headers")) l.headers[word(h, "name")] = text(h);
    for (const json& d : list(header, "defines")) {
      if (!d.is_array() || d.size() != 2) refuse("`defines` in its header is no list of names and texts");
      l.defines.emplace_back(as_word(d[0], "defines"), as_word(d[1], "defines"));
    }
    read_launch(field(header, "launch"), l);
    read_results(field(header, "results"), trace.results);
    if (at_ != bytes_.size()) refuse("it goes on behind its end");
    return trace;
  }

 private:
  json read_header() {
    if (bytes_.size() < magic.size() || bytes_.substr(0, magic.size()) != magic) refuse("it is no trace of a run");
    if (bytes_.size() < prologue_bytes) refuse("it ends too early");
    version_ = get(bytes_, magic.size(), 4);
    const uint64_t length = get(bytes_, magic.size() + 4, 8);
    if (version_ < version_without_variables || version_ > format_version) refuse("its format is version " + std::to_string(version_) + ", and this program reads version " + std::to_string(format_version));
    if (length > limits::trace_header_bytes) refuse("its header would have " + std::to_string(length) + " bytes, and " + std::to_string(limits::trace_header_bytes) + " is the limit");
    if (length > bytes_.size() - prologue_bytes) refuse("it ends too early");
    const std::string_view text = bytes_.substr(prologue_bytes, length);
    at_ = prologue_bytes + length;
    if (is_nested_too_deep(text)) refuse("its header is nested too deep");
    json header = json::parse(text, nullptr, false);
    if (header.is_discarded() || !header.is_object()) refuse("its header is not well formed");
    return header;
  }

  // The next blob, which `of` describes under `name`.
  std::string_view blob(const json& of, const char* name, uint64_t most) {
    const json& about = field(of, name);
    const uint64_t length = number(about, "length", most);
    if (length > bytes_.size() - at_) refuse("it ends too early");
    const std::string_view bytes = bytes_.substr(at_, length);
    at_ += length;
    if (sha256_hex(bytes) != word(about, "sha256")) refuse("it is damaged: part of it does not have the hash that it should have");
    return bytes;
  }
  std::string text(const json& of) { return std::string(blob(of, "text", limits::trace_text_bytes)); }

  static Index3 index3(const json& of, const char* name) {
    const json& l = list(of, name, 3, 3);
    return {static_cast<uint32_t>(as_number(l[0], UINT32_MAX, name)), static_cast<uint32_t>(as_number(l[1], UINT32_MAX, name)), static_cast<uint32_t>(as_number(l[2], UINT32_MAX, name))};
  }

  DeviceBuffer buffer(const json& of) {
    DeviceBuffer b;
    b.name = word(of, "name");
    const auto scalar = scalar_from_lesson_name(word(of, "type"));
    if (!scalar) refuse("a buffer of it is of an unknown type");
    b.scalar = *scalar;
    b.vector_lanes = small_number(of, "lanes", 16);
    if (b.vector_lanes == 0) refuse("a buffer of it has no lanes");
    const uint64_t bytes = number(of, "bytes", limits::trace_memory_bytes - memory_bytes_);
    memory_bytes_ += bytes;
    uint64_t elements = 1;
    for (const json& extent : list(of, "shape", 8)) {
      b.shape.push_back(as_number(extent, limits::trace_memory_bytes, "shape"));
      elements = b.shape.back() && elements > limits::trace_memory_bytes / b.shape.back() ? limits::trace_memory_bytes + 1 : elements * b.shape.back();
    }
    if (elements * b.element_bytes() != bytes) refuse("the shape of a buffer of it does not fit its bytes");
    b.is_poisoned = flag(of, "poisoned");
    if (of.contains("whole_bytes")) b.whole_bytes = number(of, "whole_bytes", UINT32_MAX);
    if (of.contains("filled"))
      for (const json& range : list(of, "filled")) {
        if (!range.is_array() || range.size() != 2) refuse("a filled part of a buffer of it is not well formed");
        b.filled.push_back({as_number(range[0], bytes, "filled"), as_number(range[1], bytes, "filled")});
      }
    if (of.contains("filled_ranges")) {
      const std::string_view ranges = blob(of, "filled_ranges", 16 * bytes);
      for (size_t at = 0; at + 16 <= ranges.size(); at += 16) {
        b.filled.push_back({get(ranges, at, 8), get(ranges, at + 8, 8)});
        if (b.filled.back().begin > b.filled.back().end || b.filled.back().end > bytes) refuse("a filled part of a buffer of it is not well formed");
      }
    }
    if (of.contains("pointers")) {
      const std::string_view places = blob(of, "pointers", bytes);
      for (size_t at = 0; at + 8 <= places.size(); at += 8) b.pointers.push_back(get(places, at, 8));
    }
    const std::string_view part = blob(of, "repeats", bytes);
    if (bytes && (part.empty() || bytes % part.size())) refuse("a buffer of it is not whole");
    b.bytes.resize(bytes);
    for (size_t at = 0; at < bytes; at += part.size()) std::memcpy(b.bytes.data() + at, part.data(), part.size());
    return b;
  }

  Argument argument(const json& of) {
    if (!of.is_object() || of.empty()) refuse("an argument of it is not well formed");
    if (of.contains("buffer")) return BufferArgument{small_number(of, "buffer")};
    if (of.contains("place")) {
      const json& place = list(of, "place", 2, 2);
      return BufferArgument{static_cast<uint32_t>(as_number(place[0], UINT32_MAX, "place")), as_number(place[1], UINT64_MAX, "place")};
    }
    if (of.contains("int")) {
      if (!of.at("int").is_number_integer() || (of.at("int").is_number_unsigned() && of.at("int").get<uint64_t>() > INT64_MAX)) refuse("an argument of it is no whole number");
      return of.at("int").get<int64_t>();
    }
    if (of.contains("uint")) return number(of, "uint", UINT64_MAX);
    if (of.contains("double_bits")) return std::bit_cast<double>(number(of, "double_bits", UINT64_MAX));
    if (of.contains("bool")) return flag(of, "bool");
    RecordArgument record;
    const std::string_view bytes = blob(of, "record", 4096);
    record.bytes.assign(bytes.begin(), bytes.end());
    for (const json& p : list(of, "pointers")) {
      if (!p.is_array() || p.size() < 2 || p.size() > 3) refuse("a pointer of an argument of it is not well formed");
      record.pointers.push_back({static_cast<uint32_t>(as_number(p[0], 4096, "pointers")), static_cast<uint32_t>(as_number(p[1], UINT32_MAX, "pointers")),
                                 p.size() == 3 ? as_number(p[2], UINT64_MAX, "pointers") : 0});
    }
    return record;
  }

  Texture texture(const json& of, size_t buffers) {
    Texture t;
    t.name = word(of, "name");
    t.buffer = small_number(of, "buffer");
    if (t.buffer >= buffers) refuse("a texture of it lies on no buffer");
    const Index3 size = index3(of, "size"), address = index3(of, "address");
    t.width = size.x, t.height = size.y, t.depth = size.z;
    for (const uint32_t a : {address.x, address.y, address.z})
      if (a > static_cast<uint32_t>(Texture::Address::mirror)) refuse("a texture of it has an unknown address mode");
    t.address[0] = static_cast<Texture::Address>(address.x), t.address[1] = static_cast<Texture::Address>(address.y), t.address[2] = static_cast<Texture::Address>(address.z);
    t.filter = static_cast<Texture::Filter>(small_number(of, "filter", 1));
    t.is_normalised = flag(of, "normalised");
    t.reads_floats = flag(of, "reads_floats");
    t.byte_offset = number(of, "byte_offset", UINT64_MAX);
    t.pitch = number(of, "pitch", UINT64_MAX);
    t.scalar = static_cast<ScalarKind>(small_number(of, "scalar", static_cast<uint32_t>(ScalarKind::count) - 1));
    t.lanes = small_number(of, "lanes");
    t.is_surface = flag(of, "surface");
    t.number = small_number(of, "number", most_texture_numbers);
    return t;
  }

  SymbolContents symbol(const json& of, size_t buffers) {
    SymbolContents s{word(of, "name"), small_number(of, "buffer"), number(of, "byte_offset", UINT64_MAX)};
    if (s.buffer >= buffers) refuse("a variable of it starts from no buffer");
    return s;
  }

  DeviceHeap heap(const json& of) {
    constexpr size_t block_bytes = 48;
    DeviceHeap h;
    h.taken = small_number(of, "taken");
    const std::string_view blocks = blob(of, "blocks", block_bytes * (most_heap_bytes / 48)), bytes = blob(of, "bytes", most_heap_bytes);
    const std::string_view written = blob(of, "written", bytes.size()), places = blob(of, "pointers", bytes.size());
    h.bytes.assign(bytes.begin(), bytes.end());
    h.written.assign(written.begin(), written.end());
    for (size_t at = 0; at + 8 <= places.size(); at += 8) h.pointers.push_back(get(places, at, 8));
    for (size_t at = 0; at + block_bytes <= blocks.size(); at += block_bytes) {
      const auto word = [&](size_t i) { return static_cast<uint32_t>(get(blocks, at + 4 * i, 4)); };
      h.blocks.push_back({word(0), word(1), word(2), word(3), word(4), word(5) != 0, {word(6), word(7), word(8)}, {word(9), word(10), word(11)}});
    }
    return h;
  }

  static HostPlace host_place(const json& of, const char* name, size_t source_bytes) {
    const json& place = list(of, name, 2, 2);
    const uint64_t end = as_number(place[1], source_bytes, name);
    return {static_cast<uint32_t>(as_number(place[0], end, name)), static_cast<uint32_t>(end)};
  }

  static HostHazard::Party party(const json& of, size_t source_bytes) {
    HostHazard::Party p;
    p.doer = static_cast<HostHazard::Doer>(small_number(of, "doer", static_cast<uint32_t>(HostHazard::Doer::release)));
    p.kernel = word(of, "kernel");
    p.call = host_place(of, "call", source_bytes);
    p.access = host_place(of, "access", source_bytes);
    p.is_write = flag(of, "write");
    p.is_atomic = flag(of, "atomic");
    p.stream = number(of, "stream", UINT64_MAX);
    p.stream_name = word(of, "stream_name");
    p.time = number(of, "time", UINT64_MAX);
    return p;
  }

  static HostHazard hazard(const json& of, size_t source_bytes) {
    HostHazard h{.first = party(field(of, "first"), source_bytes), .second = party(field(of, "second"), source_bytes), .memory = word(of, "memory")};
    for (const json& other : list(of, "others")) h.others.push_back({flag(other, "first_writes"), flag(other, "second_writes"), word(other, "memory")});
    h.count = number(of, "count", UINT64_MAX);
    h.is_over_early = flag(of, "over_early");
    h.is_in_graph = flag(of, "in_graph");
    return h;
  }

  static HostMistake mistake(const json& of, size_t source_bytes) {
    HostMistake m{.code = word(of, "code"), .place = host_place(of, "place", source_bytes), .memory = word(of, "memory")};
    for (const json& argument : list(of, "arguments", 16)) m.arguments.push_back(as_word(argument, "arguments"));
    if (of.contains("other")) m.other = host_place(of, "other", source_bytes);
    m.is_write = flag(of, "write");
    m.is_expected = flag(of, "expected");
    m.count = number(of, "count", UINT64_MAX);
    return m;
  }

  std::vector<int> buffer_indices(const json& of, const char* name, size_t buffers) {
    std::vector<int> all;
    for (const json& index : list(of, name)) {
      if (as_number(index, INT32_MAX, name) >= buffers) refuse("`" + std::string(name) + "` in its header names no buffer");
      all.push_back(index.get<int>());
    }
    return all;
  }

  void read_launch(const json& of, Launch& l) {
    l.lesson_id = word(of, "lesson_id");
    l.name = word(of, "name");
    l.kernel = word(of, "kernel");
    l.contract = flag(of, "contract");
    const auto schedule = schedule_from_name(word(of, "schedule"));
    if (!schedule) refuse("its schedule is unknown");
    l.schedule = *schedule;
    l.seed = number(of, "seed", UINT64_MAX);
    l.checks = flag(of, "checks");
    l.count_by_warp = flag(of, "count_by_warp");
    l.count_over_time = flag(of, "count_over_time");
    l.other_schedules = of.contains("other_schedules") ? number(of, "other_schedules", UINT64_MAX) : 0;  // files of earlier versions have none
    l.instruction_budget = number(of, "budget", UINT64_MAX);
    const json& values = field(of, "values");
    if (!values.is_object() || values.size() > limits::trace_entries) refuse("`values` in its header is no table");
    for (const auto& [name, value] : values.items()) {
      if (!value.is_number()) refuse("a value of it is no number");
      l.values[name] = value.get<double>();
    }
    l.device.grid = index3(of, "grid");
    l.device.block = index3(of, "block");
    if (of.contains("cluster")) l.device.cluster = index3(of, "cluster");
    if (of.contains("large_clusters")) l.device.allows_large_clusters = flag(of, "large_clusters");
    if (of.contains("plain")) l.device.may_sync_grid = !flag(of, "plain");
    l.device.dynamic_shared_bytes = small_number(of, "shared_bytes");
    if (of.contains("shared_opt_in")) l.device.shared_opt_in = small_number(of, "shared_opt_in");
    for (const json& a : list(of, "arguments")) l.device.arguments.push_back(argument(a));
    for (const json& b : list(of, "buffers")) l.device.buffers.push_back(buffer(b));
    for (const json& t : list(of, "textures")) l.device.textures.push_back(texture(t, l.device.buffers.size()));
    if (of.contains("symbols"))
      for (const json& s : list(of, "symbols")) l.device.symbols.push_back(symbol(s, l.device.buffers.size()));
    if (of.contains("heap_bytes")) l.device.heap_bytes = number(of, "heap_bytes", most_heap_bytes);
    if (of.contains("heap") && version_ <= version_of_other_heap) refuse("it holds a device's heap as version " + std::to_string(version_) + " has it, and this program reads version " + std::to_string(format_version));
    if (of.contains("heap")) l.device.heap = std::make_shared<const DeviceHeap>(heap(of.at("heap")));
    if (of.contains("hazards"))  // files of earlier versions have none
      for (const json& h : list(of, "hazards")) l.hazards.push_back(hazard(h, l.source.size()));
    if (of.contains("mistakes"))
      for (const json& m : list(of, "mistakes")) l.mistakes.push_back(mistake(m, l.source.size()));
    if (of.contains("out_of_reach"))
      for (const json& o : list(of, "out_of_reach")) l.out_of_reach.push_back({word(o, "parameter"), flag(o, "freed")});
    l.outputs = buffer_indices(of, "outputs", l.device.buffers.size());
    l.covered = buffer_indices(of, "covered", l.device.buffers.size());
  }

  static void read_results(const json& of, TraceResults& results) {
    results.status = word(of, "status");
    results.warp_instructions = number(of, "warp_instructions", UINT64_MAX);
    const json& hashes = field(of, "hashes");
    if (!hashes.is_object() || hashes.size() > limits::trace_entries) refuse("`hashes` in its header is no table");
    for (const auto& [name, hash] : hashes.items()) results.hashes[name] = as_word(hash, "hashes");
  }

  std::string_view bytes_;
  size_t at_ = 0;
  uint64_t version_ = 0;
  uint64_t memory_bytes_ = 0;
};

}  // namespace

TraceResults trace_results(const RunResult& result) {
  TraceResults results;
  results.status = status_name(result.status);
  results.warp_instructions = result.counters.warp_instructions;
  for (const DeviceBuffer& b : result.buffers) results.hashes["buffer " + b.name] = sha256_hex(as_text(b.bytes));
  results.hashes["findings"] = sha256_hex(findings_text(result));
  results.hashes["counters"] = sha256_hex(counters_text(result));
  results.hashes["console"] = sha256_hex(result.console);
  return results;
}

std::vector<std::string> differences(const TraceResults& saved, const TraceResults& now) {
  std::vector<std::string> all;
  if (saved.status != now.status) all.push_back("the run was " + saved.status + " and is " + now.status);
  if (saved.warp_instructions != now.warp_instructions)
    all.push_back("it took " + std::to_string(saved.warp_instructions) + " warp instructions and takes " + std::to_string(now.warp_instructions));
  for (const auto& [what, hash] : saved.hashes) {
    const auto found = now.hashes.find(what);
    if (found == now.hashes.end()) all.push_back("there is no " + what + " any more");
    else if (found->second != hash) all.push_back("the " + what + (what.ends_with("s") ? " are others" : " is another one"));
  }
  for (const auto& [what, hash] : now.hashes)
    if (!saved.hashes.contains(what)) all.push_back("there was no " + what);
  return all;
}

std::string format_trace(const Trace& trace) { return TraceWriter().format(trace); }

std::optional<Trace> parse_trace(std::string_view bytes, std::string& why) try {
  return TraceReader(bytes).read();
} catch (const Malformed& malformed) {
  why = malformed.what;
  return std::nullopt;
}

std::optional<std::string> write_trace(const Trace& trace, const std::filesystem::path& path) {
  std::filesystem::path fresh = path;
  fresh += ".part";
  std::error_code error;
  std::ofstream file(fresh, std::ios::binary | std::ios::trunc);
  const std::string bytes = format_trace(trace);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (file.good()) std::filesystem::rename(fresh, path, error);
  if (file.good() && !error) return std::nullopt;
  std::filesystem::remove(fresh, error);
  return "`" + path.string() + "` cannot be written";
}

bool is_trace_file(const std::filesystem::path& path) {
  std::error_code error;
  if (path.extension() == ".wbtrace") return true;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  std::ifstream file(path, std::ios::binary);
  std::string begin(magic.size(), '\0');
  return file.read(begin.data(), static_cast<std::streamsize>(begin.size())) && begin == magic;
}

std::optional<Trace> read_trace(const std::filesystem::path& path, std::string& why) {
  const std::string name = "`" + path.string() + "`";
  std::error_code error;
  const uint64_t size = std::filesystem::is_regular_file(path, error) ? std::filesystem::file_size(path, error) : 0;
  std::ifstream file(path, std::ios::binary);
  if (error || !file || !std::filesystem::is_regular_file(path, error)) return why = name + " cannot be read", std::nullopt;
  if (size > limits::trace_file_bytes) return why = name + " is longer than the limit of " + std::to_string(limits::trace_file_bytes) + " bytes", std::nullopt;
  std::string bytes(size, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(size));
  if (static_cast<uint64_t>(file.gcount()) != size) return why = name + " cannot be read", std::nullopt;
  auto trace = parse_trace(bytes, why);
  if (!trace) why = name + " cannot be opened: " + why;
  return trace;
}

}  // namespace wb
