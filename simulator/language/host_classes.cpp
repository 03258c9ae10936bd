// The host's namespaces and classes, for the program that is run (host_whole.h). A class with functions of the host is written again under another name,
// with all of them marked for the device; so is whatever is made of such classes:
//
//     class Buffer : public Managed {                       class wb_class_Buffer : public wb_class_Managed {
//       float* p;                                             float* p;
//       Buffer(int n) { cudaMalloc(&p, 4 * n); }      ->      __device__ wb_class_Buffer(int n) { wb_host::cudaMalloc(&p, 4 * n); }
//       __host__ __device__ float* get() { return p; }         __device__ float* get() { return p; }
//     };                                                    };
//
// Kernels keep the class that the file has: both are laid out alike.
#include <algorithm>
#include <utility>

#include "simulator/language/host_whole.h"

namespace wb {
namespace {

// std::uint32_t, std::is_same: what kernels have of the standard library as well.
bool is_for_kernels_too(std::string_view word) {
  return word.ends_with("_t") || word.starts_with("is_") || word.starts_with("remove_") || word.starts_with("enable_if") || word.starts_with("conditional") || word == "numeric_limits";
}

}  // namespace

// namespace app { namespace detail {
void HostWhole::find_namespaces() {
  for (size_t i = 0; i + 2 < r_.tokens_.size(); ++i) {
    if (r_.kind(i) != Tok::kw_namespace || r_.kind(i + 1) != Tok::identifier) continue;
    size_t open = i + 2;
    while (r_.kind(open) == Tok::scope && r_.kind(open + 1) == Tok::identifier) open += 2;
    if (r_.kind(open) != Tok::left_brace) continue;
    std::string name;
    for (size_t k = i + 1; k < open; ++k) name += r_.text(k);
    namespaces_.push_back({name, {open + 1, r_.close_of(open)}});
  }
}
// a::b
std::string HostWhole::namespace_around(size_t at) const {
  std::string path;
  for (const Namespace& n : namespaces_)
    if (n.body.begin <= at && at < n.body.end) path += (path.empty() ? "" : "::") + n.name;
  return path;
}
// What the file has in a namespace is written into it.
void HostWhole::open_namespaces(size_t at) {
  for (const Namespace& n : namespaces_)
    if (n.body.begin <= at && at < n.body.end) write_line("namespace " + n.name + " {", {});
}
void HostWhole::close_namespaces(size_t at) {
  for (const Namespace& n : namespaces_)
    if (n.body.begin <= at && at < n.body.end) write_line("}", {});
}

// ---- classes of the host

// Where the body of a function opens whose parameters open at `parameters`, behind a constructor's `: a(1), b{2}`, too; 0: it has none.
size_t HostWhole::body_behind(size_t parameters) {
  bool makes_members = false;
  for (size_t i = r_.close_of(parameters) + 1; i < r_.tokens_.size();) {
    const Tok k = r_.kind(i);
    if (k == Tok::semicolon || k == Tok::equal || k == Tok::right_brace || k == Tok::right_paren || ++r_.steps_ > HostReader::most_steps) return 0;
    makes_members |= k == Tok::colon;
    const bool makes_member = makes_members && (r_.kind(i - 1) == Tok::identifier || r_.kind(i - 1) == Tok::greater);  // b{2}
    if (k == Tok::left_brace && !makes_member) return i;
    i = is_opening_bracket(i) ? std::max(r_.close_of(i), i) + 1 : i + 1;
  }
  return 0;
}

// Members that are defined behind their class: not those for the device.
void HostWhole::find_outer_members() {
  for (size_t i = 0; i + 3 < r_.tokens_.size() && r_.steps_ <= HostReader::most_steps; ++i) {
    if (r_.kind(i) == Tok::left_paren) i = std::max(r_.close_of(i), i);
    if (r_.kind(i) != Tok::identifier || r_.function_around(i)) continue;
    const size_t behind = r_.kind(i + 1) == Tok::less ? r_.behind_angles(i + 1, r_.tokens_.size()) : i + 1;
    if (r_.kind(behind) != Tok::scope) continue;
    if (r_.kind(behind + 1) == Tok::identifier && r_.kind(behind + 2) == Tok::scope) continue;  // app::A::f(: A's
    const bool is_name = r_.kind(behind + 1) == Tok::identifier && !r_.is(behind + 1, "operator");
    if (is_name && r_.kind(behind + 2) != Tok::left_paren) continue;  // std::string f(: a type
    size_t open = behind + 1;
    while (open < behind + 5 && r_.kind(open) != Tok::left_paren && r_.kind(open) != Tok::semicolon) ++open;  // a::b; int main(
    if (r_.is(behind + 1, "operator") && r_.kind(open + 1) == Tok::right_paren && r_.kind(open + 2) == Tok::left_paren) open += 2;  // operator()(
    if (r_.kind(open) != Tok::left_paren) continue;
    const size_t body = body_behind(open);
    if (!body) continue;
    const size_t begin = r_.start_of_expression(i, 0);
    bool is_device = false;
    for (size_t k = begin; k < i; ++k) is_device |= r_.kind(k) == Tok::kw_device || r_.kind(k) == Tok::kw_global;
    const size_t end = r_.close_of(body);
    if (!is_device) outer_members_.push_back({r_.text(i), {begin, body + 1}, i, {r_.text(open - 1), {open + 1, r_.close_of(open)}, {body + 1, end}, {}}});
    i = end;
  }
}
bool HostWhole::is_defined_outside(const HostClass& c, std::string_view name) const {
  return std::any_of(outer_members_.begin(), outer_members_.end(), [&](const OuterMember& m) { return m.owner == c.name && m.function.name == name; });
}
bool HostWhole::is_in_class(size_t at) const {
  return std::any_of(classes_.begin(), classes_.end(), [&](const HostClass& c) { return c.body.begin <= at && at < c.body.end; }) ||
         std::any_of(outer_members_.begin(), outer_members_.end(), [&](const OuterMember& m) { return m.function.body.begin <= at && at < m.function.body.end; });
}

// The class's own name behind the keyword: struct App::State {
size_t HostWhole::name_of_class(size_t keyword) const { return end_of_path(keyword + 1, r_.tokens_.size()); }

// typedef struct { cudaArray* content; ... } Volume;   Where its name stands; 0: it is nothing like that.
size_t HostWhole::name_of_unnamed(size_t keyword) const {
  if (keyword == 0 || r_.kind(keyword - 1) != Tok::kw_typedef || r_.kind(keyword) != Tok::kw_struct || r_.kind(keyword + 1) != Tok::left_brace) return 0;
  const size_t name = r_.close_of(keyword + 1) + 1;
  return r_.kind(name) == Tok::identifier && r_.kind(name + 1) == Tok::semicolon ? name : 0;
}
// template <> struct Traits<float>
bool HostWhole::specialises(size_t keyword) const { return keyword > 0 && r_.kind(keyword - 1) == Tok::greater && r_.kind(name_of_class(keyword) + 1) == Tok::less; }

// namespace std { template <> struct hash<Key> { ... }; }   template <> struct std::hash<Key> { ... };
bool HostWhole::specialises_hash(size_t keyword) const {
  const size_t name = name_of_class(keyword);
  return specialises(keyword) && r_.is(name, "hash") && (name == keyword + 1 ? namespace_around(keyword) == "std" : r_.is(keyword + 1, "std"));
}

// Where the body of a class opens whose name stands behind the keyword: behind its bases. 0: it has none, or is none.
size_t HostWhole::brace_of_class(size_t keyword) {
  constexpr size_t longest = 64;
  if ((r_.kind(keyword) != Tok::kw_struct && r_.kind(keyword) != Tok::kw_class) || r_.kind(keyword + 1) != Tok::identifier) return 0;
  const size_t name = name_of_class(keyword), behind = specialises(keyword) ? r_.behind_angles(name + 1, r_.tokens_.size()) : name + 1;
  if (r_.kind(behind) == Tok::left_brace) return behind;
  if (r_.kind(behind) != Tok::colon && !r_.is(behind, "final")) return 0;
  for (size_t i = behind + 1; i < keyword + longest && i < r_.tokens_.size(); ++i) {
    if (r_.kind(i) == Tok::left_brace) return i;
    if (r_.kind(i) == Tok::semicolon || r_.kind(i) == Tok::left_paren || r_.kind(i) == Tok::right_brace) return 0;
  }
  return 0;
}

// std::vector<int>, and vector<int> where `std` is used: types that no kernel has.
bool HostWhole::is_type_of_host(size_t i) const {
  if (is_type_of_cuda(i)) return true;
  if (opens_std(i)) return !is_for_kernels_too(r_.text(i + 2));
  const std::string_view word = r_.text(i);
  const bool is_used = uses_std_ || used_of_std_.contains(word), is_type = r_.kind(i + 1) == Tok::less || r_.kind(i + 1) == Tok::identifier;
  return is_used && is_type && r_.kind(i) == Tok::identifier && r_.kind(i - 1) != Tok::scope && !own_types_.contains(word) && !is_for_kernels_too(word) && host_name("wb_host", word) == HostName::type;
}

// Classes of the file with functions that are not marked for the device, and those that are made of them.
void HostWhole::find_classes() {
  std::deque<HostClass> all;
  for (size_t i = 0; i + 2 < r_.tokens_.size(); ++i) {
    if (r_.kind(i) == Tok::left_paren || r_.function_around(i)) continue;
    const size_t alone = name_of_unnamed(i);
    const size_t brace = alone ? i + 1 : brace_of_class(i);
    if (!brace) continue;
    HostClass c;
    const size_t name = alone ? alone : name_of_class(i);
    c.name = r_.text(name);
    c.keyword = i;
    c.bases = {alone ? brace : name + 1, brace};
    c.is_specialisation = specialises(i);
    c.is_hash = !alone && specialises_hash(i);
    c.is_of_host = !alone && (name != i + 1 || c.is_hash);
    c.is_member_of_other = c.is_of_host && !c.is_hash;
    c.body = {brace + 1, r_.close_of(brace)};
    find_members(c);
    for (size_t k = c.body.begin; k < c.body.end; ++k) c.is_of_host |= is_type_of_host(k);
    if (c.body.end > c.body.begin) all.push_back(std::move(c));
  }
  for (HostClass& c : all)
    c.is_of_host |= std::any_of(operators_.begin(), operators_.end(), [&](const HostOperator& op) { return takes(op, c.name); });
  find_dependent_classes(all);
  for (HostClass& c : all) {
    if (!c.is_of_host) continue;
    const HostClass& kept = classes_.emplace_back(std::move(c));
    if (!kept.is_hash) class_of_name_.emplace(kept.name, &classes_.back());
    end_of_classes_.push_back(std::max(kept.body.end, end_of_classes_.empty() ? size_t{0} : end_of_classes_.back()));
    for (const HostMember& m : kept.members)
      if (!m.function.name.empty()) methods_.insert(m.function.name);
  }
}

void HostWhole::find_dependent_classes(std::deque<HostClass>& all) const {
  std::set<std::string_view> of_host;
  for (bool has_news = true; has_news;) {
    has_news = false;
    for (HostClass& c : all) {
      c.is_of_host |= of_host.contains(c.name);  // all of a template's specialisations
      for (size_t k = c.bases.begin; k < c.body.end && !c.is_of_host; ++k) c.is_of_host = r_.kind(k) == Tok::identifier && of_host.contains(r_.text(k));
      if (c.is_of_host) has_news |= of_host.insert(c.name).second;
    }
  }
}

void HostWhole::find_members(HostClass& c) {
  for (size_t at = c.body.begin; at < c.body.end;) {
    HostMember member;
    size_t end = at, parameters = 0;
    bool is_device = false;
    for (; end < c.body.end && r_.kind(end) != Tok::semicolon; end = is_opening_bracket(end) ? std::max(r_.close_of(end), end) + 1 : end + 1) {
      is_device |= r_.kind(end) == Tok::kw_device;
      if (r_.kind(end) == Tok::colon && !parameters && end < at + 2) { ++end; break; }  // public:
      if (r_.kind(end) == Tok::left_paren && !parameters) parameters = end;
      const size_t close = r_.kind(end) == Tok::left_brace ? r_.close_of(end) : end;
      const bool goes_on = r_.kind(close + 1) == Tok::comma || r_.kind(close + 1) == Tok::left_brace;  // : a{1}, b(2) { ... }
      if (parameters && r_.kind(end) == Tok::left_brace && !goes_on) {
        member.function.body = {end + 1, close};
        end = close + 1;
        break;
      }
    }
    const bool is_label = end > at && r_.kind(end - 1) == Tok::colon;
    member.range = {at, is_label || !member.function.body.empty() || (end > at && r_.kind(end - 1) == Tok::right_brace && parameters) ? end : std::min(end + 1, c.body.end)};
    member.is_function = parameters && r_.kind(member.range.end - 1) == Tok::right_brace;

    if (parameters && member.is_function) {
      member.function.name = r_.text(parameters - 1);
      member.function.parameters = {parameters + 1, r_.close_of(parameters)};
      member.function.body = {member.function.body.empty() ? member.range.end - 1 : member.function.body.begin, member.range.end - 1};
      member.is_device = is_device;
      c.is_of_host |= !is_device;
    } else if (parameters && !is_device && is_defined_outside(c, r_.text(parameters - 1))) {
      member.function.name = r_.text(parameters - 1);
      member.is_defined_outside = c.is_of_host = true;
    } else if (parameters && !is_device && r_.kind(member.range.begin) == Tok::kw_virtual) {  // = 0
      member.function.name = r_.text(parameters - 1);
      c.is_of_host = true;
    }
    if (!parameters) member.static_name = name_of_static(member.range);
    c.is_of_host |= member.static_name != 0;
    at = std::max(member.range.end, at + 1);
    c.members.push_back(std::move(member));
  }
}

// static int made;   inline static int made = 0;   Constants are the class's own.
size_t HostWhole::name_of_static(Range member) {
  bool is_static = false, is_constant = false;
  for (size_t i = member.begin; i < member.end; ++i) {
    const Tok k = r_.kind(i);
    is_static |= k == Tok::kw_static;
    is_constant |= k == Tok::kw_const || k == Tok::kw_constexpr || k == Tok::kw_device;
    const Tok next = r_.kind(i + 1);
    if (k == Tok::identifier && (next == Tok::semicolon || next == Tok::equal || next == Tok::left_bracket || next == Tok::left_brace)) return is_static && !is_constant ? i : 0;
  }
  return 0;
}
const HostWhole::HostMember* HostWhole::static_member(const HostClass& c, std::string_view name) const {
  for (const HostMember& m : c.members)
    if (m.static_name && r_.text(m.static_name) == name) return &m;
  return nullptr;
}
// The class whose functions the place lies in.
const HostWhole::HostClass* HostWhole::class_around(size_t at) const {
  for (const HostClass& c : classes_)
    if (c.body.begin <= at && at < c.body.end) return &c;
  for (const OuterMember& m : outer_members_)
    if (m.function.body.begin <= at && at < m.function.body.end)
      if (const auto found = class_of_name_.find(m.owner); found != class_of_name_.end()) return found->second;
  return nullptr;
}
// A variable of its own: with the value that stands in the class, or in the definition behind it: int Counter::made = 0;
void HostWhole::write_static_member(const HostClass& c, const HostMember& member) {
  const std::string name = "wb_static_" + std::string(c.name) + "_" + std::string(r_.text(member.static_name));
  size_t from = member.range.begin;
  while (from < member.static_name && (r_.kind(from) == Tok::kw_static || r_.kind(from) == Tok::kw_inline)) ++from;
  Range value{member.static_name + 1, member.range.end - 1};
  for (size_t i = member.range.end; value.empty() && i + 3 < r_.tokens_.size(); ++i)
    if (r_.text(i) == c.name && r_.kind(i + 1) == Tok::scope && r_.text(i + 2) == r_.text(member.static_name) && !r_.function_around(i)) value = {i + 3, r_.behind_semicolon(i, r_.tokens_.size()) - 1};
  write_line("__device__ " + spelled({from, member.static_name}) + " " + name + (value.empty() ? "" : spelled(value)) + ";", {});
}

HostWhole::HostClass* HostWhole::class_named(std::string_view name) {
  const auto found = class_of_name_.find(name);
  return found == class_of_name_.end() ? nullptr : found->second;
}

// struct State;   in the class, struct App::State { ... } behind it: that is written as a class beside this one.
bool HostWhole::names_class_defined_behind(Range member) {
  const bool is_declaration = member.end == member.begin + 3 && (r_.kind(member.begin) == Tok::kw_struct || r_.kind(member.begin) == Tok::kw_class);
  const HostClass* c = is_declaration ? class_named(r_.text(member.begin + 1)) : nullptr;
  return c && c->is_member_of_other;
}

void HostWhole::write_class(HostClass& c) {
  if (std::exchange(c.is_written, true)) return;
  if (nesting_ >= most_nesting) return void(is_understood_ = false);
  ++nesting_;
  write_callees({c.bases.begin, c.body.end});
  --nesting_;
  if (c.is_hash) write_line("namespace wb_host {", {});
  else open_namespaces(c.keyword);
  if (c.is_specialisation && !c.is_hash && class_named(c.name)->is_specialisation) write_template_alone(c);
  const std::string before = head_of_template(c.keyword);
  for (const HostMember& member : c.members)
    if (member.static_name) write_static_member(c, member);
  write_line(before + " " + std::string(r_.text(c.keyword)) + (c.is_hash ? " " : " wb_class_") + std::string(c.name) + spelled(c.bases) + " {", {});
  write_members(c);
  write_line("};", {});
  if (c.is_hash) return write_line("}", {});
  close_namespaces(c.keyword);
  ++nesting_;  // what stands behind the class may name classes that are made of it
  for (const OuterMember& m : outer_members_)
    if (m.owner == c.name) write_callees(m.head), write_callees(m.function.body);
  --nesting_;
  open_namespaces(c.keyword);
  write_outer_members(c);
  close_namespaces(c.keyword);
  write_operators(c);
  for (HostClass& other : classes_)
    if (other.name == c.name) write_class(other);
}
void HostWhole::write_members(HostClass& c) {
  for (HostMember& member : c.members) {
    if (member.static_name) continue;
    if (!member.is_function && !member.is_defined_outside) {
      if (names_class_defined_behind(member.range) || write_nested(member.range)) continue;
      bool is_virtual = false;  // virtual void f() = 0;
      for (size_t i = member.range.begin; i < member.range.end; ++i) is_virtual |= r_.kind(i) == Tok::kw_virtual;
      write_line(((is_virtual && !member.is_device) || is_default_operator(member.range) ? "__device__ " : "") + spelled(member.range), {});
      continue;
    }
    const size_t end = member.is_function ? member.function.body.begin : member.range.end;
    size_t from = member.range.begin;
    const size_t behind = r_.kind(from) == Tok::kw_template ? r_.behind_angles(from + 1, member.range.end) : from;
    const size_t name = member.function.name.empty() ? 0 : member.function.parameters.begin - 2;
    const bool is_of_memory = member.is_function && names_memory(r_.kind(name) == Tok::right_bracket ? name - 2 : name);
    std::string head = spelled({from, behind}) + (member.is_device ? "" : " __device__") + (is_of_memory && r_.kind(behind) != Tok::kw_static ? " static" : "");
    for (size_t i = behind; i < end; i = i + 1)
      if (r_.kind(i) == Tok::kw_host) head += spelled({behind, i}), from = i + 1;
    write_line(head + spelled({std::max(from, behind), end}), {});
    if (!member.is_function) continue;
    write_noexcept(member.function);
    write_block(member.function.body, member.function);
    write_line("}", {});
  }
}
// struct Iterator { int operator*() const { ... } ... };   in a class. False: the member is none.
bool HostWhole::write_nested(Range member) {
  const size_t keyword = r_.kind(member.begin) == Tok::kw_template ? r_.behind_angles(member.begin + 1, member.end) : member.begin;
  const size_t brace = keyword < member.end ? brace_of_class(keyword) : 0;
  if (!brace || brace >= member.end || nesting_ >= most_nesting) return false;
  const auto [known, is_new] = nested_.try_emplace(brace);  // statements point to its functions
  HostClass& inner = known->second;
  if (is_new) {
    inner.name = r_.text(name_of_class(keyword));
    inner.body = {brace + 1, r_.close_of(brace)};
    find_members(inner);
  }
  if (std::any_of(inner.members.begin(), inner.members.end(), [](const HostMember& m) { return m.static_name != 0; })) return false;
  ++nesting_;
  write_line(spelled({member.begin, inner.body.begin}), {});
  write_members(inner);
  write_line(spelled({inner.body.end, member.end}), {});
  --nesting_;
  return true;
}
// bool operator==(const Cell&) const = default;
bool HostWhole::is_default_operator(Range member) const {
  bool is_operator = false, is_default = false, is_device = false;
  for (size_t i = member.begin; i < member.end; ++i) is_operator |= r_.kind(i) == Tok::kw_operator, is_default |= r_.kind(i) == Tok::kw_default, is_device |= r_.kind(i) == Tok::kw_device;
  return is_operator && is_default && !is_device;
}

// "template <class T, int N>", or nothing.
std::string HostWhole::head_of_template(size_t keyword) {
  const auto ends = [&](size_t i) { return r_.kind(i) == Tok::semicolon || r_.kind(i) == Tok::right_brace || r_.kind(i) == Tok::left_brace || r_.kind(i) == Tok::right_paren; };
  size_t begin = keyword;
  while (begin > 0 && !ends(begin - 1) && begin + 60 > keyword) --begin;
  while (begin < keyword && r_.kind(begin) != Tok::kw_template) ++begin;  // public:
  return spelled({begin, keyword});
}
// template <class T> struct Traits;   That has no body: only its specialisations have.
void HostWhole::write_template_alone(const HostClass& c) {
  for (size_t i = 1; i + 2 < r_.tokens_.size(); ++i)
    if ((r_.kind(i) == Tok::kw_struct || r_.kind(i) == Tok::kw_class) && r_.text(i + 1) == c.name && r_.kind(i + 2) == Tok::semicolon && r_.kind(i - 1) == Tok::greater)
      return write_line(head_of_template(i) + " " + std::string(r_.text(i)) + " wb_class_" + std::string(c.name) + ";", {});
}

// ---- names of types

void HostWhole::find_aliases() {
  for (size_t i = 0; i + 3 < r_.tokens_.size(); ++i) {
    if (r_.kind(i) == Tok::left_paren) i = std::max(r_.close_of(i), i);
    const bool is_using = r_.kind(i) == Tok::kw_using && r_.kind(i + 1) == Tok::identifier && r_.kind(i + 2) == Tok::equal;
    if ((!is_using && r_.kind(i) != Tok::kw_typedef) || r_.function_around(i) || class_around(i)) continue;
    const size_t end = r_.behind_semicolon(i, r_.tokens_.size());
    const size_t name = is_using ? i + 1 : end - 2;
    bool is_of_host = false;
    for (size_t k = i; k < end; ++k) is_of_host |= r_.kind(k) == Tok::identifier && k != name && (class_named(r_.text(k)) || alias_named(r_.text(k)) || names_std(k));
    if (!is_of_host || r_.kind(name) != Tok::identifier) continue;
    size_t begin = i;
    if (begin > 0 && r_.kind(begin - 1) == Tok::greater)  // template <class T>
      while (begin > 0 && r_.kind(begin) != Tok::kw_template) --begin;
    aliases_.push_back({r_.text(name), {begin, end}});
    i = end - 1;
  }
}
HostWhole::HostAlias* HostWhole::alias_named(std::string_view name) {
  for (HostAlias& a : aliases_)
    if (a.name == name) return &a;
  return nullptr;
}
void HostWhole::write_alias(HostAlias& a) {
  if (std::exchange(a.is_written, true)) return;
  write_callees(a.range);
  open_namespaces(a.range.begin);
  write_line(spelled(a.range), {});
  close_namespaces(a.range.begin);
}

// ---- operator new and delete of a class: functions with names

// operator new, operator delete[]: the last token that was read is given back.
size_t HostWhole::spell_operator(size_t i, std::string& out) {
  const bool is_list = r_.kind(i + 2) == Tok::left_bracket;
  if (r_.kind(i + 1) != Tok::kw_new && r_.kind(i + 1) != Tok::kw_delete) return out += r_.text(i), i;
  out += "wb_" + std::string(r_.text(i + 1)) + (is_list ? "_list" : "");
  return is_list ? i + 3 : i + 1;
}

// new, delete in `operator new`, `operator delete[]`
bool HostWhole::names_memory(size_t i) const { return (r_.kind(i) == Tok::kw_new || r_.kind(i) == Tok::kw_delete) && r_.kind(i - 1) == Tok::kw_operator; }

// By a function of its own or of a base's.
bool HostWhole::takes_own_memory(const HostClass& c) {
  if (nesting_ >= most_nesting) return false;
  if (std::any_of(c.members.begin(), c.members.end(), [&](const HostMember& m) { return m.is_function && m.function.parameters.begin > 4 && (names_memory(m.function.parameters.begin - 2) || names_memory(m.function.parameters.begin - 4)); })) return true;
  ++nesting_;
  bool does = false;
  for (size_t k = c.bases.begin; k < c.bases.end && !does; ++k) {
    const HostClass* base = r_.kind(k) == Tok::identifier ? class_named(r_.text(k)) : nullptr;
    does = base && base != &c && takes_own_memory(*base);
  }
  --nesting_;
  return does;
}

// new Buffer<float>(n) -> new (wb_class_Buffer<float>::wb_new(sizeof(wb_class_Buffer<float>))) wb_class_Buffer<float>(n)
size_t HostWhole::spell_new(size_t i, Range range, std::string& out) {
  const size_t last = end_of_path(i + 1, range.end);
  const HostClass* c = i + 1 < range.end && r_.kind(last) == Tok::identifier ? class_named(r_.text(last)) : nullptr;
  if (!c || !takes_own_memory(*c)) return out += "new", i;
  const size_t behind = r_.kind(last + 1) == Tok::less ? r_.behind_angles(last + 1, range.end) : last + 1;
  const std::string type = spelled({i + 1, behind});
  if (r_.kind(behind) != Tok::left_bracket) return out += "new (" + type + "::wb_new(sizeof(" + type + ")))", i;
  const std::string many = spelled({behind + 1, r_.close_of(behind)});
  out += "wb_machine::made_in<" + type + ">(" + type + "::wb_new_list((" + many + ") * sizeof(" + type + ")), " + many + ")";
  return r_.close_of(behind);
}

void HostWhole::write_outer_members(const HostClass& c) {
  for (const OuterMember& m : outer_members_) {
    if (m.owner != c.name) continue;
    const size_t behind = r_.kind(m.head.begin) == Tok::kw_template ? r_.behind_angles(m.head.begin + 1, m.owner_name) : m.head.begin;
    std::string head = spelled({m.head.begin, behind}) + " __device__";
    size_t path = m.owner_name;  // of App::State::run() the class's own name is enough
    while (path >= behind + 2 && r_.kind(path - 1) == Tok::scope && r_.kind(path - 2) == Tok::identifier && class_named(r_.text(path - 2))) path -= 2;
    head += spelled_specifiers({behind, path});
    write_line(head + " wb_class_" + std::string(c.name) + spelled({m.owner_name + 1, m.head.end}), {});
    write_noexcept(m.function);
    write_block(m.function.body, m.function);
    write_line("}", {});
  }
}

}  // namespace wb
