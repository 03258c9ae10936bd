// Exceptions of the host program, as the compiler gets them (parse_exceptions.cpp):
//
//     try { ... } catch (const Error& e) { ... } catch (...) { throw; }
//
//     try { wb_machine::Trying wb_trying;
//     ...
//     } catch (wb_machine::catches<const wb_class_Error&>()) { const wb_class_Error& e = wb_machine::caught<const wb_class_Error&>(); wb_machine::Caught wb_caught;
//     ...
//     } catch (true) { wb_machine::Caught wb_caught;
//     throw wb_machine::thrown_again();
//     }
//
// A handler that is not understood is left out. Of an exception that is not, only the type is thrown; else the program ends there.
#include "simulator/language/host_whole.h"

namespace wb {
namespace {

constexpr int throws_type_alone = 1;  // of how much less is thrown: in the place of Error(text) an Error()

}  // namespace

// throw Error("x"): up to the end of the operand. The last token that was read is given back. `throw()` behind a function is no more than `noexcept`.
size_t HostWhole::spell_throw(size_t i, Range range, std::string& out) {
  if (r_.kind(i + 1) == Tok::left_paren && r_.close_of(i + 1) == i + 2) return i + 2;
  size_t end = i + 1;
  const auto ends = [&](Tok kind) { return kind == Tok::semicolon || kind == Tok::comma || kind == Tok::colon || kind == Tok::right_paren || kind == Tok::right_brace; };
  while (end < range.end && !ends(r_.kind(end))) end = is_opening_bracket(end) ? std::max(r_.close_of(end), end) + 1 : end + 1;
  out += "throw " + (end == i + 1 ? "wb_machine::thrown_again()" : "wb_machine::thrown(" + spelled({i + 1, end}) + ")");
  return end - 1;
}

// The name that a handler gives to what it catches; the end of the range: it has none.
size_t HostWhole::name_of_caught(Range declared) const {
  const size_t last = declared.end - 1;
  if (declared.end - declared.begin < 2 || r_.kind(last) != Tok::identifier || r_.kind(last - 1) == Tok::scope) return declared.end;
  const bool is_type = r_.kind(last - 1) == Tok::kw_const && last - 1 == declared.begin;  // catch (const Error)
  return is_type ? declared.end : last;
}

// catch (const Error& e) {  The brace is given back.
size_t HostWhole::spell_catch(size_t i, std::string& out) {
  const Range declared{i + 2, r_.close_of(i + 1)};
  const size_t brace = declared.end + 1;
  if (declared.empty() || r_.kind(declared.begin) == Tok::ellipsis) return out += "catch (true) { wb_machine::Caught wb_caught;", brace;
  const size_t name = name_of_caught(declared);
  const std::string type = spelled({declared.begin, name});
  out += "catch (wb_machine::catches<" + type + ">()) {";
  if (name < declared.end) out += type + " " + std::string(r_.text(name)) + " = wb_machine::caught<" + type + ">();";
  out += " wb_machine::Caught wb_caught;";
  return brace;
}

void HostWhole::write_try(Range s, const HostFunction& f) {
  size_t open = s.begin + 1, close = r_.close_of(open);
  write_line("try { wb_machine::Trying wb_trying;", {&f, s});
  write_block({open + 1, close}, f);
  for (size_t at = close + 1; at < s.end && r_.kind(at) == Tok::kw_catch; at = close + 1) {
    open = r_.close_of(at + 1) + 1, close = r_.close_of(open);
    if (left_out_.contains(at)) continue;
    std::string head = "} ";
    spell_catch(at, head);
    write_line(head, {&f, {at, close + 1}});
    write_block({open + 1, close}, f);
  }
  write_line("}", {});
}

void HostWhole::write_throw(Range s, const HostFunction& f) {
  const auto less = lesser_throws_.find(s.begin);
  if (less == lesser_throws_.end()) return write_line(spelled(s), {&f, s});
  size_t type = s.begin + 1;
  while (r_.kind(type) == Tok::scope) ++type;
  const size_t last = end_of_path(type, s.end), behind = r_.kind(last + 1) == Tok::less ? r_.behind_angles(last + 1, s.end) : last + 1;
  const bool has_type = r_.kind(type) == Tok::identifier && (r_.kind(behind) == Tok::left_paren || r_.kind(behind) == Tok::left_brace);
  if (less->second > throws_type_alone || !has_type) return write_line("wb_machine::quit();", {&f, s});
  write_line("throw wb_machine::thrown(" + spelled({type, behind}) + "());", {&f, s});
}

// A handler, or an exception, that the compiler does not understand. False: the statement is neither, or there is nothing less to be thrown.
bool HostWhole::leave_out_of_exceptions(Range statement) {
  if (r_.kind(statement.begin) == Tok::kw_catch) return left_out_.insert(statement.begin).second;
  return r_.kind(statement.begin) == Tok::kw_throw && ++lesser_throws_[statement.begin] <= throws_type_alone + 1;
}

// The first line of a function's body that nothing may leave.
void HostWhole::write_noexcept(const HostFunction& f) {
  if (!has_exceptions_) return;
  for (size_t i = f.parameters.end; i + 1 < f.body.begin; ++i) {
    const bool is_promise = (r_.kind(i) == Tok::kw_noexcept && !(r_.kind(i + 1) == Tok::left_paren && r_.is(i + 2, "false"))) || (r_.kind(i) == Tok::kw_throw && r_.close_of(i + 1) == i + 2);
    if (is_promise) return write_line("wb_machine::ThrowsNothing wb_throws_nothing;", {});
  }
}

}  // namespace wb
