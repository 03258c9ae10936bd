#include "app/workbook/assumed_data.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <random>

#include "app/backends/scalar_bytes.h"
#include "app/workbook/assumed_records.h"
#include "app/workbook/element_type.h"
#include "app/workbook/kernel_text.h"

namespace wb {
namespace {

constexpr uint64_t most_made_bytes = 256u << 20;  // of a table or of distinct numbers; larger buffers are filled as any other

// By byte: has the host filled it? Empty: all of them.
std::vector<bool> flags_of(const HostArgument* host, uint64_t bytes) {
  std::vector<bool> flags;
  if (!host || !host->bytes || !host->filled_bytes || host->is_filled_whole || *host->filled_bytes >= bytes) return flags;
  flags.resize(bytes);
  std::fill_n(flags.begin(), *host->filled_bytes, true);
  return flags;
}

bool is_real(const Element& e) { return e.type.starts_with("float") || e.type.starts_with("double") || e.type.starts_with("half"); }
bool is_word(const Element& e) { return e.bytes == 4 && e.type.ends_with("int"); }

// A number as an element holds it: of an unsigned one -1 is 4294967295.
std::string as_element(int64_t number, const ElementType& type) {
  uint8_t bytes[8] = {};
  std::memcpy(bytes, &number, sizeof bytes);
  return number_at(type.scalar, bytes).value_or(is_signed(type.scalar) ? std::to_string(number) : std::to_string(static_cast<uint64_t>(number)));
}

// "keys are distinct", "unique ids", "`to` is a permutation"; not "each thread takes a distinct element", nor "keys need not be unique".
bool calls_distinct(std::string_view comment, std::string_view parameter) {
  std::vector<std::string> words;
  for (size_t i = 0; i < comment.size(); ++i) {
    if (!is_word_letter(comment[i])) continue;
    if (i == 0 || !is_word_letter(comment[i - 1])) words.emplace_back();
    words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(comment[i])));
  }
  std::string name(parameter);
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto is_one_of = [](const std::string& word, std::initializer_list<const char*> all) { return std::find(all.begin(), all.end(), word) != all.end(); };
  for (size_t i = 0; i < words.size(); ++i) {
    const bool is_permutation = words[i] == "permutation";
    if (!is_permutation && !is_one_of(words[i], {"distinct", "unique"})) continue;
    constexpr size_t near = 3;
    bool names_it = false, denies_it = false;
    for (size_t k = i - std::min(i, near); k < std::min(words.size(), i + near + 1); ++k) {
      names_it |= words[k] == name || is_one_of(words[k], {"indices", "indexes"}) || (!is_permutation && is_one_of(words[k], {"keys", "ids"}));
      denies_it |= is_one_of(words[k], {"not", "non", "necessarily", "thread", "threads"});
    }
    if (names_it && !denies_it) return true;
  }
  return false;
}

std::string listed(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

}  // namespace

std::string AssumedData::begin(const Buffer& buffer) {
  const KernelParameter& p = buffer.parameter;
  const bool is_moderate = buffer.count <= most_made_bytes / std::max<uint64_t>(buffer.element.bytes, 1);
  if (const auto place = use_.tables.filled.find(p.name); place != use_.tables.filled.end() && !launch_.host && is_moderate) return free_table(buffer, place->second);
  const bool is_distinct = is_moderate && holds_distinct(buffer);
  const std::string fill = fill_of(buffer, is_distinct);
  const bool is_random = fill.starts_with("random");
  if (const auto element = element_type_from_name(buffer.element.type); launch_.host && is_random && element && is_integer(element->scalar)) out_.made_up.push_back(p.name);
  if (fill == "zeros" && are_unknown_records(buffer)) return records(buffer);
  if (!is_random) return "fill = " + toml_string(fill);
  if (is_distinct) return distinct(buffer, element_type_from_name(buffer.element.type)->scalar);
  if (is_word(buffer.element) && is_read_in_pairs(p.name))
    if (const std::string list = rising(buffer); !list.empty()) return "data = [" + list + "]";
  const std::string wanted = with_wanted(buffer);
  return wanted.empty() ? "fill = " + toml_string(fill) : wanted;
}

std::string AssumedData::fill_of(const Buffer& buffer, bool is_distinct) {
  using Start = HostArgument::Start;
  const KernelParameter& p = buffer.parameter;
  const HostArgument* host = buffer.host;
  const Element& e = buffer.element;
  if (host && host->start == Start::set) {
    if (host->set_byte == 0) return "zeros";
    if (e.bytes == 1) return "constant(" + std::to_string(host->set_byte) + ")";
    if (host->set_byte == 0xFF && !is_real(e)) return "constant(-1)";
  }
  if (host && host->is_buffer && host->start == Start::unknown && (!p.pointee_is_const || host->is_untouched)) return "poison";
  if (host && host->is_untouched && host->start != Start::set) return "poison";
  if (!host && (launch_.guess.stored_are_zeros ? use_.stored.contains(p.name) : !p.pointee_is_const && !use_.inputs.contains(p.name))) return "zeros";
  if (p.type.find("**") != std::string::npos || (p.scalar == ScalarKind::void_ && e.type == "uchar")) return "zeros";
  const bool is_whole = !is_real(e);
  const std::string most = !is_whole || e.type.starts_with("bool") ? "1" : std::to_string(sizes_.largest());
  out_.assumes_values |= is_whole;  // whole numbers are often places in another buffer
  if (!is_distinct && (!is_read_in_pairs(p.name) || !e.type.ends_with("int"))) out_.assume("`" + p.name + "` holds random numbers from 0 to " + most);
  return "random(seed=1, min=0, max=" + most + ")";
}

std::string AssumedData::random_of(const KernelParameter& p, const Element& e) {
  const bool is_of_record = e.type == "uchar" && p.bytes > 1;
  if (is_real(e) || e.type.starts_with("bfloat") || e.type.starts_with("bool") || is_of_record) return "random";
  const bool is_signed_byte = e.type.starts_with("char") || e.type.starts_with("schar");
  return std::string("random(seed=1, min=0, max=") + (e.type.starts_with("uchar") ? "255)" : is_signed_byte ? "127)" : "999)");
}

// ---- tables

std::string AssumedData::free_table(const Buffer& buffer, const FreePlace& place) {
  const KernelParameter& p = buffer.parameter;
  uint64_t bits = place.bits;
  std::string shown = std::to_string(static_cast<int64_t>(bits));  // with the sign of its own type
  if (!place.number.empty()) {
    const auto number = std::find_if(launch_.compiled.parameters.begin(), launch_.compiled.parameters.end(), [&](const KernelParameter& other) { return other.name == place.number; });
    const auto wish = launch_.wishes.arguments.find(place.number);
    shown = wish != launch_.wishes.arguments.end() ? wish->second : number == launch_.compiled.parameters.end() ? "0" : sizes_.number(*number);
    bits = static_cast<uint64_t>(std::strtoll(shown.c_str(), nullptr, 10));
  }
  const uint64_t step = std::max<uint64_t>({p.bytes, place.bytes, 1});
  GivenContent given;
  given.bytes.resize(buffer.count * buffer.element.bytes);
  for (uint64_t at = place.offset; at + place.bytes <= given.bytes.size(); at += step) std::memcpy(given.bytes.data() + at, &bits, place.bytes);
  out_.assume("every place of `" + p.name + "` is free: it holds " + shown + ", for which `atomicCAS` looks");
  return content(p, std::move(given));
}

std::string AssumedData::content(const KernelParameter& p, GivenContent given) {
  const std::string name = "assumed:" + launch_.name + "/" + p.name;
  out_.contents[name] = std::move(given);
  return "content = " + toml_string(name);
}

// ---- numbers of which each stands there once

bool AssumedData::are_distinct(const KernelParameter& p) const {
  if (launch_.host || launch_.guess.largest || use_.stored.contains(p.name)) return false;
  const std::vector<Comment> comments = comments_in(launch_.source);
  return std::any_of(comments.begin(), comments.end(), [&](const Comment& comment) { return calls_distinct(comment.text, p.name); });
}
// Numbers of a type that has room for them.
bool AssumedData::holds_distinct(const Buffer& buffer) const {
  const auto element = element_type_from_name(buffer.element.type);
  if (!element || element->lanes != 1 || !buffer.element.row.empty() || !is_integer(element->scalar)) return false;
  const uint32_t bytes = info(element->scalar).bytes;
  return (bytes >= 4 || buffer.count <= uint64_t{1} << (8 * bytes - 1)) && !is_read_in_pairs(buffer.parameter.name) && are_distinct(buffer.parameter);
}

std::string AssumedData::distinct(const Buffer& buffer, ScalarKind scalar) {
  const uint32_t width = info(scalar).bytes;
  const uint64_t count = buffer.count * buffer.element.bytes / width;
  GivenContent given;
  given.bytes.resize(count * width);
  const uint64_t step = step_through(count);
  for (uint64_t i = 0; i < count; ++i) store_integer(scalar, given.bytes.data() + i * width, static_cast<int64_t>(i * step % count));
  out_.assume("`" + buffer.parameter.name + "` holds each number from 0 to " + std::to_string(count - 1) + " once");
  return content(buffer.parameter, std::move(given));
}

// ---- records

bool AssumedData::are_unknown_records(const Buffer& buffer) const {
  const KernelParameter& p = buffer.parameter;
  const bool is_known = buffer.host ? buffer.host->start == HostArgument::Start::set : !p.pointee_is_const && !use_.inputs.contains(p.name);
  return !is_known && buffer.element.type == "uchar" && p.scalar == ScalarKind::void_ && !p.members.empty() && p.bytes;
}

std::string AssumedData::records(const Buffer& buffer) {
  const KernelParameter& p = buffer.parameter;
  const uint64_t bytes = buffer.count * buffer.element.bytes;
  const bool is_distinct = are_distinct(p);
  AssumedRecords made = assumed_records(p.members, p.bytes, bytes / p.bytes, is_distinct ? std::nullopt : std::optional(sizes_.largest()));
  made.bytes.resize(bytes);
  out_.assumes_values |= made.has_whole_numbers;
  if (launch_.host && made.has_whole_numbers) out_.made_up.push_back(p.name);
  out_.assume("`" + p.name + "` holds records of random numbers, reals from 0 to 1 and whole ones from 0 to " + std::to_string(is_distinct ? bytes / p.bytes - 1 : sizes_.largest()) + (is_distinct ? ", each once" : ""));
  return content(p, {std::move(made.bytes), buffer.has_value.empty() ? flags_of(buffer.host, bytes) : buffer.has_value, {}});
}

// ---- places that lead into another buffer

bool AssumedData::is_read_in_pairs(const std::string& name) const {
  if (use_.stored.contains(name)) return false;  // then it is data that happens to be compared with its neighbour
  const std::string_view source = launch_.source, last = std::string_view(name).substr(name.rfind('_') + 1);  // g_nindex is g.nindex to the kernel
  for (size_t at = source.find(last); at != std::string_view::npos; at = source.find(last, at + 1)) {
    const size_t open = at + last.size(), close = source.find(']', open);
    if (open >= source.size() || source[open] != '[' || close == std::string_view::npos || close - open > 60) continue;
    const std::string element = std::string(last) + "[" + std::string(source.substr(open + 1, close - open - 1));
    if (source.find(element + " + 1]") != std::string_view::npos || source.find(element + "+1]") != std::string_view::npos) return true;
  }
  return false;
}

// The elements of the smallest other buffer that is only read; where there is none, of the smallest of all. A single element is a sum or a count.
uint64_t AssumedData::places_behind(const std::string& name) const {
  uint64_t read = 0, any = 0;
  const auto take = [](uint64_t& least, uint64_t count) { least = least ? std::min(least, count) : count; };
  for (const Count& other : counts_) {
    if (other.parameter == name || other.elements <= 1) continue;
    take(any, other.elements);
    if (!use_.stored.contains(other.parameter)) take(read, other.elements);
  }
  return read ? read : any ? any : sizes_.threads(3);
}

// From the first element to the last of what they lead into: now a few at once, now more.
std::string AssumedData::rising(const Buffer& buffer) {
  const std::string& name = buffer.parameter.name;
  const uint64_t count = buffer.count, all = places_behind(name), share = count > 1 ? all / (count - 1) : 0;
  std::string out;
  for (uint64_t i = 0; i < count && out.size() <= bytes_left_; ++i) {
    const uint64_t even = count > 1 ? i * all / (count - 1) : 0;
    out += (i ? ", " : "") + std::to_string(i % 2 && i + 1 < count ? even - std::min(even, (share + 1) / 2) : even);
  }
  if (!takes(out)) return out_.assume("`" + name + "` holds random numbers"), "";
  out_.assume("`" + name + "` rises from 0 to " + std::to_string(count > 1 ? all : 0));
  return out;
}

// ---- numbers that the kernel asks for

// What it does then is else hardly seen, or never.
std::vector<int64_t> AssumedData::wanted_by_kernel(const std::string& name) const {
  const auto largest = static_cast<int64_t>(sizes_.largest());
  std::vector<int64_t> wanted;
  std::copy_if(use_.compared.begin(), use_.compared.end(), std::back_inserter(wanted), [&](int64_t n) { return n > 1 && n <= largest; });
  constexpr int64_t sought = LaunchSizes::sought_number;
  const std::vector<KernelParameter>& parameters = launch_.compiled.parameters;
  const bool is_something_sought = std::any_of(parameters.begin(), parameters.end(), [&](const KernelParameter& p) { return sizes_.is_sought(p); });
  if (is_something_sought && sought <= largest && !use_.compared.contains(sought)) wanted.push_back(sought);
  if (const auto marks = use_.tables.asked.find(name); marks != use_.tables.asked.end() && !launch_.host) wanted.insert(wanted.end(), marks->second.begin(), marks->second.end());
  return wanted;
}

// Random numbers, and here and there one of those. Empty: it asks for none.
std::string AssumedData::with_wanted(const Buffer& buffer) {
  constexpr uint64_t most_listed = 4096;
  const std::string& name = buffer.parameter.name;
  const auto type = element_type_from_name(buffer.element.type);
  const uint32_t width = type ? info(type->scalar).bytes : 0;
  const bool is_number = type && type->lanes == 1 && is_integer(type->scalar) && width >= 4 && buffer.element.row.empty();
  const std::vector<int64_t> wanted = is_number && buffer.count <= most_listed ? wanted_by_kernel(name) : std::vector<int64_t>();
  if (wanted.empty()) return "";
  std::minstd_rand next(1);
  GivenContent given;
  given.bytes.resize(buffer.count * width);
  for (uint64_t i = 0; i < buffer.count; ++i) {
    const uint64_t which = next() / 8;
    const auto other = static_cast<int64_t>(which / 8 % (sizes_.largest() + 1));
    store_integer(type->scalar, given.bytes.data() + i * width, which % 8 ? other : wanted[which / 8 % wanted.size()]);
  }
  std::vector<std::string> words;
  for (int64_t number : wanted) words.push_back(as_element(number, *type));
  out_.assume("`" + name + "` often holds " + listed(words) + ", which the kernel asks for");
  const std::string list = numbers_of(given.bytes, buffer.element);
  return list.empty() ? content(buffer.parameter, std::move(given)) : "data = [" + list + "]";
}

// ---- as text

bool AssumedData::takes(const std::string& list) {
  if (list.size() > bytes_left_) return false;
  bytes_left_ -= list.size();
  return true;
}

std::string AssumedData::numbers_of(const std::vector<uint8_t>& bytes, const Element& e) {
  const auto element = element_type_from_name(e.type);
  if (!element) return "";
  const uint64_t width = info(element->scalar).bytes;
  std::string out;
  for (size_t at = 0; at < bytes.size(); at += width) {
    const auto number = number_at(element->scalar, bytes.data() + at);
    if (!number) return "";
    out += (at ? ", " : "") + *number;
    if (out.size() > bytes_left_) return "";
  }
  return takes(out) ? out : "";
}

}  // namespace wb
