// A launch's arguments: which are buffers, how large they are made, and what they hold when the kernel starts.
#include "simulator/language/host_reader.h"

namespace wb {

HostArgument HostReader::read_argument(Range range) {
  HostArgument argument{.text = words(range)};
  said_ = &argument.assumed;
  places_.clear();
  find_buffer(range, argument, 0);
  if (!argument.is_buffer) argument.number = number(range);
  said_ = nullptr;
  if (argument.type.empty()) argument.type = type_of_argument(range);
  return argument;
}

// (float*)d_x, d_x + n, 1.0f: what a template's parameter would be deduced from.
std::string HostReader::type_of_argument(Range range) {
  const auto plain = [&](Range type) {
    std::string out;
    for (size_t i = type.begin; i < type.end; ++i)
      if (kind(i) != Tok::star && kind(i) != Tok::kw_const && kind(i) != Tok::amp) out += (out.empty() ? "" : " ") + without_parameters({i, i + 1});
    return out;
  };
  if (kind(range.begin) == Tok::left_paren && close_of(range.begin) + 1 < range.end) {
    Range inside{range.begin + 1, close_of(range.begin)};
    size_t stars = inside.end;
    while (stars > inside.begin && kind(stars - 1) == Tok::star) --stars;
    if (type_in({inside.begin, stars})) return plain(inside);
  }
  for (size_t i = range.begin; i < range.end; ++i) {
    if (kind(i) == Tok::identifier)
      if (auto type = declared_type(i)) return plain(*type);
    if (kind(i) == Tok::number && range.end - range.begin == 1) {
      const std::string_view digits = text(i);
      const bool is_real = digits.find('.') != std::string_view::npos && !digits.starts_with("0x");
      return !is_real ? "int" : digits.ends_with("f") || digits.ends_with("F") ? "float" : "double";
    }
  }
  return "";
}

// A size that is nothing but an assumed number says nothing about the bytes: it stays unknown.
void HostReader::set_assumed_bytes(HostArgument& argument, Range size) {
  auto bytes = number(size);
  for (const auto& [name, value] : unknowns_)
    if (bytes && bytes->is_whole && value.is_whole && bytes->whole == value.whole) return;
  set_bytes(argument, bytes);
}

// cudaMalloc((void**)&view->data, ...: does the member's name end a call's first argument?
bool HostReader::is_allocated_here(size_t name) const {
  if (kind(name + 1) != Tok::comma) return false;
  for (size_t i = name; i > 0 && name - i < 12; --i)
    if (text(i).starts_with("cudaMalloc") || text(i).starts_with("cudaHostAlloc") || text(i).starts_with("hipMalloc")) return true;
  return false;
}

// view.count = n; cudaMalloc(&view.data, bytes); view.data = d_data: what the members of records get, by the member's name.
void HostReader::read_members(HostLaunch& launch) {
  for (size_t i = 1; i + 2 < tokens_.size(); ++i) {
    if (++steps_ > most_steps) return;
    if ((kind(i - 1) != Tok::dot && kind(i - 1) != Tok::arrow) || kind(i) != Tok::identifier || launch.members.contains(std::string(text(i))) || !function_around(i)) continue;
    const bool is_assigned = kind(i + 1) == Tok::equal;
    if (!is_assigned && !is_allocated_here(i)) continue;
    HostArgument member{.text = std::string(text(i))};
    said_ = &member.assumed;
    if (!is_assigned) scan_allocations({0, tokens_.size()}, text(i), member);
    else if (Range given = to_end_of_initialiser(i + 2); given.end - given.begin < 40) {
      find_buffer(given, member, 0);
      if (!member.is_buffer) member.number = number(given);
    }
    said_ = nullptr;
    if (member.is_buffer || member.number) launch.members.emplace(text(i), std::move(member));
  }
}

void HostReader::find_buffer(Range range, HostArgument& argument, int hops) {
  for (size_t i = range.begin; i < range.end && !argument.is_buffer; ++i) {
    if (kind(i) != Tok::identifier || (i > range.begin && kind(i - 1) == Tok::dot)) continue;
    find_allocation(i, argument);
    if (argument.is_buffer) places_.push_back(i);
    if (argument.is_buffer || hops >= 4) continue;
    places_.push_back(i);
    if (auto given = callers_argument(i)) find_buffer(*given, argument, hops + 1);
    if (argument.is_buffer) continue;
    places_.pop_back();
    if (++depth_ > most_depth) continue;
    if (auto made = initialiser(i)) find_buffer(*made, argument, hops + 1);  // float *src = buffer + padding;
    if (argument.is_buffer) places_.clear();
    --depth_;
  }
}

// cudaMalloc and its kin: in the function around first, then anywhere in the file.
void HostReader::find_allocation(size_t name, HostArgument& argument) {
  const HostFunction* f = function_around(name);
  if (f) scan_allocations(f->body, text(name), argument);
  if (!argument.is_buffer && !(f && is_parameter(*f, text(name)))) {
    scan_allocations({0, tokens_.size()}, text(name), argument);
    argument.is_filled_whole = true;  // other functions may have buffers of that name
  }
  if (!argument.is_buffer) find_helpers_allocation(name, argument);
}

// allocate(&d_x, n) of a function of the file that calls cudaMalloc for its parameter.
void HostReader::find_helpers_allocation(size_t name, HostArgument& argument) {
  const HostFunction* f = function_around(name);
  const Range where = f ? f->body : Range{0, tokens_.size()};
  for (size_t i = where.begin + 1; i + 1 < where.end; ++i) {
    if (++steps_ > most_steps) return;
    if (text(i) != text(name) || kind(i - 1) != Tok::amp || kind(i) != Tok::identifier) continue;
    for (const HostFunction& helper : functions_) {
      size_t open = i;
      while (open > where.begin && i - open < 60 && !(kind(open) == Tok::left_paren && text(open - 1) == helper.name)) --open;
      if (kind(open) != Tok::left_paren || text(open - 1) != helper.name || close_of(open) < i) continue;
      std::vector<Range> given = split({open + 1, close_of(open)}), parameters = split(helper.parameters);
      for (size_t k = 0; k < given.size() && k < parameters.size(); ++k)
        if (given[k].begin <= i && i < given[k].end) scan_allocations(helper.body, text(name_of_parameter(parameters[k])), argument);
      if (argument.is_buffer) return;
    }
  }
}

void HostReader::scan_allocations(Range where, std::string_view name, HostArgument& argument) {
  for (size_t i = where.begin; i + 1 < where.end; ++i) {
    if (++steps_ > most_steps) return;
    if (kind(i) != Tok::identifier) continue;
    if (is(i, "device_vector") && kind(i + 1) == Tok::less) read_device_vector(i, name, argument);
    std::string_view f = text(i);
    if (kind(i + 1) != Tok::left_paren || !(f.starts_with("cuda") || f.starts_with("hip"))) continue;
    f.remove_prefix(f.starts_with("hip") ? 3 : 4);
    std::vector<Range> arguments = split({i + 2, close_of(i + 1)});
    if (arguments.size() < 2 || !mentions(arguments[0], name)) continue;
    read_allocation(f, arguments, argument);
  }
}

// One call about the buffer; `f` without its first word: "Malloc".
void HostReader::read_allocation(std::string_view f, const std::vector<Range>& arguments, HostArgument& argument) {
  using Start = HostArgument::Start;
  if (f == "Malloc" || f == "MallocManaged" || f == "MallocAsync" || f == "MallocHost" || f == "HostAlloc" || f == "HostMalloc") {
    const bool is_first = !argument.is_buffer;
    argument.is_buffer = true;
    if (is_first || !argument.bytes) set_assumed_bytes(argument, arguments[1]);
    if (f != "Malloc" && f != "MallocAsync") argument.start = Start::copied;
  } else if (f == "HostGetDevicePointer") {
    argument.is_buffer = true;
    argument.start = Start::copied;
    const HostFunction* around = function_around(arguments[1].begin);
    if (around && kind(arguments[1].begin) == Tok::identifier) scan_allocations(around->body, text(arguments[1].begin), argument);
  } else if (f == "MallocPitch" && arguments.size() == 4) {
    argument.is_buffer = true;
    auto width = number(arguments[2]), height = number(arguments[3]);
    if (width && height) set_bytes(argument, real(static_cast<double>((static_cast<int64_t>(width->value()) + 511) / 512 * 512) * height->value()));
  } else if (f.starts_with("Memcpy")) {
    for (Range kind : arguments)
      for (const char* direction : {"cudaMemcpyHostToDevice", "cudaMemcpyDefault", "cudaMemcpyDeviceToDevice", "hipMemcpyHostToDevice", "hipMemcpyDefault", "hipMemcpyDeviceToDevice"})
        if (mentions(kind, direction)) argument.start = Start::copied, note_filled(f, arguments, argument);
  } else if (f == "Memset" || f == "MemsetAsync") {
    auto value = number(arguments[1]);
    note_filled(f, arguments, argument);
    if (value && argument.start == Start::unknown) argument.start = Start::set, argument.set_byte = static_cast<uint8_t>(value->whole);
  }
}

// d_x, (void*)d_x: the start of the buffer, and not a place in it.
bool HostReader::is_plain_name(Range range) {
  while (kind(range.begin) == Tok::left_paren && close_of(range.begin) + 1 < range.end) range.begin = close_of(range.begin) + 1;
  return range.end == range.begin + 1 && kind(range.begin) == Tok::identifier;
}

// cudaMemcpy(d_x, h_x, 100 * sizeof(float), ...): so much has values, from the start on. What is filled in any other way counts as all of it.
void HostReader::note_filled(std::string_view f, const std::vector<Range>& arguments, HostArgument& argument) {
  const bool is_simple = f == "Memcpy" || f == "MemcpyAsync" || f == "Memset" || f == "MemsetAsync";
  const auto bytes = is_simple && arguments.size() >= 3 && is_plain_name(arguments[0]) ? number(arguments[2]) : std::nullopt;
  if (!bytes || bytes->value() < 1) argument.is_filled_whole = true;
  else argument.filled_bytes = std::max<uint64_t>(argument.filled_bytes.value_or(0), static_cast<uint64_t>(bytes->value()));
}

// Could the function that is called at `name` fill a buffer? CUDA's own could not, but for random numbers and cuBLAS's copies; nor could the
// function that the launch stands in, whose call comes first.
bool HostReader::may_fill(size_t name, size_t launch) const {
  const std::string_view f = text(name);
  if (f.starts_with("curandGenerate") || f.starts_with("cublasSet")) return true;
  const HostFunction* around = function_around(launch);
  return !f.starts_with("cuda") && !f.starts_with("cu") && !f.starts_with("hip") && function_around(name) && !(around && around->name == f);
}

// Has another kernel or function been given this buffer before the launch at `launch`, or has its address been kept (`p.dst = d_x`)? Then it may well have been filled.
bool HostReader::is_filled_before(size_t launch, Range argument) {
  for (size_t i = 0; i + 1 < launch; ++i) {
    if (++steps_ > most_steps) return false;
    if (kind(i) != Tok::identifier) continue;
    if (i > 0 && kind(i - 1) == Tok::equal && kind(i + 1) != Tok::left_paren && shares_name({i, i + 1}, argument)) return true;
    size_t open = i + 1;
    if (kind(open) == Tok::less) open = behind_angles(open, std::min(launch, open + 64));
    if (is_launch_open(open)) {
      if (text(i) == text(launch)) continue;
      while (open < launch && kind(open) != Tok::semicolon && !(kind(open) == Tok::left_paren && kind(open - 1) == Tok::greater)) ++open;
    } else if (open != i + 1 || !may_fill(i, launch)) {
      continue;
    }
    if (kind(open) != Tok::left_paren) continue;
    for (Range given : split({open + 1, close_of(open)}))
      if (given.end - given.begin <= 6 && kind(given.begin) != Tok::amp && shares_name(given, argument)) return true;
  }
  return false;
}

// A function, a type or a constant of the file.
bool HostReader::is_known_otherwise(size_t name) const {
  const Symbol* symbol = p_.lookup_in(*p_.global, text(name));
  return symbol && (symbol->kind == SymbolKind::functions || symbol->kind == SymbolKind::type || symbol->kind == SymbolKind::record_template || symbol->kind == SymbolKind::value);
}

bool HostReader::shares_name(Range a, Range b) const {
  for (size_t i = b.begin; i < b.end; ++i)
    if (kind(i) == Tok::identifier && (kind(i + 1) != Tok::dot) && mentions(a, text(i)) && !is_known_otherwise(i)) return true;
  return false;
}

void HostReader::set_bytes(HostArgument& argument, std::optional<HostNumber> bytes) {
  if (bytes && bytes->value() >= 1 && bytes->value() < 1e15) argument.bytes = static_cast<uint64_t>(bytes->value());
}

// thrust::device_vector<T> name(n)
void HostReader::read_device_vector(size_t i, std::string_view name, HostArgument& argument) {
  size_t end = i + 2;
  while (end < tokens_.size() && kind(end) != Tok::greater && kind(end) != Tok::semicolon) ++end;
  if (kind(end) != Tok::greater || text(end + 1) != name || kind(end + 2) != Tok::left_paren) return;
  argument.is_buffer = true;
  argument.start = HostArgument::Start::copied;
  auto type = type_in({i + 2, end});
  argument.type = without_parameters({i + 2, end});
  std::vector<Range> parts = split({end + 3, close_of(end + 2)});
  auto count = parts.empty() ? std::nullopt : number(parts[0]);
  if (type && count) set_bytes(argument, real(count->value() * static_cast<double>(type->bytes)));
}

}  // namespace wb
