// public, protected, private. A name is looked up in a class, found there or in a base, and is then at hand
//   - for everyone, if it is public there and each base on the way is a public one;
//   - inside the class that says `private` (its methods, the classes and lambdas in it) and for its friends;
//   - where it is protected, in derived classes, too.
// Which code is "inside" follows from the scopes around the cursor: those of records, and of functions by their names, which friends are
// known by.
//
// Not covered: that a protected member is named through an object of the derived class, and conversions to a private base.
#include "simulator/language/parser.h"

namespace wb {

Access Parser::access_of(Tok word) { return word == Tok::kw_public ? Access::public_ : word == Tok::kw_protected ? Access::protected_ : Access::private_; }

void Parser::note_access(Scope& record_scope, std::string_view name) {
  RecordInfo& info = record_info(record_scope.record);
  if (info.access != Access::public_) info.hidden[name] = info.access;
}

// friend class X;   friend __device__ T f(...);   friend T operator+(...);   The cursor may be anywhere: reads from `begin`.
void Parser::note_friend(RecordId id, size_t begin) {
  RecordInfo& info = record_info(id);
  for (size_t i = begin; i < tokens.size(); ++i) {
    const Token& t = tokens[i];
    if (t.kind == Tok::semicolon || t.kind == Tok::left_brace || t.kind == Tok::end) return;
    if (t.kind == Tok::kw_operator) {
      std::string name = "operator";
      for (++i; tokens[i].kind != Tok::end && (tokens[i].kind != Tok::left_paren || tokens[i + 1].kind == Tok::right_paren); ++i) name += tokens[i].text;
      info.friends.insert(keep(name));
      return;
    }
    if (t.kind == Tok::left_paren) return;
    if (t.kind != Tok::identifier) continue;
    info.friends.insert(t.text);
    const Symbol* symbol = lookup(t.text);  // friend T; names what T stands for
    if (symbol && symbol->kind == SymbolKind::type && module->types.is_record(symbol->type)) {
      const std::string& full = module->types.records[module->types[symbol->type].index].name;
      info.friends.insert(keep(full.substr(0, full.find('<'))));
    }
  }
}

// May the code at the cursor name members of `record` that have this access?
bool Parser::is_inside(RecordId record, Access access) const {
  const RecordInfo& info = records[record.v];
  for (const Scope* s = scope; s; s = s->parent) {
    if (s->kind == Scope::Kind::function && info.friends.count(s->name)) return true;
    if (s->kind != Scope::Kind::record) continue;
    if (s->record == record) return true;
    const std::string& name = module->types.records[s->record.v].name;
    if (info.friends.count(std::string_view(name).substr(0, name.find('<')))) return true;
    if (access == Access::protected_ && holds_record(module->types.record(s->record), record)) return true;
  }
  return false;
}

// What keeps the name, looked up in `record`, from the code at the cursor: the class that hides it. `method`: the overload that was chosen.
std::optional<Parser::Denial> Parser::denied(RecordId record, std::string_view name, const FunctionDecl* method, int depth) {
  Scope* members = record_info(record).scope;
  if (!members || depth > 16) return std::nullopt;
  const bool is_own = members->names.count(name) > 0 || (method && method->owner == record);
  if (is_own) {
    const RecordInfo& info = record_info(record);
    const auto hidden = info.hidden.find(name);
    Access access = hidden != info.hidden.end() ? hidden->second : Access::public_;
    if (method && method->owner == record) access = method->access;
    if (access == Access::public_ || is_inside(record, access)) return std::nullopt;
    return Denial{record, access};
  }
  const std::vector<Field> fields = module->types.records[record.v].fields;
  for (size_t i = 0; i < fields.size(); ++i) {
    if (!fields[i].name.empty() || !module->types.is_record(fields[i].type)) continue;
    const RecordId inner{module->types[fields[i].type].index};
    Scope* inner_scope = record_info(inner).scope;
    if (!inner_scope || !lookup_in(*inner_scope, name)) continue;
    const RecordInfo& info = record_info(record);
    const Access edge = i < info.base_access.size() ? info.base_access[i] : Access::public_;
    if (edge != Access::public_ && !is_inside(record, edge)) return Denial{record, edge};
    return denied(inner, name, method, depth + 1);
  }
  return std::nullopt;
}

bool Parser::check_access(RecordId record, std::string_view name, const FunctionDecl* method, Span span) {
  if (in_template_pattern || is_library(span) || (fn && fn->decl && fn->decl->is_implicit)) return true;
  const std::optional<Denial> denial = denied(record, name, method);
  if (!denial) return true;
  const std::string owner = module->types.records[denial->record.v].name;
  return report(Code::WB3122, span, {std::string(name), denial->access == Access::private_ ? "private" : "protected", owner});
}

// The class in which an unqualified name is looked up (the method's own), or which stands in front of `::`; none: it is no member.
std::optional<RecordId> Parser::class_of_name(const Scope* where, const Symbol& symbol) const {
  if (where) return where->kind == Scope::Kind::record ? std::optional<RecordId>(where->record) : std::nullopt;
  const bool is_member = symbol.is_field || (symbol.kind == SymbolKind::functions && !symbol.functions.empty() && symbol.functions.front()->owner);
  if (!is_member || !fn || !fn->record || records[fn->record->v].is_lambda) return std::nullopt;
  const RecordId owner = symbol.is_field ? symbol.owner : *symbol.functions.front()->owner;
  return holds_record(module->types.record(*fn->record), owner) ? fn->record : std::nullopt;
}

}  // namespace wb
