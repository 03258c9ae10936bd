// Lambdas: a record with a field per capture and a call operator. The body is read where it stands, as the operator's: the record's scope
// lies between the body and the function around, so that a captured name is found as a field. What `[=]` and `[&]` capture is known before
// the body is read: its tokens are searched for names of the function around, less those that the body declares anew.
//
// A generic lambda's call operator is a template with one parameter per `auto`; parameter number k is bound to a name that no text can
// spell (auto_name), and reading `auto` in the parameter list looks that name up. A list of template parameters stands in front of those.
#include <algorithm>
#include <array>

#include "simulator/language/parser.h"
#include "simulator/language/placeholders.h"

namespace wb {

struct Parser::LambdaParts {
  size_t begin = 0;       // token of `[`
  size_t parameters = 0;  // token of `(`; 0: none
  size_t behind_parameters = 0;
  size_t body = 0, end = 0;  // token of `{`, and behind its `}`
  size_t header = 0;      // behind `]`
  bool is_mutable = false, is_generic = false, is_device = false, is_host = false;
  size_t template_list = 0;  // token of `<`; 0: none
  int number = -1;           // [=] [[3]] (int i) {...}: of the lambda of the file that this is (closure_names.h)
};

std::string_view Parser::auto_name(size_t index) {
  static constexpr std::array<std::string_view, 16> names = {"auto:0", "auto:1", "auto:2",  "auto:3",  "auto:4",  "auto:5",  "auto:6",  "auto:7",
                                                             "auto:8", "auto:9", "auto:10", "auto:11", "auto:12", "auto:13", "auto:14", "auto:15"};
  return index < names.size() ? names[index] : std::string_view();
}

// What `this` means here: the method's object, or inside a lambda the one that it captured.
ExprId Parser::this_value(Span span) {
  ExprId own = rvalue(make_variable(fn->this_var, span));
  const RecordInfo& info = record_info(*fn->record);
  if (!info.is_lambda) return own;
  if (info.this_field < 0) {
    report(Code::WB3075, span, {"this"});
    return {};
  }
  ExprId field = make_member(dereference(own, span, true), static_cast<uint32_t>(info.this_field), span);
  return module->types.is_record(at(field).type) ? address_of(field, span, true) : rvalue(field);
}

ExprId Parser::this_object(Span span) { return dereference(this_value(span), span, true); }

// A value like the one that e holds: arrays element by element.
ExprId Parser::copy_of(ExprId e) {
  if (!e) return {};
  const Type type = type_of(e);
  if (type.kind != TypeKind::array) return rvalue(e);
  if (type.count > 4096) {
    report(Code::WB3049, at(e).span, {"a captured array", "4096"});
    return {};
  }
  const Span span = at(e).span;
  Expr list = node(ExprKind::init_list, module->types.unqualified(at(e).type), span);
  for (uint64_t i = 0; i < type.count; ++i) {
    ExprId element = copy_of(build_subscript(e, make_constant(module->types.scalar(ScalarKind::int_), i, span), span));
    if (!element) return {};
    list.args.push_back(element);
  }
  return make(std::move(list));
}

bool Parser::add_capture(std::vector<Capture>& captures, std::string_view name, Symbol& symbol, bool by_reference, Span span) {
  if (symbol.is_pack) {
    if (!symbol.elements) return true;
    Symbol pack = symbol;
    pack.elements = std::make_shared<std::vector<Symbol>>();
    size_t count = symbol.elements->size();
    for (size_t i = 0; i < count; ++i) {
      Symbol element = (*symbol.elements)[i];
      if (!add_capture(captures, name, element, by_reference, span)) return false;
      captures.back().symbol.is_pack = true;  // named through the pack
    }
    return true;
  }
  ExprId e = to_expr(name_operand(symbol, name, span));
  if (!e) return false;
  Capture c;
  c.name = name;
  c.span = span;
  c.type = by_reference ? module->types.reference_to(at(e).type) : module->types.unqualified(at(e).type);
  c.value = by_reference ? bind_reference(e, c.type, span) : copy_of(e);
  if (!c.value) return false;
  captures.push_back(std::move(c));
  return true;
}

bool Parser::add_this_capture(std::vector<Capture>& captures, bool is_copy, Span span, int& this_capture) {
  if (this_capture >= 0) return true;
  if (!fn || !fn->record || (fn->decl && fn->decl->is_static_method)) return report(Code::WB2018, span, {"this"});
  ExprId value = this_value(span);
  if (!value) return false;
  if (is_copy) value = rvalue(dereference(value, span, true));
  Capture c;
  c.span = span;
  c.type = at(value).type;
  c.value = value;
  this_capture = static_cast<int>(captures.size());
  captures.push_back(std::move(c));
  return true;
}

// captures = ( "=" | "&" | "this" | "*" "this" | "&"? name "..."? | "&"? name ("=" value | "{" value "}") ) ,*
bool Parser::parse_captures(LambdaParts& parts, std::vector<Capture>& captures, int& this_capture) {
  take();
  bool by_value = false, by_reference = false, ok = true;
  while (!is(Tok::right_bracket) && !is(Tok::end) && ok) {
    bool ends = kind(1) == Tok::comma || kind(1) == Tok::right_bracket;
    if (is(Tok::equal) && ends) {
      by_value = true;
      take();
    } else if (is(Tok::amp) && ends) {
      by_reference = true;
      take();
    } else if (is(Tok::kw_this)) {
      ok = add_this_capture(captures, false, take().span, this_capture);
    } else if (is(Tok::star) && kind(1) == Tok::kw_this) {
      take();
      ok = add_this_capture(captures, true, take().span, this_capture);
    } else {
      bool is_reference = eat(Tok::amp);
      if (is(Tok::ellipsis)) take();
      if (!is(Tok::identifier)) {
        ok = report(Code::WB2005, here(), {found()});
        break;
      }
      Token name = take();
      if (is(Tok::equal) || is(Tok::left_brace) || is(Tok::left_paren)) {
        Token open = take();
        ExprId e = parse_assignment();
        if (open.kind != Tok::equal && !expect_close(open.kind == Tok::left_brace ? Tok::right_brace : Tok::right_paren, open)) e = {};
        Capture c;
        c.name = name.text;
        c.span = name.span;
        if (e && is_reference) {
          c.type = module->types.reference_to(at(e).type);
          c.value = bind_reference(e, c.type, at(e).span);
        } else if (e) {
          c.type = value_type(e);
          c.value = rvalue(e);
        }
        ok = static_cast<bool>(c.value);
        if (ok) captures.push_back(std::move(c));
      } else {
        Symbol* symbol = lookup(name.text);
        if (!symbol) {
          report_unknown_name(name.text, name.span);
          ok = false;
        } else if (symbol->kind == SymbolKind::variable && (symbol->is_pack || symbol->is_field || module->variables[symbol->var.v].storage == Storage::local ||
                                                            module->variables[symbol->var.v].storage == Storage::parameter)) {
          ok = add_capture(captures, name.text, *symbol, is_reference, name.span);
        } else if (symbol->kind == SymbolKind::broken) {
          ok = false;
        } else if (symbol->kind != SymbolKind::value) {
          ok = report(Code::WB3076, name.span, {std::string(name.text)});
        }
        eat(Tok::ellipsis);
      }
    }
    if (!ok || !eat(Tok::comma)) break;
  }
  if (ok && !is(Tok::right_bracket)) ok = report(Code::WB2001, here(), {"]", "after the captures"});
  if (ok && (by_value || by_reference)) capture_implicitly(parts, by_reference, captures, this_capture);
  return ok;
}

namespace {

// Names that the lambda's own text declares, each up to the token where its scope ends.
struct OwnNames {
  struct Entry {
    std::string_view name;
    size_t until;
  };
  std::vector<Entry> entries;
  bool has(std::string_view name, size_t at) const {
    return std::any_of(entries.begin(), entries.end(), [&](const Entry& e) { return e.name == name && at < e.until; });
  }
};

}  // namespace

void Parser::capture_implicitly(const LambdaParts& parts, bool by_reference, std::vector<Capture>& captures, int& this_capture) {
  OwnNames own;
  // The declarators of one declaration or parameter list: a name in front of `=`, `;`, `,`, `:`, `[`, `(`, `{` or the end.
  auto add_declared = [&](size_t from, size_t to, size_t until) {
    int angles = 0;
    bool in_value = false;
    for (size_t i = from; i < to; ++i) {
      Tok k = tokens[i].kind;
      if (k == Tok::kw_decltype && i + 1 < to && tokens[i + 1].kind == Tok::left_paren) {  // decltype(n) x
        i = skip_balanced(i + 1) - 1;
        continue;
      }
      if (k == Tok::less && skip_template_list(i) > i) i = skip_template_list(i) - 1;
      else if (k == Tok::comma && angles == 0) in_value = false;
      else if (k == Tok::equal) in_value = true;
      else if ((k == Tok::left_paren || k == Tok::left_brace || k == Tok::left_bracket) && i > from && tokens[i - 1].kind == Tok::identifier) i = skip_balanced(i) - 1;
      if (k != Tok::identifier || in_value || i == from) continue;
      Tok next = i + 1 < to ? tokens[i + 1].kind : Tok::end;
      if (next == Tok::end || next == Tok::equal || next == Tok::comma || next == Tok::semicolon || next == Tok::colon || next == Tok::left_bracket ||
          next == Tok::right_bracket || next == Tok::left_paren || next == Tok::left_brace || next == Tok::right_paren)
        own.entries.push_back({tokens[i].text, until});
    }
  };
  if (parts.parameters) add_declared(parts.parameters + 1, parts.behind_parameters - 1, parts.end);
  std::vector<size_t> block_ends;
  std::vector<std::string_view> done;
  for (const Capture& c : captures) done.push_back(c.name);
  for (size_t i = parts.body; i < parts.end; ++i) {
    while (!block_ends.empty() && i >= block_ends.back()) block_ends.pop_back();
    const Token& t = tokens[i];
    if (t.kind == Tok::left_brace) block_ends.push_back(skip_balanced(i));
    bool starts = t.kind == Tok::left_brace || t.kind == Tok::right_brace || t.kind == Tok::semicolon;
    bool heads = t.kind == Tok::left_paren && (tokens[i - 1].kind == Tok::kw_for || tokens[i - 1].kind == Tok::kw_if || tokens[i - 1].kind == Tok::kw_while || tokens[i - 1].kind == Tok::kw_switch);
    if (starts || heads) {
      At there(*this, i + 1, nullptr);
      if (is_declaration_start()) {
        size_t stop = i + 1;
        while (stop < parts.end && tokens[stop].kind != Tok::semicolon && tokens[stop].kind != Tok::colon) {
          bool opens = tokens[stop].kind == Tok::left_paren || tokens[stop].kind == Tok::left_brace || tokens[stop].kind == Tok::left_bracket;
          if (heads && tokens[stop].kind == Tok::right_paren) break;
          stop = opens ? skip_balanced(stop) : stop + 1;
        }
        size_t until = block_ends.empty() ? parts.end : block_ends.back();
        if (heads) {
          size_t behind = skip_balanced(i);
          until = tokens[behind].kind == Tok::left_brace ? skip_balanced(behind) : behind;
          while (tokens[behind].kind != Tok::left_brace && until < parts.end && tokens[until].kind != Tok::semicolon) ++until;
        }
        add_declared(i + 1, std::min(stop + 1, parts.end), until);
      }
    }
    if (t.kind == Tok::left_bracket && tokens[i - 1].kind != Tok::identifier && tokens[i - 1].kind != Tok::right_paren && tokens[i - 1].kind != Tok::right_bracket) {
      size_t behind = skip_balanced(i);  // a lambda inside: its parameters are its own
      if (tokens[behind].kind == Tok::left_paren) {
        size_t close = skip_balanced(behind), brace = close;
        while (brace < parts.end && tokens[brace].kind != Tok::left_brace && tokens[brace].kind != Tok::semicolon) ++brace;
        if (tokens[brace].kind == Tok::left_brace) add_declared(behind + 1, close - 1, skip_balanced(brace));
      }
    }
    if (t.kind == Tok::kw_this) add_this_capture(captures, false, t.span, this_capture);
    if (t.kind != Tok::identifier) continue;
    Tok before = tokens[i - 1].kind;
    if (before == Tok::dot || before == Tok::arrow || before == Tok::scope || own.has(t.text, i)) continue;
    if (std::find(done.begin(), done.end(), t.text) != done.end()) continue;
    Symbol* symbol = lookup(t.text);
    if (!symbol) continue;
    bool is_of_class = (symbol->is_field && !(fn && fn->record && record_info(symbol->owner).is_lambda)) ||
                       (symbol->kind == SymbolKind::functions && !symbol->functions.empty() && symbol->functions[0]->owner && !symbol->functions[0]->is_static_method);
    if (is_of_class) {
      if (fn && fn->record && !(fn->decl && fn->decl->is_static_method)) add_this_capture(captures, false, t.span, this_capture);
      continue;
    }
    if (symbol->kind != SymbolKind::variable) continue;
    if (!symbol->is_field && !symbol->is_pack) {
      Storage storage = module->variables[symbol->var.v].storage;
      if (storage != Storage::local && storage != Storage::parameter) continue;
      if (known_constants.count(symbol->var.v)) continue;  // its value needs no capture
    }
    if (symbol->is_pack && symbol->elements && !symbol->elements->empty() && symbol->elements->front().kind != SymbolKind::variable) continue;
    done.push_back(t.text);
    Symbol copy = *symbol;
    add_capture(captures, t.text, copy, by_reference, t.span);
  }
}

// The pieces of the lambda at the cursor. False: it has no body; reported.
bool Parser::find_lambda_parts(LambdaParts& parts) {
  parts.begin = pos;
  parts.header = skip_balanced(pos);
  size_t i = parts.header;
  auto words = [&] {
    for (;; ++i) {
      if (tokens[i].kind == Tok::kw_device) parts.is_device = true;
      else if (tokens[i].kind == Tok::kw_host) parts.is_host = true;
      else if (tokens[i].kind == Tok::kw_mutable) parts.is_mutable = true;
      else if (tokens[i].kind == Tok::kw_noexcept) {
        if (tokens[i + 1].kind == Tok::left_paren) i = skip_balanced(i + 1) - 1;
      } else if (tokens[i].kind == Tok::left_bracket && tokens[i + 1].kind == Tok::left_bracket) {
        if (is_host_program && tokens[i + 2].kind == Tok::number) parts.number = std::atoi(std::string(tokens[i + 2].text).c_str());
        i = skip_balanced(i) - 1;
      }
      else if (tokens[i].kind != Tok::kw_constexpr && tokens[i].kind != Tok::kw_forceinline && tokens[i].kind != Tok::kw_noinline) return;
    }
  };
  words();
  if (tokens[i].kind == Tok::less) {
    parts.template_list = i;
    parts.is_generic = true;
    i = std::max(skip_template_list(i), i + 1);
  }
  words();
  if (tokens[i].kind == Tok::left_paren) {
    parts.parameters = i;
    parts.behind_parameters = i = skip_balanced(i);
    for (size_t k = parts.parameters; k < i; ++k) parts.is_generic |= tokens[k].kind == Tok::kw_auto;
  }
  words();
  while (tokens[i].kind != Tok::left_brace) {  // -> T
    if (tokens[i].kind == Tok::semicolon || tokens[i].kind == Tok::end || tokens[i].kind == Tok::right_brace || i + 1 >= tokens.size())
      return report(Code::WB2001, tokens[std::min(parts.header, tokens.size() - 1)].span, {"{", "before the lambda's body"});
    i = tokens[i].kind == Tok::left_paren || tokens[i].kind == Tok::left_bracket ? skip_balanced(i) : i + 1;
  }
  parts.body = i;
  parts.end = skip_balanced(i);
  return true;
}

// The parameters at token `parameters` and the result behind them.
bool Parser::read_lambda_signature(size_t parameters, Declarator& d, bool& has_result) {
  has_result = false;
  if (parameters == 0) return true;
  pos = parameters;
  take();
  bool ok = true;
  d.parameters = parse_parameters(ok, &d);
  if (!ok) return false;
  while (!is(Tok::left_brace) && !is(Tok::arrow) && !is(Tok::end) && !is(Tok::semicolon)) {
    if (is(Tok::left_paren) || is(Tok::left_bracket)) pos = skip_balanced(pos);
    else take();
  }
  if (!eat(Tok::arrow)) return true;
  InScope inside(*this, parameter_scope(d));
  auto result = parse_result_type();
  if (!result) return false;
  d.function_result = *result;
  has_result = !is_auto_type(*result);
  return true;
}

// []<class T, int N>(T (&a)[N]) {...}: C++20, which nvcc takes in C++17 as well. The parameters come before those of `auto`.
bool Parser::read_lambda_template_list(TemplateDecl& t, size_t begin) {
  At there(*this, begin, new_scope(Scope::Kind::template_, t.scope));
  return parse_template_parameters(t);
}

FunctionDecl* Parser::make_lambda_function(RecordId id, const LambdaParts& parts) {
  FunctionDecl& f = functions.emplace_back();
  f.name = "operator()";
  f.span = tokens[parts.begin].span;
  f.owner = id;
  f.is_const_method = !parts.is_mutable;
  f.scope = record_info(id).scope;
  f.body_begin = parts.body;
  f.declaration_begin = parts.begin;
  f.extent = cover(tokens[parts.begin].span, tokens[parts.end - 1].span);
  f.is_device = parts.is_device || !fn || fn->is_device;
  f.is_host = parts.is_host || !f.is_device;
  f.is_constexpr = true;
  f.result = placeholder_type(placeholder::auto_, "auto");
  Declarator d;
  bool has_result = false;
  if (parts.is_generic) {
    TemplateDecl& t = templates.emplace_back();
    t.name = f.name;
    t.is_lambda = true;
    t.scope = f.scope;
    t.span = f.span;
    t.begin = parts.parameters;
    t.end = parts.end;
    if (parts.template_list && !read_lambda_template_list(t, parts.template_list)) return nullptr;
    const size_t written = t.parameters.size();
    for (size_t i = parts.parameters + 1, depth = 0; i < parts.behind_parameters; ++i) {
      if (tokens[i].kind == Tok::left_paren) ++depth;
      if (tokens[i].kind == Tok::right_paren && depth > 0) --depth;
      if (tokens[i].kind != Tok::kw_auto) continue;
      TemplateParameter p;
      p.name = auto_name(t.parameters.size() - written);
      p.span = tokens[i].span;
      p.kind_text = "auto";
      if (p.name.empty()) {
        report(Code::WB2018, p.span, {"auto"});
        return nullptr;
      }
      for (size_t k = i; k < parts.behind_parameters && tokens[k].kind != Tok::comma && tokens[k].kind != Tok::identifier; ++k) p.is_pack |= tokens[k].kind == Tok::ellipsis;
      has_packs |= p.is_pack;
      t.parameters.push_back(std::move(p));
    }
    f.tmpl = &t;
    Scope* pattern = new_scope(Scope::Kind::template_, f.scope);
    std::vector<TemplateArgument> unknown;
    for (uint32_t i = 0; i < t.parameters.size(); ++i) unknown.push_back(stand_in(t, i));
    bind_arguments(*pattern, t, unknown);
    Quiet silent(*this);
    bool was = in_template_pattern;
    in_template_pattern = true;
    {
      At there(*this, parts.parameters, pattern);
      read_lambda_signature(parts.parameters, d, has_result);
    }
    in_template_pattern = was;
    f.parameters = d.parameters;
    f.is_auto = !has_result;
    return &f;
  }
  bool ok = true;
  {
    At there(*this, parts.parameters, f.scope);
    ok = read_lambda_signature(parts.parameters, d, has_result);
  }
  if (!ok) return nullptr;
  f.parameters = d.parameters;
  f.pack_name = d.pack_name;
  f.pack_begin = d.pack_begin;
  f.pack_count = d.pack_count;
  f.is_auto = !has_result;
  if (has_result) f.result = module->types.unqualified(d.function_result);
  create_function(f);
  return &f;
}

namespace {

// Looking ahead (for the arguments of `Box b{[] {...}}`) has read this lambda already, in this scope: it has one type, however often it is read.
std::optional<RecordId> lambda_read_before(Parser& p, Span begin) {
  for (uint32_t i = 0; i < p.records.size() && i < p.module->types.records.size(); ++i) {
    const RecordInfo& info = p.records[i];
    if (!info.is_lambda || !(p.module->types.records[i].span == begin) || !info.scope || info.scope->parent != p.scope) continue;
    const auto found = info.scope->names.find("operator()");
    const FunctionDecl* f = found == info.scope->names.end() ? nullptr : found->second.functions.front();
    if (f && (f->tmpl || (f->is_body_done && !f->has_failed))) return RecordId{i};
  }
  return std::nullopt;
}

// lambda_17, of its line; a second one of that line has its record's number, too.
std::string name_of_closure(const Parser& p, RecordId id, Span begin) {
  const std::string name = "lambda_" + std::to_string(p.sources->start(p.sources->outermost(begin)).line);
  const auto& records = p.module->types.records;
  const bool is_taken = std::any_of(records.begin(), records.end(), [&](const Record& r) { return r.name == name; });
  return is_taken ? name + "_" + std::to_string(id.v) : name;
}

// Field `index` holds this capture; it is found by the captured name, an element of a captured pack among the pack's.
void name_field(Scope& members, RecordId id, size_t index, const Parser::Capture& capture) {
  Symbol field;
  field.kind = SymbolKind::variable;
  field.is_field = true;
  field.field = static_cast<uint32_t>(index);
  field.owner = id;
  field.span = capture.span;
  if (!capture.symbol.is_pack) {
    members.names[capture.name] = field;
    return;
  }
  Symbol& pack = members.names[capture.name];
  pack.kind = SymbolKind::variable;
  pack.is_pack = true;
  if (!pack.elements) pack.elements = std::make_shared<std::vector<Symbol>>();
  pack.elements->push_back(field);
}

// The lambda's class: a field for each capture.
RecordId make_closure(Parser& p, Span begin, const std::vector<Parser::Capture>& captures, int lambda_number, int this_capture) {
  const RecordId id{static_cast<uint32_t>(p.module->types.records.size())};
  Scope* members = p.new_scope(Scope::Kind::record, p.scope);
  members->record = id;
  Record record;
  record.name = name_of_closure(p, id, begin);
  record.span = begin;
  for (size_t i = 0; i < captures.size(); ++i) {
    const Parser::Capture& c = captures[i];
    const std::string name = c.name.empty() ? "this" : std::string(c.name);
    record.fields.push_back({c.symbol.is_pack ? name + "_" + std::to_string(i) : name, c.type, 0, c.span});
    if (!c.name.empty()) name_field(*members, id, i, c);
  }
  p.module->types.records.push_back(std::move(record));
  RecordInfo& info = p.record_info(id);
  info.scope = members;
  info.is_lambda = true;
  info.lambda_number = lambda_number;
  info.this_field = this_capture;
  info.field_defaults.assign(captures.size(), 0);
  p.finish_layout(id);
  return id;
}

// operator(), with its body unless that is read for each instance. False: something in it is wrong.
bool define_call_operator(Parser& p, RecordId id, const Parser::LambdaParts& parts) {
  FunctionDecl* f = p.make_lambda_function(id, parts);
  if (!f) return false;
  Symbol symbol;
  symbol.kind = SymbolKind::functions;
  symbol.span = f->span;
  symbol.functions.push_back(f);
  p.record_info(id).scope->names["operator()"] = symbol;
  const size_t errors_before = p.diags.error_count() + p.quiet_errors;
  if (!f->tmpl) p.parse_function_body(*f);
  return p.diags.error_count() + p.quiet_errors == errors_before;
}

// The lambda's value: its class with what it captures here.
ExprId make_object(Parser& p, RecordId id, const std::vector<Parser::Capture>& captures, Span span) {
  Expr object = p.node(ExprKind::init_list, p.module->types.record(id), span);
  for (const Parser::Capture& c : captures) object.args.push_back(c.value);
  return p.make(std::move(object));
}

}  // namespace

// lambda = "[" captures "]" ("(" parameters ")")? word* ("->" type)? compound
ExprId Parser::parse_lambda() {
  Nesting guard(*this);
  if (guard.too_deep) return {};
  LambdaParts parts;
  const Span open = here();
  if (!find_lambda_parts(parts)) {
    take();
    return {};
  }
  const auto fail = [&]() -> ExprId {
    if (!stopped) pos = parts.end;
    return {};
  };
  if (!fn) {
    report(Code::WB4001, open, {"lambdas outside functions", "write a function, or a struct with a call operator"});
    return fail();
  }
  std::vector<Capture> captures;
  int this_capture = -1;
  if (!parse_captures(parts, captures, this_capture)) return fail();
  auto id = lambda_read_before(*this, open);
  if (!id) {
    id = make_closure(*this, open, captures, parts.number, this_capture);
    if (!define_call_operator(*this, *id, parts)) return fail();
  }
  pos = parts.end;
  return make_object(*this, *id, captures, cover(open, tokens[parts.end - 1].span));
}

}  // namespace wb
