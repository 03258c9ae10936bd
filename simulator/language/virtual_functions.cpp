// Virtual functions: objects know their class, and a call through a base asks the object.
//
//     struct Shape  { virtual float area() const = 0; virtual ~Shape() {} };        Shape's table:   area: -        destroy        destroy and give back
//     struct Square : Shape { float a; float area() const override; };              Square's table:  Square::area   ~Square        ...
//
//     layout, as the Itanium C++ ABI has it:   | table | Shape's members ... | Square's members |       8 bytes in front, shared with the first such base
//
// All tables of a file stand one behind the other in one list of pointers to functions in constant memory, and an object's pointer to its table is the
// place where that one begins, with a tag (virtual_tags.h). So it means the same in every kernel of the file, also where an object outlives the launch that
// made it. A constructor sets it when the bases are made, a destructor before its body; so in both, calls go to the class's own functions.
//
//     s->area()    ->    function = tag fits ? tables[s->table - tag + slot] : (no function: its value tells the finding why);  (*function)(s)
//
// Objects made by the host have the host's tag: calling their functions in a kernel is undefined, and that is reported. All functions that may be called
// for a slot have one type, by which the program finds what a call may reach: that of the function that was virtual first, in the topmost class.
//
// A base that is not the first polymorphic one has a pointer and a table of its own (for its place in the derived class); where the object's beginning lies
// elsewhere than a function expects, the table has a small function in between that moves `this`.
//
// Not covered: virtual bases, dynamic_cast and typeid (refused); results that are pointers to a base at another place than the derived class's beginning
// are converted only behind such a small function.
#include "simulator/language/virtual_functions.h"

#include <algorithm>
#include <utility>

#include "simulator/language/parser.h"
#include "simulator/source/virtual_tags.h"

namespace wb {
namespace {

constexpr std::string_view destroying = "~", deleting = "delete";  // no functions of the file: what the two slots of a virtual destructor are called
constexpr std::pair<uint32_t, uint32_t> the_list{UINT32_MAX, 0};   // key of the variable that holds all tables
constexpr size_t most_slots = 1 << 14;

bool is_marker(const FunctionDecl& f) { return f.is_destructor && (f.name == destroying || f.name == deleting); }

bool is_same_signature(Parser& p, const FunctionDecl& a, const FunctionDecl& b) {
  if (is_marker(a) || is_marker(b)) return is_marker(a) && is_marker(b) && a.name == b.name;
  if (a.name != b.name || a.is_const_method != b.is_const_method || a.parameters.size() != b.parameters.size()) return false;
  for (size_t i = 0; i < a.parameters.size(); ++i)
    if (!(p.module->types.unqualified(a.parameters[i].type) == p.module->types.unqualified(b.parameters[i].type))) return false;
  return true;
}

RecordId base_at(Parser& p, RecordId id, uint32_t i) { return {p.module->types[p.module->types.records[id.v].fields[i].type].index}; }

// The class's own methods, in the order of the text.
std::vector<FunctionDecl*> own_methods(Parser& p, RecordId id) {
  std::vector<FunctionDecl*> all;
  for (auto& [name, symbol] : p.record_info(id).scope->names)
    if (symbol.kind == SymbolKind::functions)
      for (FunctionDecl* f : symbol.functions)
        if (f->owner && f->owner->v == id.v && !f->tmpl && !f->is_static_method && !f->is_constructor && !f->is_destructor) all.push_back(f);
  std::sort(all.begin(), all.end(), [](const FunctionDecl* a, const FunctionDecl* b) { return a->declaration_begin < b->declaration_begin; });
  return all;
}

// The virtual function of a base (not of the first polymorphic one's table, perhaps) that `f` overrides; null: none.
FunctionDecl* overridden_in_bases(Parser& p, RecordId id, const FunctionDecl& f) {
  for (uint32_t i = 0; i < p.record_info(id).base_count; ++i) {
    const RecordId base = base_at(p, id, i);
    for (FunctionDecl* g : p.record_info(base).virtuals)
      if (is_same_signature(p, *g, f)) return g;
    if (FunctionDecl* g = overridden_in_bases(p, base, f)) return g;
  }
  return nullptr;
}

FunctionDecl* make_marker(Parser& p, RecordId id, std::string_view name, Span span) {
  FunctionDecl& f = p.functions.emplace_back();
  f.name = name;
  f.is_destructor = f.is_virtual = f.is_device = f.is_implicit = true;
  f.owner = id;
  f.span = span;
  return &f;
}

void set_slot(RecordInfo& info, FunctionDecl* f, int slot) {
  if (slot < 0) {
    slot = static_cast<int>(info.virtuals.size());
    info.virtuals.push_back(f);
  } else {
    info.virtuals[static_cast<size_t>(slot)] = f;
  }
  f->virtual_slot = slot;
}

int slot_of(Parser& p, RecordId id, const FunctionDecl& f) {
  const std::vector<FunctionDecl*>& all = p.record_info(id).virtuals;
  for (size_t i = 0; i < all.size(); ++i)
    if (is_same_signature(p, *all[i], f)) return static_cast<int>(i);
  return -1;
}

void check_override(Parser& p, RecordId id, const FunctionDecl& f, const FunctionDecl* base) {
  const std::string name(f.name);
  if (!base) {
    if (f.says_override) p.report(Code::WB2018, f.span, {"override"}, {{std::nullopt, "no base of `" + p.module->types.records[id.v].name + "` has a virtual function `" + name + "` with these parameters"}});
    return;
  }
  const Type own = p.module->types[f.result], theirs = p.module->types[base->result];
  const bool may_differ = own.kind == theirs.kind && (own.kind == TypeKind::pointer || own.kind == TypeKind::reference) && p.is_derived(p.module->types.unqualified(own.element), p.module->types.unqualified(theirs.element));
  if (!(f.result == base->result) && !may_differ && !f.is_auto) p.report(Code::WB3061, f.span, {name}, {{base->span, "`" + p.describe(*base) + "` is virtual, and this overrides it"}});
  if (base->is_device && !f.is_device && !f.is_pure) p.report(Code::WB3022, f.span, {name}, {{base->span, "this one is for the device, and it is overridden: both are marked alike"}});
  if (base->is_final) p.report(Code::WB2018, f.span, {name}, {{base->span, "this one is `final`: nothing may override it"}});
}

// What `f`, virtual in one of the bases of `id`, is in an object of that class.
FunctionDecl* final_overrider(Parser& p, RecordId id, FunctionDecl* f) {
  if (f->owner->v == id.v) return f;
  for (FunctionDecl* own : p.record_info(id).virtuals)
    if (own->owner->v == id.v && is_same_signature(p, *own, *f)) return own;
  for (uint32_t i = 0; i < p.record_info(id).base_count; ++i) {
    const RecordId base = base_at(p, id, i);
    if (!p.holds_record(p.module->types.record(base), *f->owner)) continue;
    if (FunctionDecl* found = final_overrider(p, base, f); found != f) return found;
  }
  return f;
}

// The function that was first virtual at this slot, from the class on upwards along its first polymorphic bases.
const FunctionDecl& first_of_slot(Parser& p, const FunctionDecl& f) {
  RecordId id = *f.owner;
  const auto slot = static_cast<size_t>(f.virtual_slot);
  for (;;) {
    const int primary = p.record_info(id).primary_base;
    if (primary < 0) break;
    const RecordId base = base_at(p, id, static_cast<uint32_t>(primary));
    if (p.record_info(base).virtuals.size() <= slot) break;
    id = base;
  }
  return *p.record_info(id).virtuals[slot];
}

// The type by which such a function is called: `this`, then the parameters.
TypeId virtual_type(Parser& p, const FunctionDecl& f) {
  const FunctionDecl& first = first_of_slot(p, f);
  TypeTable& types = p.module->types;
  TypeId self = types.record(*first.owner);
  if (first.is_const_method) self = types.with(self, true, false);
  std::vector<TypeId> parameters{types.pointer_to(self)};
  for (const ParameterDecl& parameter : first.parameters) {
    const TypeId type = types.unqualified(parameter.type);
    parameters.push_back(p.is_passed_by_address(first, parameter.type) ? types.reference_to(type) : type);
  }
  return types.function_of(is_marker(first) ? types.scalar(ScalarKind::void_) : first.result, std::move(parameters));
}

ExprId rvalue_of(Parser& p, VarId var, Span span) { return p.rvalue(p.make_variable(var, span)); }

// A function that the compiler writes: `this` and the parameters of `like`.
FunctionDecl& begin_function(Parser& p, RecordId owner, std::string_view name, const FunctionDecl& like) {
  FunctionDecl& f = p.functions.emplace_back();
  f.name = name;
  f.span = f.extent = like.span;
  f.is_device = f.is_host = f.is_implicit = true;
  f.is_const_method = like.is_const_method;
  f.owner = owner;
  f.scope = p.record_info(owner).scope;
  f.result = is_marker(like) ? p.module->types.scalar(ScalarKind::void_) : like.result;
  f.parameters = like.parameters;
  for (ParameterDecl& parameter : f.parameters)
    if (p.is_passed_by_address(like, parameter.type)) parameter.type = p.module->types.reference_to(parameter.type);
  p.create_function(f);
  f.is_body_done = true;
  return f;
}

// Its body, written by `write` with the function as the one at work.
template <class Write> void write_body(Parser& p, FunctionDecl& f, const Write& write) {
  FunctionContext context;
  context.decl = &f;
  context.result = f.result;
  context.record = f.owner;
  context.this_var = p.module->functions[f.id.v].parameters[0];
  FunctionContext* outer = std::exchange(p.fn, &context);
  const auto outer_record = std::exchange(p.current_record, std::nullopt);
  Stmt body;
  body.kind = StmtKind::compound;
  body.span = f.span;
  write(rvalue_of(p, context.this_var, f.span), body.list);
  body.list.insert(body.list.begin(), context.temporaries.begin(), context.temporaries.end());
  p.module->functions[f.id.v].body = p.make_stmt(std::move(body));
  p.fn = outer;
  p.current_record = outer_record;
}

ExprId moved(Parser& p, ExprId pointer, int64_t bytes, TypeId to, Span span) {
  if (bytes == 0) return p.cast_to(pointer, to, CastKind::pointer, true, span);
  Expr e = p.node(ExprKind::pointer_add, p.module->types.pointer_to(p.module->types.scalar(ScalarKind::char_)), span);
  e.a = p.cast_to(pointer, e.type, CastKind::pointer, true, span);
  e.b = p.make_constant(p.module->types.scalar(ScalarKind::long_), static_cast<uint64_t>(bytes), span);
  e.implicit = true;
  return p.cast_to(p.make(std::move(e)), to, CastKind::pointer, true, span);
}

// return call;
void give_result(Parser& p, const FunctionDecl& f, ExprId call, std::vector<StmtId>& out) {
  if (p.module->types.is_void(f.result)) return p.append_expression(call, out, f.span);
  Stmt back;
  back.kind = StmtKind::return_;
  back.span = f.span;
  back.a = call;
  out.push_back(p.make_stmt(std::move(back)));
}

// What the table has for the slot of `entry` (a function of the base whose table it is): calls `target` with `this` moved.
FunctionDecl& mover(Parser& p, const FunctionDecl& entry, FunctionDecl& target, int64_t bytes) {
  FunctionDecl& f = begin_function(p, *entry.owner, target.name, target);
  const FunctionDecl& decl = target;
  p.module->functions[f.id.v].result = f.result;
  write_body(p, f, [&](ExprId self, std::vector<StmtId>& out) {
    TypeId owner = p.module->types.record(*decl.owner);
    if (decl.is_const_method) owner = p.module->types.with(owner, true, false);
    Expr call = p.node(ExprKind::call, f.result, f.span);
    call.function = decl.id;
    call.args.push_back(moved(p, self, bytes, p.module->types.pointer_to(owner), f.span));
    for (const ParameterDecl& parameter : f.parameters) call.args.push_back(rvalue_of(p, parameter.var, f.span));
    const ExprId made = p.make(std::move(call));
    give_result(p, f, made, out);
  });
  return f;
}

// ~T(), then the memory is given back to the heap.
FunctionDecl& deleter(Parser& p, RecordId id, FunctionDecl& marker) {
  FunctionDecl& f = begin_function(p, id, deleting, marker);
  write_body(p, f, [&](ExprId self, std::vector<StmtId>& out) {
    p.append_expression(p.destructor_call(p.dereference(self, f.span, true), f.span), out, f.span);
    const ExprId bytes = p.convert(rvalue_of(p, p.fn->this_var, f.span), p.module->types.pointer_to(p.module->types.scalar(ScalarKind::void_)), f.span);
    const ExprId give = p.call_library("__wb", "heap_give", {}, {bytes, p.heap_way(HeapWay::one, f.span)}, f.span);
    if (give) p.module->exprs[give.v].span = p.module->functions[p.at(give).function.v].span;  // the library's: who says `delete` gives it back
    p.append_expression(give, out, f.span);
  });
  return f;
}

// The function behind a slot; null: there is none, and `instead` stands there.
FunctionDecl* function_behind(Parser& p, RecordId id, FunctionDecl& overrider, uint64_t& instead) {
  if (is_marker(overrider)) {
    FunctionDecl* own = p.special_function(id, SpecialMember::destructor);
    const FunctionDecl* written = p.record_info(id).special[static_cast<size_t>(SpecialMember::destructor)].function;
    if ((own && !own->is_device) || (written && !written->is_device)) return instead = host_function, nullptr;
    if (own && overrider.name == destroying) return own;
    return own ? &deleter(p, id, overrider) : nullptr;
  }
  if (overrider.is_pure) return instead = pure_function, nullptr;
  if (!overrider.is_device) return instead = host_function, nullptr;
  if (overrider.is_in_template) p.queue_body(overrider, overrider.span);
  if (!overrider.body_begin && !overrider.is_implicit) p.unfinished_calls.emplace_back(&overrider, overrider.span);
  return &overrider;
}

TypeId slot_type(Parser& p) { return p.module->types.pointer_to(p.module->types.function_of(p.module->types.scalar(ScalarKind::void_), {})); }

VarId list_of_tables(Parser& p, Span span) {
  const auto [known, is_new] = p.virtual_tables.try_emplace(the_list);
  if (!is_new) return known->second;
  const VarId var = p.add_variable("virtual_functions", p.module->types.array_of(p.module->types.with(slot_type(p), true, false), most_slots), Storage::constant, span);
  p.virtual_tables[the_list] = var;
  Expr list = p.node(ExprKind::init_list, p.module->types.array_of(slot_type(p), most_slots), span);
  const ExprId init = p.make(std::move(list));
  p.module->variables[var.v].init = init;
  p.global_variables.push_back(var);
  return var;
}

// Where the table begins of the base `of` (or the class itself), which stands at `offset` in objects of the class.
uint64_t table_start(Parser& p, RecordId id, RecordId of, uint64_t offset) {
  const std::pair<uint32_t, uint32_t> key{id.v, static_cast<uint32_t>(offset)};
  if (const auto known = p.virtual_tables.find(key); known != p.virtual_tables.end()) return known->second.v;
  const Span span = p.module->types.records[id.v].span;
  const ExprId list = p.module->variables[list_of_tables(p, span).v].init;
  const std::vector<FunctionDecl*> entries = p.record_info(of).virtuals;
  const auto start = static_cast<uint32_t>(p.at(list).args.size());
  if (start + entries.size() > most_slots) {
    p.report(Code::WB4504, span, {"the list of all virtual functions"});
    return 0;
  }
  p.virtual_tables[key] = {start};
  const ExprId nothing = p.make_constant(slot_type(p), 0, span);
  p.module->exprs[list.v].args.resize(start + entries.size(), nothing);
  for (size_t i = 0; i < entries.size(); ++i) {
    FunctionDecl* overrider = final_overrider(p, id, entries[i]);
    uint64_t instead = 0, place = 0;
    FunctionDecl* target = function_behind(p, id, *overrider, instead);
    ExprId slot = p.make_constant(slot_type(p), instead, span);
    if (target) {
      if (target->owner->v != id.v) p.count_bases(p.module->types.record(id), *target->owner, place);
      if (place != offset) target = &mover(p, *entries[i], *target, static_cast<int64_t>(place) - static_cast<int64_t>(offset));
      p.module->functions[target->id.v].type = virtual_type(p, *entries[i]);
      Expr e = p.node(ExprKind::function_address, slot_type(p), span);
      e.function = target->id;
      slot = p.make(std::move(e));
    }
    p.module->exprs[list.v].args[start + i] = slot;
  }
  return start;
}

struct TablePlace {
  RecordId of;
  uint64_t offset = 0;
};

// The pointers to tables in an object: its own, and those of bases that are not first.
void table_places(Parser& p, RecordId id, uint64_t offset, bool is_own, std::vector<TablePlace>& out, int depth = 0) {
  if (is_own) out.push_back({id, offset});
  if (depth > 64 || out.size() > 64) return;
  for (uint32_t i = 0; i < p.record_info(id).base_count; ++i) {
    const RecordId base = base_at(p, id, i);
    if (p.record_info(base).is_polymorphic) table_places(p, base, offset + p.module->types.records[id.v].fields[i].offset, static_cast<int>(i) != p.record_info(id).primary_base, out, depth + 1);
  }
}

TypeId word_type(Parser& p) { return p.module->types.scalar(ScalarKind::ulong); }

// *(unsigned long*)(pointer + offset)
ExprId word_at(Parser& p, ExprId pointer, uint64_t offset, Span span) {
  return p.dereference(moved(p, pointer, static_cast<int64_t>(offset), p.module->types.pointer_to(word_type(p)), span), span, true);
}

uint64_t own_tag(const Parser& p) { return p.is_host_program ? host_table_tag : device_table_tag; }

// (the object's address, kept; its table, kept; the function, or what says why there is none)
ExprId function_of_object(Parser& p, ExprId object, int slot, TypeId type, VarId kept, Span span) {
  const VarId table = p.add_temporary(word_type(p), span);
  const auto word = [&](uint64_t value) { return p.make_constant(word_type(p), value, span); };
  const ExprId keep_object = p.initialise_object(p.make_variable(kept, span), object, span);
  const ExprId keep_table = p.initialise_object(p.make_variable(table, span), p.rvalue(word_at(p, rvalue_of(p, kept, span), 0, span)), span);
  if (!keep_object || !keep_table) return {};
  const ExprId high = p.build_binary(Tok::amp, rvalue_of(p, table, span), word(virtual_tag_mask), span);
  const ExprId place = p.build_binary(Tok::minus, rvalue_of(p, table, span), word(own_tag(p) - static_cast<uint64_t>(slot)), span);
  Expr either = p.node(ExprKind::conditional, slot_type(p), span);
  either.a = p.to_bool(p.build_binary(Tok::equal_equal, high, word(own_tag(p)), span));
  either.b = p.rvalue(p.build_subscript(p.make_variable(list_of_tables(p, span), span), place, span));
  either.c = p.cast_to(rvalue_of(p, table, span), slot_type(p), CastKind::integer_to_pointer, true, span);
  if (!either.a || !either.b || !either.c) return {};
  const ExprId function = p.cast_to(p.make(std::move(either)), p.module->types.pointer_to(type), CastKind::pointer, true, span);
  return p.build_comma(keep_object, p.build_comma(keep_table, function, span), span);
}

// Is it an object that stands there under its own name? Then its class is known.
bool is_object_itself(const Parser& p, ExprId address) {
  while (p.at(address).kind == ExprKind::cast) address = p.at(address).a;
  if (p.at(address).kind != ExprKind::address_of) return false;
  ExprId object = p.at(address).a;
  while (p.at(object).kind == ExprKind::member && p.module->types.is_record(p.at(p.at(object).a).type)) object = p.at(object).a;
  return p.at(object).kind == ExprKind::variable;
}

}  // namespace

bool has_virtual_destructor(const RecordInfo& info) {
  return std::any_of(info.virtuals.begin(), info.virtuals.end(), [](const FunctionDecl* f) { return is_marker(*f); });
}

void note_virtual_destructor(Parser& p, RecordId id, Span span) {
  RecordInfo& info = p.record_info(id);
  if (info.virtuals.empty()) info.virtuals.push_back(make_marker(p, id, destroying, span));  // settle_virtual_functions() finds it
}

void settle_virtual_functions(Parser& p, RecordId id) {
  if (p.module->types.records[id.v].is_union || !p.record_info(id).scope) return;
  RecordInfo& info = p.record_info(id);
  const bool declares_destructor = !info.virtuals.empty();
  info.virtuals.clear();
  for (uint32_t i = 0; i < info.base_count && info.primary_base < 0; ++i)
    if (const RecordInfo& base = p.record_info(base_at(p, id, i)); base.is_polymorphic) {
      info.primary_base = static_cast<int>(i);
      info.virtuals = base.virtuals;
    }
  const Span span = p.module->types.records[id.v].span;
  FunctionDecl like;
  like.is_destructor = true;
  like.name = destroying;
  if (declares_destructor || slot_of(p, id, like) >= 0 || overridden_in_bases(p, id, like))
    for (std::string_view name : {destroying, deleting}) {
      FunctionDecl* marker = make_marker(p, id, name, span);
      set_slot(info, marker, slot_of(p, id, *marker));
    }
  for (FunctionDecl* f : own_methods(p, id)) {
    const int slot = slot_of(p, id, *f);
    const FunctionDecl* base = slot >= 0 ? info.virtuals[static_cast<size_t>(slot)] : overridden_in_bases(p, id, *f);
    if (base && base->owner->v == id.v) base = nullptr;
    check_override(p, id, *f, base);
    f->is_virtual |= base != nullptr;
    if (f->is_virtual) set_slot(info, f, slot);
  }
  info.is_polymorphic = !info.virtuals.empty();
  if (!info.is_polymorphic || info.primary_base >= 0) return;
  info.table_field = static_cast<int>(p.module->types.records[id.v].fields.size());
  p.module->types.records[id.v].fields.push_back({"__vptr", p.module->types.scalar(ScalarKind::long_), 0, span});
  info.field_defaults.push_back(0);
}

const FunctionDecl* pure_function_of(Parser& p, TypeId type) {
  const Type t = p.module->types[p.element_of(type)];
  if (t.kind != TypeKind::record) return nullptr;
  for (const FunctionDecl* f : p.record_info({t.index}).virtuals)
    if (f->is_pure) return f;
  return nullptr;
}

bool check_not_abstract(Parser& p, TypeId type, Span span) {
  const FunctionDecl* f = pure_function_of(p, type);
  if (!f) return true;
  return p.report(Code::WB3101, span, {"constructor", p.type_name(p.module->types.unqualified(p.element_of(type))), "it is for bases only, `" + std::string(f->name) + "` is pure virtual"},
                  {{f->span, "`" + p.describe(*f) + "` is declared here"}});
}

void set_table_pointers(Parser& p, const FunctionDecl& f, std::vector<StmtId>& out) {
  if (!f.owner || !p.record_info(*f.owner).is_polymorphic) return;
  std::vector<TablePlace> places;
  table_places(p, *f.owner, 0, true, places);
  for (const TablePlace& place : places) {
    const ExprId table = p.make_constant(word_type(p), own_tag(p) + table_start(p, *f.owner, place.of, place.offset), f.span);
    p.append_expression(p.initialise_object(word_at(p, rvalue_of(p, p.fn->this_var, f.span), place.offset, f.span), table, f.span), out, f.span);
  }
}

ExprId called_virtually(Parser& p, ExprId call, const FunctionDecl& f) {
  if (!call || !f.is_virtual || f.virtual_slot < 0) return call;
  const bool is_reference = p.at(call).kind == ExprKind::dereference, is_xvalue = p.at(call).is_xvalue;
  const Expr direct = p.at(is_reference ? p.at(call).a : call);
  if (direct.kind != ExprKind::call || direct.args.empty() || is_object_itself(p, direct.args[0])) return call;
  // Not this function is needed, but those in the tables.
  if (!p.unfinished_calls.empty() && p.unfinished_calls.back().first == &f) p.unfinished_calls.pop_back();
  const Span span = direct.span;
  const VarId kept = p.add_temporary(p.at(direct.args[0]).type, span);
  Expr indirect = direct;
  indirect.kind = ExprKind::call_indirect;
  indirect.a = function_of_object(p, direct.args[0], f.virtual_slot, virtual_type(p, f), kept, span);
  indirect.args[0] = rvalue_of(p, kept, span);
  if (!indirect.a || !indirect.args[0]) return {};
  ExprId made = p.make(std::move(indirect));
  if (made && is_reference) made = p.dereference(made, span, true);
  return made && is_xvalue ? p.as_xvalue(made) : made;
}

// (*object's destructor)(object), through the slot that also gives the memory back, if it is to.
ExprId destroyed_virtually(Parser& p, ExprId object, bool gives_back, Span span) {
  const RecordId id{p.type_of(object).index};
  FunctionDecl like;
  like.is_destructor = true;
  like.name = gives_back ? deleting : destroying;
  const int slot = slot_of(p, id, like);
  if (slot < 0) return {};
  const FunctionDecl& marker = *p.record_info(id).virtuals[static_cast<size_t>(slot)];
  if (FunctionDecl* own = p.record_info(id).special[static_cast<size_t>(SpecialMember::destructor)].function; own && !p.check_callable(*own, span)) return {};
  const TypeId self = p.module->types.pointer_to(p.module->types.record(id));
  const VarId kept = p.add_temporary(self, span);
  Expr call = p.node(ExprKind::call_indirect, p.module->types.scalar(ScalarKind::void_), span);
  const ExprId address = p.cast_to(p.address_of(object, span, true), self, CastKind::same, true, span);
  call.a = function_of_object(p, address, marker.virtual_slot, virtual_type(p, marker), kept, span);
  call.args.push_back(rvalue_of(p, kept, span));
  return call.a ? p.make(std::move(call)) : ExprId{};
}

FunctionDecl& virtual_caller(Parser& p, FunctionDecl& f) {
  const std::pair<uint32_t, uint32_t> key{f.id.v, UINT32_MAX};
  if (const auto known = p.virtual_tables.find(key); known != p.virtual_tables.end()) return *p.function_by_id[known->second.v];
  FunctionDecl& made = begin_function(p, *f.owner, f.name, f);
  p.virtual_tables[key] = {made.id.v};
  write_body(p, made, [&](ExprId self, std::vector<StmtId>& out) {
    Expr call = p.node(ExprKind::call, f.result, f.span);
    call.function = f.id;
    call.args.push_back(self);
    for (const ParameterDecl& parameter : made.parameters) call.args.push_back(rvalue_of(p, parameter.var, f.span));
    const ExprId done = called_virtually(p, p.make(std::move(call)), f);
    give_result(p, f, done, out);
  });
  return made;
}

// path = (class "::")*
ExprId parse_qualified_object(Parser& p, ExprId object) {
  while (object && p.is(Tok::identifier) && p.kind(1) == Tok::scope && p.type_of(object).kind == TypeKind::record) {
    const Token name = p.take();
    p.take();
    Parser::InScope inside(p, p.record_info({p.type_of(object).index}).scope);
    const Symbol* symbol = p.lookup(name.text);
    const bool is_base = symbol && symbol->kind == SymbolKind::type && p.module->types.is_record(symbol->type) && p.holds_record(p.module->types.unqualified(p.at(object).type), {p.module->types[symbol->type].index});
    if (!is_base) return p.report(Code::WB2018, name.span, {std::string(name.text)}), ExprId{};
    object = p.base_of(object, {p.module->types[symbol->type].index}, name.span);
  }
  return object;
}

void finish_virtual_tables(Parser& p) {
  const auto known = p.virtual_tables.find(the_list);
  if (known == p.virtual_tables.end()) return;
  Variable& list = p.module->variables[known->second.v];
  const uint64_t count = std::max<uint64_t>(p.at(list.init).args.size(), 1);
  const TypeId type = p.module->types.array_of(p.module->types.with(slot_type(p), true, false), count);
  list.type = type;
  p.module->exprs[list.init.v].type = p.module->types.array_of(slot_type(p), count);
  for (Expr& e : p.module->exprs)
    if (e.kind == ExprKind::variable && e.var == known->second) e.type = type;
}

}  // namespace wb
