// What of the host program cannot be known (host_whole.h): statements that the compiler does not understand are left out, with whatever hangs on them.
#include <algorithm>

#include "simulator/language/host_whole.h"

namespace wb {
namespace {

constexpr std::string_view talking[] = {"printf", "fprintf", "puts", "fputs", "putchar", "fflush", "perror", "cout", "cerr", "clog", "system", "setbuf", "setvbuf"};

// That move memory which kernels see, or launch. Copies to the host count too: what they bring is asked for by name.
bool is_of_memory(std::string_view f) {
  return f.starts_with("cudaMalloc") || f.starts_with("cudaHostAlloc") || f.starts_with("cudaHostRegister") || f.starts_with("cudaHostGetDevicePointer") || f.starts_with("cudaFree") || f.starts_with("cudaMemset") ||
         (f.starts_with("cudaMemcpy") && f != "cudaMemcpyKind") || f.starts_with("cudaGetSymbol") || f.starts_with("cudaLaunch") ||
         f.starts_with("cudaCreateTextureObject") || f.starts_with("cudaCreateSurfaceObject") || f.starts_with("cudaDestroyTextureObject") || f.starts_with("cudaDestroySurfaceObject") ||
         f.starts_with("cudaStreamBeginCapture") || f.starts_with("cudaStreamEndCapture") || f.starts_with("cudaGraph");
}

}  // namespace

// printf(...); std::cout << ...;
bool HostWhole::is_talk(Range s) const {
  size_t i = s.begin;
  if (r_.is(i, "std") && r_.kind(i + 1) == Tok::scope) i += 2;
  if (r_.kind(i) == Tok::left_paren && r_.kind(i + 1) == Tok::kw_void) i += 3;
  return r_.kind(i) == Tok::identifier && std::find(std::begin(talking), std::end(talking), r_.text(i)) != std::end(talking) && !r_.function_named(r_.text(i)) && (r_.kind(i + 1) == Tok::left_paren || r_.kind(i + 1) == Tok::shift_left);
}

// Do launches or buffers hang on it, or the way that the program takes?
bool HostWhole::matters(Range s) {
  for (size_t i = s.begin; i < s.end; ++i) {
    if (++r_.steps_ > HostReader::most_steps) return true;
    if (r_.is_launch_open(i) || r_.kind(i) == Tok::kw_return || r_.kind(i) == Tok::kw_break || r_.kind(i) == Tok::kw_continue || r_.kind(i) == Tok::kw_goto) return true;
    if (r_.kind(i) == Tok::identifier && class_named(r_.text(i))) return true;  // what its functions do is not looked up
    if (r_.kind(i) == Tok::identifier && r_.is_member_at(i) && r_.kind(i + 1) == Tok::left_paren && is_member_of_class(r_.text(i))) return true;
    if (r_.kind(i) != Tok::identifier || r_.is_member_at(i) || r_.kind(i + 1) != Tok::left_paren) continue;
    if (is_local_name(i) && !stands_behind_template(i)) return true;  // a lambda's or a std::function's work is not looked up
    if (is_of_memory(r_.text(i)) || r_.is(i, "exit") || r_.is(i, "abort")) return true;
    if (const HostFunction* f = r_.is_host_function(r_.text(i)) ? r_.function_named(r_.text(i)) : nullptr; f && function_matters(*f)) return true;
  }
  return false;
}
// In the body of a class: of those that begin before it, one ends behind it.
bool HostWhole::is_method(const HostFunction& f) const {
  if (std::any_of(outer_members_.begin(), outer_members_.end(), [&](const OuterMember& m) { return m.function.body.begin == f.body.begin; })) return true;
  const auto behind = std::upper_bound(classes_.begin(), classes_.end(), f.body.begin, [](size_t at, const HostClass& c) { return at < c.body.begin; });
  return behind != classes_.begin() && end_of_classes_[static_cast<size_t>(behind - classes_.begin()) - 1] >= f.body.end;
}
bool HostWhole::is_member_of_class(std::string_view name) const { return methods_.contains(name); }
bool HostWhole::function_matters(const HostFunction& f) {
  if (auto known = matters_.find(&f); known != matters_.end()) return known->second;
  if (nesting_ >= most_nesting) return true;
  ++nesting_;
  matters_[&f] = false;  // for those that call themselves
  bool does = false;
  for (size_t i = f.body.begin; i < f.body.end && !does; ++i) {
    does = r_.is_launch_open(i) || (r_.kind(i) == Tok::identifier && r_.kind(i + 1) == Tok::left_paren && (is_of_memory(r_.text(i)) || r_.is(i, "exit")));
    const HostFunction* g = !does && r_.kind(i) == Tok::identifier && r_.is_host_function(r_.text(i)) ? r_.function_named(r_.text(i)) : nullptr;
    if (g && g != &f) does = function_matters(*g);
    does |= r_.kind(i) == Tok::identifier && r_.kind(i + 1) == Tok::left_paren && !r_.is_member_at(i) && r_.is_parameter(f, r_.text(i));  // what it is given to call
  }
  --nesting_;
  return matters_[&f] = does;
}

bool HostWhole::is_number(std::string_view name, const HostFunction& f) {
  for (size_t i = f.body.begin; i < f.body.end; ++i)
    if (r_.kind(i) == Tok::identifier && r_.text(i) == name && r_.declares(i, f.body.begin)) return r_.is_number_at(i, f.body.begin);
  for (Range p : r_.split(f.parameters))
    if (!p.empty() && r_.text(r_.name_of_parameter(p)) == name) return r_.is_type_word(r_.name_of_parameter(p) - 1);
  return false;
}

bool HostWhole::names_unknown(Range range, const HostFunction& f) {
  const auto unknown = unknown_.find(&f);
  if (unknown == unknown_.end()) return false;
  for (size_t i = range.begin; i < range.end; ++i)
    if (r_.kind(i) == Tok::identifier && !r_.is_member_at(i) && unknown->second.contains(r_.text(i))) return true;
  return false;
}

// What the statement may change is not known any more. False: that is known outside of the function, too.
bool HostWhole::forget(Range s, const HostFunction& f) {
  for (size_t i = s.begin; i < s.end; ++i) {
    if (++r_.steps_ > HostReader::most_steps) return false;
    if (r_.kind(i) != Tok::identifier || r_.is_member_at(i) || r_.kind(i + 1) == Tok::scope || r_.kind(i + 1) == Tok::left_paren || (i > s.begin && r_.kind(i - 1) == Tok::scope)) continue;
    const bool is_own = r_.declares(i, s.begin);
    if (!is_own && (r_.is_known_otherwise(i) || !r_.may_change(i, s, is_number(r_.text(i), f)))) continue;
    if (!is_own && (globals_.contains(std::string(r_.text(i))) || (r_.is_parameter(f, r_.text(i)) && !is_number(r_.text(i), f)))) return false;
    if (is_in_class(s.begin) && !is_own) return false;
    unknown_[&f].insert(r_.text(i));
  }
  return true;
}

bool HostWhole::leave_out(const BadHostLine& bad) {
  if (leave_out(bad.line)) return true;
  const bool names_our_own = bad.message.find("wb_") != std::string::npos;
  if (const auto at = statement_of_line_.find(bad.line); at != statement_of_line_.end()) not_understood_ = {place_of(at->second.range), names_our_own ? "" : bad.message};
  return false;
}
bool HostWhole::leave_out(size_t line) {
  const auto statement = statement_of_line_.find(line);
  if (statement != statement_of_line_.end() && leave_out_of_exceptions(statement->second.range)) return true;
  if (statement != statement_of_line_.end() && early_globals_.contains(statement->second.range.begin) && late_globals_.insert(statement->second.range.begin).second) return true;
  return statement != statement_of_line_.end() && (leave_out_streams(statement->second.range) || leave_out(statement->second));
}
// Of the launches in it, whose streams may be what is not understood. False: they are left out already, or there are none.
bool HostWhole::leave_out_streams(Range statement) {
  bool are_new = false;
  for (size_t i = statement.begin; i < statement.end; ++i)
    if (r_.is_launch_open(i)) are_new |= without_stream_.insert(i).second;
  return are_new;
}

bool HostWhole::leave_out(Statement statement) {
  if (left_out_.contains(statement.range.begin)) return true;
  if (matters(statement.range)) return false;
  left_out_.insert(statement.range.begin);
  if (is_talk(statement.range)) return true;  // a look at memory, no more
  return forget(statement.range, *statement.function) && spread(*statement.function);
}

// Leaves out whatever hangs on something unknown.
bool HostWhole::spread(const HostFunction& f) {
  for (bool grows = true; grows;) {
    grows = false;
    if (!spread_over(f.body, f, grows) || r_.steps_ > HostReader::most_steps) return false;
  }
  return true;
}

bool HostWhole::spread_over(Range where, const HostFunction& f, bool& grows) {
  if (nesting_ >= most_nesting) return false;
  ++nesting_;
  const bool is_fine = spread_over_statements(where, f, grows);
  --nesting_;
  return is_fine;
}

bool HostWhole::spread_over_statements(Range where, const HostFunction& f, bool& grows) {
  for (size_t at = where.begin; at < where.end;) {
    const size_t next = std::max(r_.behind_statement(at, where.end), at + 1);
    const Range s{at, next};
    at = next;
    if (left_out_.contains(s.begin) || unknown_copies_.contains(s.begin) || is_talk(s) || !names_unknown(s, f)) continue;
    if (r_.kind(s.begin) == Tok::kw_throw) {
      if (lesser_throws_.try_emplace(s.begin, 1).second) grows = true;
      continue;
    }
    const std::vector<Range> parts = parts_of(s);
    const bool is_open = parts.empty() || names_unknown(head_of(s), f) || (r_.kind(s.begin) == Tok::kw_do && names_unknown({parts[0].end, s.end}, f));
    if (!is_open) {
      for (Range part : parts)
        if (!spread_over(part, f, grows)) return false;
      continue;
    }
    grows = true;
    if (parts.empty() && is_copy_of_unknown(s, f)) {
      unknown_copies_.insert(s.begin);
      continue;
    }
    if (matters(s) && !is_copy_to_unknown(s, f)) return false;
    left_out_.insert(s.begin);
    if (!forget(s, f)) return false;
  }
  return true;
}

// cudaMemcpy(d, h, bytes, ...) where h alone is unknown.
bool HostWhole::is_copy_of_unknown(Range s, const HostFunction& f) {
  for (size_t i = s.begin; i < s.end; ++i) {
    if (!r_.text(i).starts_with("cudaMemcpy") || r_.kind(i + 1) != Tok::left_paren) continue;
    const std::vector<Range> given = r_.split({i + 2, r_.close_of(i + 1)});
    const bool is_plain = r_.is(i, "cudaMemcpy") || r_.is(i, "cudaMemcpyAsync");
    return is_plain && given.size() >= 3 && !names_unknown({s.begin, given[1].begin}, f) && !names_unknown({given[2].begin, s.end}, f);
  }
  return false;
}
// cudaMemcpy(h, d, bytes, cudaMemcpyDeviceToHost), free(h): memory of the host alone.
bool HostWhole::is_copy_to_unknown(Range s, const HostFunction& f) {
  for (size_t i = s.begin; i < s.end; ++i) {
    if (r_.is_launch_open(i)) return false;
    if (r_.text(i).starts_with("cudaMemcpy") && r_.kind(i + 1) == Tok::left_paren) {
      const std::vector<Range> given = r_.split({i + 2, r_.close_of(i + 1)});
      return given.size() >= 4 && r_.mentions(given[3], "cudaMemcpyDeviceToHost") && names_unknown(given[0], f);
    }
  }
  return false;
}

}  // namespace wb
