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

#include "simulator/language/host_whole.h"

namespace wb {

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
    size_t open = behind + 1;
    while (open < behind + 5 && r_.kind(open) != Tok::left_paren) ++open;
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

// Where the body of a class opens whose name stands behind the keyword: behind its bases. 0: it has none, or is none.
size_t HostWhole::brace_of_class(size_t keyword) {
  constexpr size_t longest = 64;
  if ((r_.kind(keyword) != Tok::kw_struct && r_.kind(keyword) != Tok::kw_class) || r_.kind(keyword + 1) != Tok::identifier) return 0;
  if (r_.kind(keyword + 2) == Tok::left_brace) return keyword + 2;
  if (r_.kind(keyword + 2) != Tok::colon && !r_.is(keyword + 2, "final")) return 0;
  for (size_t i = keyword + 3; i < keyword + longest && i < r_.tokens_.size(); ++i) {
    if (r_.kind(i) == Tok::left_brace) return i;
    if (r_.kind(i) == Tok::semicolon || r_.kind(i) == Tok::left_paren || r_.kind(i) == Tok::right_brace) return 0;
  }
  return 0;
}

// Classes of the file with functions that are not marked for the device, and those that are made of them.
void HostWhole::find_classes() {
  std::deque<HostClass> all;
  for (size_t i = 0; i + 2 < r_.tokens_.size(); ++i) {
    if (r_.kind(i) == Tok::left_paren || r_.function_around(i)) continue;
    const size_t brace = brace_of_class(i);
    if (!brace) continue;
    HostClass c;
    c.name = r_.text(i + 1);
    c.keyword = i;
    c.bases = {i + 2, brace};
    c.body = {brace + 1, r_.close_of(brace)};
    find_members(c);
    for (size_t k = c.body.begin; k < c.body.end; ++k) c.is_of_host |= r_.is(k, "std") && r_.kind(k + 1) == Tok::scope;  // that no kernel has
    if (c.body.end > c.body.begin) all.push_back(std::move(c));
  }
  find_dependent_classes(all);
  for (HostClass& c : all) {
    if (!c.is_of_host) continue;
    const HostClass& kept = classes_.emplace_back(std::move(c));
    class_of_name_.emplace(kept.name, &classes_.back());
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
    at = std::max(member.range.end, at + 1);
    c.members.push_back(std::move(member));
  }
}

HostWhole::HostClass* HostWhole::class_named(std::string_view name) {
  const auto found = class_of_name_.find(name);
  return found == class_of_name_.end() ? nullptr : found->second;
}

void HostWhole::write_class(HostClass& c) {
  if (std::exchange(c.is_written, true)) return;
  if (nesting_ >= most_nesting) return void(is_understood_ = false);
  ++nesting_;
  write_callees({c.bases.begin, c.body.end});
  for (const OuterMember& m : outer_members_)
    if (m.owner == c.name) write_callees(m.head), write_callees(m.function.body);
  --nesting_;
  open_namespaces(c.keyword);
  size_t begin = c.keyword;
  while (begin > 0 && r_.kind(begin - 1) != Tok::semicolon && r_.kind(begin - 1) != Tok::right_brace && r_.kind(begin - 1) != Tok::right_paren && begin + 60 > c.keyword) --begin;
  const std::string before = r_.kind(begin) == Tok::kw_template ? spelled({begin, c.keyword}) : "";
  write_line(before + " " + std::string(r_.text(c.keyword)) + " wb_class_" + std::string(c.name) + spelled(c.bases) + " {", {});
  for (HostMember& member : c.members) {
    if (!member.is_function && !member.is_defined_outside) {
      bool is_virtual = false;  // virtual void f() = 0;
      for (size_t i = member.range.begin; i < member.range.end; ++i) is_virtual |= r_.kind(i) == Tok::kw_virtual;
      write_line((is_virtual && !member.is_device ? "__device__ " : "") + spelled(member.range), {});
      continue;
    }
    const size_t end = member.is_function ? member.function.body.begin : member.range.end;
    size_t from = member.range.begin;
    const size_t behind = r_.kind(from) == Tok::kw_template ? r_.behind_angles(from + 1, member.range.end) : from;
    std::string head = spelled({from, behind}) + (member.is_device ? "" : " __device__");
    for (size_t i = behind; i < end; i = i + 1)
      if (r_.kind(i) == Tok::kw_host) head += spelled({behind, i}), from = i + 1;
    write_line(head + spelled({std::max(from, behind), end}), {});
    if (!member.is_function) continue;
    write_block(member.function.body, member.function);
    write_line("}", {});
  }
  write_line("};", {});
  write_outer_members(c);
  close_namespaces(c.keyword);
}

void HostWhole::write_outer_members(const HostClass& c) {
  for (const OuterMember& m : outer_members_) {
    if (m.owner != c.name) continue;
    const size_t behind = r_.kind(m.head.begin) == Tok::kw_template ? r_.behind_angles(m.head.begin + 1, m.owner_name) : m.head.begin;
    std::string head = spelled({m.head.begin, behind}) + " __device__";
    head += spelled_specifiers({behind, m.owner_name});
    write_line(head + " wb_class_" + std::string(c.name) + spelled({m.owner_name + 1, m.head.end}), {});
    write_block(m.function.body, m.function);
    write_line("}", {});
  }
}

}  // namespace wb
