// A constructor's member initialisers, [class.base.init]. In whatever order they are written, bases and members are made in the order of
// their declaration; those that are not named start with their own initialisers.
//
// A member is found by its name. A base is found by its type, since its name may be any that means it: `Leaf<I, T>`, an alias, a parameter
// of the template; and one name with several lists of arguments is several bases.
#include "simulator/language/member_initialisers.h"

#include <algorithm>
#include <utility>

#include "simulator/language/virtual_functions.h"

namespace wb {
namespace {

// The anonymous union or struct of `record`, no base of it, that holds the members of `inner`.
std::optional<uint32_t> unnamed_part(const Parser& p, RecordId record, RecordId inner) {
  const std::vector<Field>& fields = p.module->types.records[record.v].fields;
  for (uint32_t i = p.records[record.v].base_count; i < fields.size(); ++i)
    if (fields[i].name.empty() && p.module->types.is_record(fields[i].type) && p.holds_record(fields[i].type, inner)) return i;
  return std::nullopt;
}

// Behind `ns::Base<T>::member`, which begins at `i`.
size_t behind_name(const Parser& p, size_t i) {
  while (p.tokens[i].kind == Tok::identifier || p.tokens[i].kind == Tok::scope || p.tokens[i].kind == Tok::less) {
    const size_t behind = p.tokens[i].kind == Tok::less ? p.skip_template_list(i) : i + 1;
    if (behind == i) return i;
    i = behind;
  }
  return i;
}

class MemberInitialisers {
 public:
  MemberInitialisers(Parser& p, FunctionDecl& f)
      : p_(p), f_(f), owner_(*f.owner), count_(fields().size()), done_(count_, false), made_(count_) {}

  // initialisers = initialiser "..."? ("," initialiser "..."?)*     False: another constructor does it all, and `out` has its call.
  bool read(std::vector<StmtId>& out) {
    do {
      const size_t list = behind_name(p_, p_.pos), ellipsis = p_.skip_balanced(list);
      const bool expands = p_.has_packs && p_.tokens[ellipsis].kind == Tok::ellipsis;
      if (expands ? !p_.expand(ellipsis, [&] { return read_one(out); }) : !read_one(out)) break;
      if (is_delegated_) {
        if (p_.eat(Tok::comma)) p_.report(Code::WB2018, p_.previous(), {","});
        return false;
      }
    } while (p_.eat(Tok::comma));
    return true;
  }

  void finish(std::vector<StmtId>& out) {
    for (uint32_t i = 0; i <= count_; ++i) {
      if (i == p_.record_info(owner_).base_count) set_table_pointers(p_, f_, out);
      if (i == count_) break;
      if (!done_[i]) p_.default_member(f_, i, made_[i]);
      out.insert(out.end(), made_[i].begin(), made_[i].end());
    }
    out.insert(out.end(), bit_stores_.begin(), bit_stores_.end());
  }

 private:
  const std::vector<Field>& fields() const { return p_.module->types.records[owner_.v].fields; }
  ExprId self(Span span) { return p_.dereference(p_.rvalue(p_.make_variable(p_.fn->this_var, span)), span, true); }

  // initialiser = name ( "(" arguments ")" | "{" values "}" )     False: nothing behind it can be read.
  bool read_one(std::vector<StmtId>& out) {
    if (!p_.is(Tok::identifier) && !p_.is(Tok::scope)) return p_.report(Code::WB2005, p_.here(), {p_.found()});
    const size_t begin = p_.pos, list = behind_name(p_, begin);
    const Token name = p_.peek();
    const bool is_plain = list == begin + 1;
    p_.pos = list;
    if (is_plain && start_bit_field(name)) return true;
    if (is_plain && start_inner_member(name)) return true;
    const std::optional<TypeId> type = is_plain && is_member(name.text) ? std::nullopt : named_type(begin);
    if (type && p_.module->types[*type].index == owner_.v) {  // : T(1)
      is_delegated_ = true;
      const ExprId value = p_.parse_member_value(*type, name.span);
      p_.append_expression(p_.end_full_expression(p_.initialise_object(self(name.span), value, name.span), false), out, name.span);
      return true;
    }
    const std::optional<uint32_t> field = type ? base(*type) : std::nullopt;
    return start_field(field ? field : p_.initialised_member(owner_, last_name(begin, list)), name);
  }

  bool is_member(std::string_view name) const {
    return std::any_of(fields().begin(), fields().end(), [&](const Field& f) { return f.name == name; });
  }
  // The name that counts in `ns::Base<T>`: `Base`.
  std::string_view last_name(size_t begin, size_t end) const {
    std::string_view name = p_.tokens[begin].text;
    for (size_t i = begin; i < end && p_.tokens[i].kind != Tok::less; ++i)
      if (p_.tokens[i].kind == Tok::identifier) name = p_.tokens[i].text;
    return name;
  }
  // The class that the name at `begin` means.
  std::optional<TypeId> named_type(size_t begin) {
    Parser::Quiet silent(p_);
    Parser::At there(p_, begin, nullptr);
    Specifiers specs;
    if (!p_.is_type_start() || !p_.parse_named_type(specs) || !p_.module->types.is_record(specs.type)) return std::nullopt;
    return p_.module->types.unqualified(specs.type);
  }
  std::optional<uint32_t> base(TypeId type) {
    for (uint32_t i = 0; i < p_.record_info(owner_).base_count; ++i)
      if (p_.module->types.unqualified(fields()[i].type) == type) return i;
    return std::nullopt;
  }

  bool start_bit_field(const Token& name) {
    const Symbol* bits = p_.lookup_in(*p_.record_info(owner_).scope, name.text);
    if (!bits || !bits->is_field || bits->field < bit_field_mark || bits->owner != owner_) return false;
    const uint32_t index = bits->field;
    const ExprId value =
        p_.parse_member_value(p_.module->types.unqualified(p_.record_info(owner_).bit_fields[index - bit_field_mark].type), name.span);
    if (value)
      p_.append_expression(
          p_.end_full_expression(p_.write_bit_field(p_.make_bit_field(self(name.span), index, name.span), value, name.span), false),
          bit_stores_, name.span);
    return true;
  }

  // A member of an anonymous union.
  bool start_inner_member(const Token& name) {
    if (p_.initialised_member(owner_, name.text)) return false;
    const Symbol* inner = p_.lookup_in(*p_.record_info(owner_).scope, name.text);
    if (!inner || !inner->is_field || inner->field >= bit_field_mark) return false;
    const std::optional<uint32_t> part = unnamed_part(p_, owner_, inner->owner);
    if (!part) return false;
    done_[*part] = true;
    const ExprId target = p_.member_of(self(name.span), inner->owner, inner->field, name.span);
    const ExprId value = target ? p_.parse_member_value(p_.module->types.unqualified(p_.at(target).type), name.span) : ExprId{};
    p_.append_expression(p_.end_full_expression(p_.initialise_object(target, value, name.span), false), made_[*part], name.span);
    return true;
  }

  bool start_field(std::optional<uint32_t> field, const Token& name) {
    if (!field) {
      p_.report(Code::WB3003, name.span, {std::string(name.text), p_.module->types.records[owner_.v].name, "no such member to initialise"});
      if (p_.is(Tok::left_paren) || p_.is(Tok::left_brace)) p_.pos = p_.skip_balanced(p_.pos);
      return true;
    }
    done_[*field] = true;
    const ExprId target = p_.raw_member(self(name.span), *field, name.span);
    const TypeId type = fields()[*field].type;
    const bool is_array = p_.module->types.is_array(type);
    ExprId value;
    if (is_array && p_.is(Tok::left_paren) && p_.kind(1) == Tok::right_paren) {
      p_.pos += 2;
      value = p_.value_initialised(type, name.span);
    } else {
      value = p_.parse_member_value(type, name.span);
    }
    if (value && is_array)
      p_.initialise_array(target, value, made_[*field], name.span);
    else
      p_.append_expression(p_.end_full_expression(p_.initialise_object(target, value, name.span), false), made_[*field], name.span);
    return true;
  }

  Parser& p_;
  FunctionDecl& f_;
  const RecordId owner_;
  const size_t count_;
  std::vector<bool> done_;
  std::vector<std::vector<StmtId>> made_;
  std::vector<StmtId> bit_stores_;
  bool is_delegated_ = false;
};

}  // namespace

size_t behind_member_initialisers(const Parser& p, size_t colon) {
  for (size_t i = colon + 1;; ++i) {
    const size_t list = behind_name(p, i);
    if (p.tokens[list].kind != Tok::left_paren && p.tokens[list].kind != Tok::left_brace) return list;
    i = p.skip_balanced(list);
    if (p.tokens[i].kind == Tok::ellipsis) ++i;
    if (p.tokens[i].kind != Tok::comma) return i;
  }
}

// member-initialisers = ":" initialisers
void Parser::parse_member_initialisers(FunctionDecl& f, std::vector<StmtId>& out) {
  if (!f.owner) return;
  MemberInitialisers all(*this, f);
  if (eat(Tok::colon) && !all.read(out)) return;
  all.finish(out);
}

// Which member or base a name in front of an initialiser means; members of anonymous unions count as that union's.
std::optional<uint32_t> Parser::initialised_member(RecordId owner, std::string_view name) const {
  const std::vector<Field>& fields = module->types.records[owner.v].fields;
  for (uint32_t i = 0; i < fields.size(); ++i) {
    if (fields[i].name == name) return i;
    if (!fields[i].name.empty() || !module->types.is_record(fields[i].type)) continue;
    const std::string& base = module->types.records[module->types[fields[i].type].index].name;
    if (!base.empty() && base.substr(0, base.find('<')) == name) return i;
  }
  return std::nullopt;
}

// "(" arguments ")" or "{" values "}" behind a member's name.
ExprId Parser::parse_member_value(TypeId type, Span name_span) {
  bool is_reference = module->types[type].kind == TypeKind::reference;
  if (is(Tok::left_brace) && !is_reference) return parse_braced(type, name_span);
  std::vector<ExprId> arguments;
  if (is(Tok::left_brace)) {
    Token open = take();
    arguments.push_back(parse_assignment());
    if (!expect_close(Tok::right_brace, open) || !arguments[0]) return {};
  } else if (!is(Tok::left_paren)) {
    report(Code::WB2001, here(), {"(", "after the member's name"});
    return {};
  } else if (!parse_arguments(arguments)) {
    return {};
  }
  Span span = span_from(name_span);
  if (is_reference && arguments.size() == 1) return bind_reference(arguments[0], type, at(arguments[0]).span);
  if (module->types.is_record(type)) return construct(type, std::move(arguments), span, false);
  if (arguments.empty()) return value_initialised(type, span);
  if (arguments.size() == 1 && !module->types.is_array(type)) return convert(arguments[0], type, at(arguments[0]).span);
  report(Code::WB3010, span, {std::string(sources->text(sources->outermost(name_span))), "1", std::to_string(arguments.size()), ""});
  return {};
}

// An array member's elements from a list, one by one; what the list leaves out is zero.
void Parser::initialise_array(ExprId target, ExprId list, std::vector<StmtId>& out, Span span) {
  if (!target || !list) return;
  const Type type = type_of(target);
  if (type.kind != TypeKind::array) {
    return append_expression(end_full_expression(initialise_object(target, list, span), false), out, span);
  }
  const std::vector<ExprId> values = at(list).kind == ExprKind::init_list ? at(list).args : std::vector<ExprId>{};
  for (size_t i = 0; i < values.size(); ++i) {
    ExprId element = build_subscript(target, make_constant(module->types.scalar(ScalarKind::int_), i, span), span);
    initialise_array(element, values[i], out, span);
  }
  if (values.size() >= type.count) return;
  uint64_t first = values.size();
  for_each_element(type.count - first, false, span, out, [&](ExprId index, std::vector<StmtId>& inner) {
    ExprId shifted =
        first == 0 ? index : build_binary(Tok::plus, index, make_constant(module->types.scalar(ScalarKind::int_), first, span), span);
    initialise_array(build_subscript(target, shifted, span), value_initialised(type.element, span), inner, span);
  });
}

}  // namespace wb
