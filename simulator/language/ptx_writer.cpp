#include "simulator/language/ptx_writer.h"

#include <algorithm>
#include <bit>

#include "simulator/library/library.h"

namespace wb {
namespace {

constexpr const char* carry = ".carry";  // no register of the text has such a name

std::string as_name(std::string_view text) {
  std::string name(text);
  for (char& c : name)
    if (c == '.' || c == ':') c = '_';
  return name;
}

bool has_word(std::string_view name, std::string_view word) {
  for (size_t at = name.find(word); at != std::string_view::npos; at = name.find(word, at + 1))
    if (at > 0 && name[at - 1] == '.' && (at + word.size() == name.size() || name[at + word.size()] == '.')) return true;
  return false;
}
void drop_word(std::string& name, std::string_view word) {
  while (has_word(name, word)) name.erase(name.find("." + std::string(word)), word.size() + 1);
}

// Spellings of one instruction.
std::string usual_name(std::string_view written) {
  std::string name(written);
  const bool is_barrier = name.starts_with("bar.") || name.starts_with("barrier.");
  if (is_barrier && !name.starts_with("barrier.cluster")) {
    drop_word(name, "cta");
    drop_word(name, "aligned");
    name = "bar" + name.substr(name.find('.'));
  }
  if (name.starts_with("barrier.cluster")) drop_word(name, "aligned");
  if (name.starts_with("mbarrier.")) {  // what every one of them is
    for (const std::string_view word : {"release", "acquire", "cta"}) drop_word(name, word);
  }
  if (name.starts_with("st.async")) drop_word(name, "weak");
  const bool is_bulk = name.starts_with("cp.async.bulk") || name.starts_with("cp.reduce.async.bulk");
  if (is_bulk) drop_word(name, "noftz");
  if (is_bulk) drop_word(name, "tile");  // the mode of tensor copies that is meant where none is named
  for (const std::string_view space : {"shared::cta", "shared::cluster"}) {
    const bool is_of_cluster = space.ends_with("cluster");  // a place there names its block
    if (is_of_cluster && !is_bulk && !name.starts_with("fence.proxy.async") && !name.starts_with("mbarrier.") && !name.starts_with("st.async")) continue;
    for (size_t at = name.find(space); at != std::string::npos; at = name.find(space)) name.erase(at + 6, space.size() - 6);
  }
  return name;
}

// What has no result: its first operand is one like the others.
bool gives_nothing(std::string_view name) {
  static constexpr std::string_view starts[] = {"bar.sync", "bar.arrive", "bar.warp", "barrier.cluster", "mbarrier.init", "mbarrier.inval", "fence", "membar", "nanosleep", "cp.async", "prefetch", "exit", "trap", "brkpt", "cp.reduce", "mbarrier.expect_tx", "mbarrier.complete_tx", "st.async"};
  return std::any_of(std::begin(starts), std::end(starts), [&](std::string_view start) { return name.starts_with(start); });
}

std::string_view last_word(std::string_view name) { return name.substr(name.rfind('.') + 1); }

// bar.sync 0: barrier 0 for all threads is that of __syncthreads().
bool is_block_barrier(std::string_view name, const PtxInstruction& ins) {
  const size_t place = name.starts_with("bar.red.") ? 1 : 0;
  if (ins.operands.size() != place + 1 + place || (place == 0 && name != "bar.sync")) return false;
  const PtxValue& number = ins.operands[place].values[0];
  return number.kind == PtxValue::Kind::number && number.bits == 0;
}

// The register that a type wants; r also for what has no such type at its end.
char letter_of_type(std::string_view word) {
  if (word == "f32") return 'f';
  if (word == "f64") return 'd';
  if (word == "pred") return 'p';
  if (word.ends_with("64") && word.size() == 3) return 'l';
  if (word.ends_with("16") && word.size() == 3) return 'h';
  return 'r';
}

// Of a literal that stands as the operand `index` behind the results.
char letter_of_literal(std::string_view name, size_t index) {
  const char letter = letter_of_type(last_word(name));
  const bool is_shift = name.starts_with("sh");
  if ((is_shift || name.starts_with("match.")) && index > 0) return 'r';
  if (name.starts_with("bfe.") && index > 0) return 'r';
  if (name.starts_with("mbarrier.") || name.starts_with("cp.")) return 'r';
  if (name.starts_with("vote.")) return index == 0 ? 'p' : 'r';
  if (name.starts_with("mad.wide.") && index == 2) return 'l';
  return letter == 'p' ? 'r' : letter;
}

char letter_of_constraint(std::string_view constraint) { return constraint.empty() ? 'r' : constraint.back(); }

}  // namespace

TypeId PtxWriter::type_of(char letter) const {
  switch (letter) {
    case 'l': return p_.module->types.scalar(ScalarKind::ulonglong);
    case 'h': return p_.module->types.scalar(ScalarKind::ushort);
    case 'f': return p_.module->types.scalar(ScalarKind::float_);
    case 'd': return p_.module->types.scalar(ScalarKind::double_);
    case 'p': return p_.module->types.scalar(ScalarKind::bool_);
    default: return p_.module->types.scalar(ScalarKind::uint);
  }
}

// ---- the statement

StmtId PtxWriter::write(const PtxText& text) {
  is_single_ = text.registers.empty() && results_ <= 1 && text.instructions.size() == 1 && text.instructions[0].guard.empty() && text.instructions[0].name.find("cc") == std::string_view::npos;
  span_ = whole_;
  if (!declare(text) || !number_labels(text)) return {};
  if (!is_single_) keep_arguments();
  for (const PtxInstruction& ins : text.instructions)
    if (!instruction(ins, text.instructions.size())) return {};
  span_ = whole_;
  if (!is_single_) give_results();
  return list_.size() == 1 ? list_[0] : block(std::move(list_));
}

StmtId PtxWriter::block(std::vector<StmtId> list) {
  Stmt s;
  s.kind = StmtKind::compound;
  s.span = whole_;
  s.list = std::move(list);
  return p_.make_stmt(std::move(s));
}

// A variable of this statement's, which starts without a value each time.
PtxWriter::Register PtxWriter::local(std::string name, char letter, TypeId type) {
  const VarId var = p_.add_variable(std::move(name), type, Storage::local, whole_);
  p_.module->variables[var.v].is_temporary = true;
  Stmt s;
  s.kind = StmtKind::declaration;
  s.var = var;
  s.span = whole_;
  list_.push_back(p_.make_stmt(s));
  return {p_.make_variable(var, whole_), letter};
}

bool PtxWriter::declare(const PtxText& text) {
  for (const PtxRegister& r : text.registers) {
    const std::string_view type = r.type.starts_with('.') ? r.type.substr(1) : r.type;
    static constexpr std::string_view known[] = {"pred", "b16", "u16", "s16", "b32", "u32", "s32", "f32", "b64", "u64", "s64", "f64"};
    if (std::find(std::begin(known), std::end(known), type) == std::end(known)) return p_.refuse_assembly("a register of type `." + std::string(type) + "` in inline assembly", whole_), false;
    const char letter = letter_of_type(type);
    registers_[r.name] = local(r.name, letter, type_of(letter));
  }
  const bool carries = std::any_of(text.instructions.begin(), text.instructions.end(), [](const PtxInstruction& i) {
    return has_word(i.name, "cc") || i.name.starts_with("addc.") || i.name.starts_with("subc.") || i.name.starts_with("madc.");
  });
  if (!carries) return true;
  registers_[carry] = local("carry", 'p', type_of('p'));
  append(p_.build_assign(registers_[carry].expr, p_.make_constant(type_of('p'), 0, whole_), whole_));
  return true;
}

// The operands' values, once and before everything else, as C++ has it. Pointers stay pointers.
void PtxWriter::keep_arguments() {
  for (size_t i = 0; i < given_.size(); ++i) {
    Parser::AssemblyOperand& given = given_[i];
    const char letter = letter_of_constraint(given.constraint);
    if (letter == 'n') {
      arguments_.push_back({given.value, 'n'});
      continue;
    }
    const bool is_result = i < results_, has_value = !is_result || given.constraint.starts_with('+');
    if (is_result && has_value) {
      std::vector<ExprId> before;
      given.value = p_.name_once(given.value, before);
      for (ExprId e : before) append(e);
    }
    const TypeId plain = p_.value_type(given.value);
    const bool is_pointer = p_.module->types.is_pointer(plain) && !is_result;
    arguments_.push_back(local("operand" + std::to_string(i), letter, is_pointer ? plain : type_of(letter)));
    if (!has_value) continue;
    const TypeId type = p_.at(arguments_[i].expr).type;
    const Expr as_given = p_.at(given.value);   // a copy: `make` moves them all
    const ExprId value = p_.explicit_cast(is_result ? p_.make(as_given) : given.value, type, as_given.span, true);
    if (value) append(p_.build_assign(arguments_[i].expr, value, whole_));
  }
}

void PtxWriter::give_results() {
  for (size_t i = 0; i < results_ && i < arguments_.size(); ++i) {
    const ExprId value = p_.explicit_cast(p_.rvalue(p_.make(p_.at(arguments_[i].expr))), p_.module->types.unqualified(p_.at(given_[i].value).type), whole_, true);
    if (value) append(p_.build_assign(given_[i].value, value, whole_));
  }
}

void PtxWriter::append(ExprId e) {
  if (e) p_.append_expression(p_.end_full_expression(e, false), list_, span_);
}

// ---- one instruction

bool PtxWriter::instruction(const PtxInstruction& ins, size_t count) {
  span_ = count == 1 ? whole_ : place_(ins.begin, ins.end);
  if (!ins.label.empty()) return jump_statement(StmtKind::label_, labels_.find(ins.label)->second), true;
  const auto work = [&] {
    if (ins.name == "bra" || ins.name == "bra.uni") return branch(ins);
    if (ins.name == "exit") return leave(ins) || refuse(ins);
    if (ins.name.starts_with("setp.")) return compare(ins) || refuse(ins);
    if (const auto m = read_ptx_matrix(ins.name)) return matrix(ins, *m) || refuse(ins);
    if (const auto m = read_ptx_memory(ins.name)) return memory(ins, *m) || refuse(ins);
    return plain(ins) || refuse(ins);
  };
  return ins.guard.empty() ? work() : guarded(ins, work);
}

// @p, @!p: if (p) ...
bool PtxWriter::guarded(const PtxInstruction& ins, const std::function<bool()>& work) {
  PtxValue name;
  name.text = ins.guard;
  Register guard = named(name);
  if (!guard.expr || guard.letter != 'p') return refuse(ins);
  std::vector<StmtId> before;
  std::swap(before, list_);
  const bool ok = work();
  std::swap(before, list_);
  if (!ok) return false;
  Stmt s;
  s.kind = StmtKind::if_;
  s.span = span_;
  s.a = ins.is_guard_negated ? p_.build_unary(Tok::bang, guard.expr, span_) : p_.rvalue(guard.expr);
  s.body = block(std::move(before));
  list_.push_back(p_.make_stmt(std::move(s)));
  return true;
}

// ---- labels: those of the function's own, under names that no program can write. A label belongs to its text alone.

bool PtxWriter::number_labels(const PtxText& text) {
  for (const PtxInstruction& ins : text.instructions) {
    if (ins.label.empty()) continue;
    const std::string name = std::string(ins.label) + " of an asm, " + std::to_string(p_.fn->labels.size());
    FunctionContext::Label label{p_.fn->labels.size(), true, whole_, p_.fn->declared, p_.fn->cleanups.size()};
    const bool is_new = labels_.try_emplace(std::string(ins.label), label.number).second;
    if (!is_new) return p_.refuse_assembly("the label `" + std::string(ins.label) + "`, twice in one text,", place_(ins.begin, ins.end)), false;
    p_.fn->labels.try_emplace(p_.keep(name), std::move(label));
  }
  return true;
}

void PtxWriter::jump_statement(StmtKind kind, uint64_t label) {
  Stmt s;
  s.kind = kind;
  s.bits = label;
  s.span = span_;
  list_.push_back(p_.make_stmt(s));
}

bool PtxWriter::branch(const PtxInstruction& ins) {
  if (ins.operands.size() != 1 || ins.operands[0].values.size() != 1) return refuse(ins);
  const std::string_view name = ins.operands[0].values[0].text;
  const auto to = labels_.find(name);
  if (to == labels_.end()) return p_.refuse_assembly("a branch to `" + std::string(name) + "`, which is no label of this text,", span_), false;
  return jump_statement(StmtKind::goto_, to->second), true;
}

bool PtxWriter::is_known(const std::string& name) const {
  return p_.lookup_in(*p_.namespace_at(library), p_.keep(name)) != nullptr;
}

ExprId PtxWriter::call(const std::string& name, std::vector<ExprId> arguments) {
  return p_.call_library(library, p_.keep(name), {}, std::move(arguments), span_);
}

// The function of this name for these registers. Instructions on bits also take floats for them: `given` says what the results are then.
ExprId PtxWriter::call_by_letters(const std::string& name, const std::string& results, std::vector<Register> arguments, std::string& given) {
  given = results;
  const auto whole_name = [&] {
    std::string letters = given;
    for (const Register& r : arguments) letters += r.letter;
    return letters.empty() ? as_name(name) : as_name(name) + "_" + letters;
  };
  if (!is_known(whole_name())) {
    if (name.find(".b") == std::string::npos) return {};
    const auto as_bits = [](char letter) { return letter == 'f' ? 'r' : letter == 'd' ? 'l' : letter; };
    std::transform(given.begin(), given.end(), given.begin(), as_bits);
    std::vector<Register> bits;
    for (const Register& r : arguments) bits.push_back({r.expr, as_bits(r.letter)});
    std::swap(bits, arguments);
    if (!is_known(whole_name())) return {};
    for (size_t i = 0; i < arguments.size(); ++i) arguments[i] = as_letter(bits[i], arguments[i].letter);
  }
  std::vector<ExprId> values;
  for (const Register& r : arguments) values.push_back(p_.explicit_cast(r.expr, type_of(r.letter), span_, true));
  return call(whole_name(), std::move(values));
}

bool PtxWriter::plain(const PtxInstruction& ins) {
  std::string name = usual_name(ins.name);
  const bool is_of_block = is_block_barrier(name, ins);
  if (is_of_block) name += ".block";
  const bool flushes = has_word(name, "ftz");
  drop_word(name, "ftz");
  const bool has_results = !gives_nothing(name) && !ins.operands.empty();
  std::vector<PtxValue> to;
  if (has_results) to = ins.operands[0].values;
  std::string results;
  for (const PtxValue& v : to) {
    const Register place = v.kind == PtxValue::Kind::sink ? Register{{}, 'r'} : target(v);
    if (!place.expr && v.kind != PtxValue::Kind::sink) return false;
    results += place.letter;
  }
  PtxValue carried;
  carried.text = carry;
  if (has_word(name, "cc")) {
    to.push_back(carried);
    results += 'p';
  }
  std::vector<Register> arguments;
  const bool has_policy = has_word(name, "L2::cache_hint");  // its last operand; it changes nothing but speed
  drop_word(name, "L2::cache_hint");
  for (size_t i = has_results + is_of_block; i + has_policy < ins.operands.size(); ++i)
    for (const PtxValue& v : ins.operands[i].values) {
      Register r = value(v, letter_of_literal(name, i - has_results));
      if (!r.expr) return false;
      if (ins.operands[i].offset != 0) r.expr = p_.build_binary(Tok::plus, p_.explicit_cast(r.expr, type_of(r.letter), span_, true), p_.make_constant(type_of(r.letter), static_cast<uint64_t>(ins.operands[i].offset), span_), span_);
      if (flushes && r.letter == 'f') r.expr = call("flushed", {p_.explicit_cast(r.expr, type_of('f'), span_, true)});
      arguments.push_back(r);
    }
  if (name.starts_with("addc.") || name.starts_with("subc.") || name.starts_with("madc.")) arguments.push_back(named(carried));
  std::string letters;
  ExprId made = call_by_letters(name, results, std::move(arguments), letters);
  if (!made) return false;
  if (flushes && letters == "f") made = call("flushed", {made});
  if (to.empty()) return append(made), true;
  if (to.size() == 1) return assign(to[0], {made, letters[0]});
  return assign_all(to, made, letters);
}

// setp.lt.and.s32 p|q, a, b, c: p = a < b && c, q = !(a < b) && c.
bool PtxWriter::compare(const PtxInstruction& ins) {
  std::string name(ins.name);
  drop_word(name, "ftz");
  Tok joined = Tok::end;
  for (const auto& [word, op] : {std::pair{"and", Tok::amp_amp}, std::pair{"or", Tok::pipe_pipe}, std::pair{"xor", Tok::bang_equal}})
    if (has_word(name, word)) {
      drop_word(name, word);
      joined = op;
    }
  const size_t wanted = joined == Tok::end ? 3 : 4;
  if (ins.operands.size() != wanted || ins.operands[0].values.size() > 2) return false;
  for (size_t i = 0; i < ins.operands[0].values.size(); ++i) {
    std::vector<Register> arguments;
    for (size_t operand : {size_t{1}, size_t{2}}) arguments.push_back(value(ins.operands[operand].values[0], letter_of_literal(name, operand - 1)));
    if (!arguments[0].expr || !arguments[1].expr) return false;
    std::string letters;
    ExprId holds = call_by_letters(name, "p", std::move(arguments), letters);
    if (holds && i == 1) holds = p_.build_unary(Tok::bang, holds, span_);
    if (holds && joined != Tok::end) {
      const Register other = value(ins.operands[3].values[0], 'p');
      if (!other.expr || other.letter != 'p') return false;
      holds = p_.build_binary(joined, holds, other.expr, span_);
    }
    const PtxValue& to = ins.operands[0].values[i];
    if (!holds || (to.kind != PtxValue::Kind::sink && !assign(to, {p_.explicit_cast(holds, type_of('p'), span_, true), 'p'}))) return false;
  }
  return true;
}

// ---- operands

PtxWriter::Register PtxWriter::value(const PtxValue& v, char literal_letter) {
  Register r;
  if (v.kind == PtxValue::Kind::argument) r = argument(v, literal_letter);
  else if (v.kind == PtxValue::Kind::name) r = named(v);
  else if (v.kind != PtxValue::Kind::sink) r = literal(v, literal_letter);
  if (r.expr && v.is_negated) r = r.letter == 'p' ? Register{p_.build_unary(Tok::bang, r.expr, span_), 'p'} : Register{};
  return r;
}

PtxWriter::Register PtxWriter::argument(const PtxValue& v, char literal_letter) {
  if (v.bits >= given_.size()) return {};
  const Parser::AssemblyOperand& given = given_[v.bits];
  char letter = letter_of_constraint(given.constraint);
  if (letter == 'n') letter = literal_letter == 'l' || literal_letter == 'h' || literal_letter == 'p' ? literal_letter : 'r';
  if (is_single_ && v.bits < results_ && !given.constraint.starts_with('+')) return {};  // it has no value
  return {p_.make(p_.at(is_single_ ? given.value : arguments_[v.bits].expr)), letter};
}

PtxWriter::Register PtxWriter::named(const PtxValue& v) {
  if (const auto it = registers_.find(v.text); it != registers_.end()) return {p_.make(p_.at(it->second.expr)), it->second.letter};
  if (v.text == "WARP_SZ") return {p_.make_constant(type_of('r'), 32, span_), 'r'};
  if (!v.is_special) return {};
  for (char letter : {'r', 'l'})
    if (const std::string name = "sreg_" + as_name(v.text) + "_" + letter; is_known(name)) return {call(name, {}), letter};
  return {};
}

PtxWriter::Register PtxWriter::literal(const PtxValue& v, char letter) {
  if (v.kind == PtxValue::Kind::real32) return {p_.make_constant(type_of('f'), v.bits, span_), 'f'};
  if (v.kind == PtxValue::Kind::real64 && letter != 'f') return {p_.make_constant(type_of('d'), v.bits, span_), 'd'};
  if (v.kind == PtxValue::Kind::real64) return {p_.make_constant(type_of('f'), std::bit_cast<uint32_t>(static_cast<float>(std::bit_cast<double>(v.bits))), span_), 'f'};
  if (letter == 'f' || letter == 'd') return {};
  const uint64_t mask = letter == 'l' ? ~uint64_t{0} : letter == 'h' ? 0xFFFF : letter == 'p' ? 1 : 0xFFFFFFFF;
  return {p_.make_constant(type_of(letter), v.bits & mask, span_), letter};
}

// The place that a result goes to. In an argument that is no result nothing can be stored.
PtxWriter::Register PtxWriter::target(const PtxValue& v) {
  if (v.kind == PtxValue::Kind::argument && v.bits < results_) {
    const char letter = letter_of_constraint(given_[v.bits].constraint);
    return {is_single_ ? given_[v.bits].value : p_.make(p_.at(arguments_[v.bits].expr)), letter};
  }
  if (v.kind != PtxValue::Kind::name) return {};
  const auto it = registers_.find(v.text);
  return it == registers_.end() ? Register{} : Register{p_.make(p_.at(it->second.expr)), it->second.letter};
}

// The same bits in a register of another kind; the width stays.
PtxWriter::Register PtxWriter::as_letter(Register from, char to) {
  if (from.letter == to) return from;
  static constexpr std::string_view pairs[] = {"rf", "fr", "ld", "dl"};
  const std::string letters{to, from.letter};
  if (std::find(std::begin(pairs), std::end(pairs), letters) == std::end(pairs)) return {};
  const bool is_wide = to == 'l' || to == 'd';
  return {call((is_wide ? "mov_b64_" : "mov_b32_") + letters, {p_.explicit_cast(from.expr, type_of(from.letter), span_, true)}), to};
}

bool PtxWriter::assign(const PtxValue& to, Register value) {
  const Register place = target(to);
  if (to.kind == PtxValue::Kind::sink) return append(value.expr), true;
  if (!place.expr || !value.expr) return false;
  value = as_letter(value, place.letter);
  if (!value.expr) return false;
  const ExprId converted = p_.explicit_cast(value.expr, p_.module->types.unqualified(p_.at(place.expr).type), span_, true);
  append(converted ? p_.build_assign(place.expr, converted, span_) : ExprId{});
  return true;
}

// The members of a pair, one to each.
bool PtxWriter::assign_all(const std::vector<PtxValue>& to, ExprId values, const std::string& letters) {
  const TypeId type = p_.at(values).type;
  if (!p_.module->types.is_record(type) || p_.module->types.records[p_.module->types[type].index].fields.size() != to.size()) return false;
  const Register all = local("results", 'v', type);
  append(p_.build_assign(all.expr, values, span_));
  for (uint32_t i = 0; i < to.size(); ++i)
    if (to[i].kind != PtxValue::Kind::sink && !assign(to[i], {p_.rvalue(p_.make_member(p_.make(p_.at(all.expr)), i, span_)), letters[i]})) return false;
  return true;
}

// exit: the thread is done. In a kernel's own body that is a return.
bool PtxWriter::leave(const PtxInstruction& ins) {
  if (!ins.operands.empty() || !p_.fn || !p_.fn->decl || !p_.fn->decl->is_kernel) return false;
  Stmt s;
  s.kind = StmtKind::return_;
  s.span = span_;
  list_.push_back(p_.leave_function(s, std::nullopt));
  return true;
}

bool PtxWriter::refuse(const PtxInstruction& ins) {
  p_.refuse_instruction(ins.name, has_other_registers(ins), span_);
  return false;
}

// Is the instruction known, with other operands?
bool PtxWriter::has_other_registers(const PtxInstruction& ins) const {
  if (const auto m = read_ptx_matrix(ins.name)) return is_known(m->function);
  if (read_ptx_memory(ins.name)) return true;
  const std::string start = as_name(usual_name(ins.name));
  const LibraryNames& table = library_header(always_included).scopes.at(std::string(library));
  return std::any_of(table.begin(), table.end(), [&](const auto& row) {
    return row.first.starts_with(start) && row.first.substr(start.size()).find_first_not_of("_rlhfdp") == std::string_view::npos;
  });
}

}  // namespace wb
