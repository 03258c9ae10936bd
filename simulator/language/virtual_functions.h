#pragma once
// Virtual functions; see virtual_functions.cpp.
#include <cstdint>
#include <vector>

#include "simulator/language/typed_tree.h"

namespace wb {

class Parser;
struct FunctionDecl;
struct RecordInfo;

// A class that is complete but for its layout: which functions are virtual, what overrides what. Adds the field that points to the table, if it needs one.
void settle_virtual_functions(Parser& p, RecordId id);
// The class's destructor is declared virtual.
void note_virtual_destructor(Parser& p, RecordId id, Span span);
bool has_virtual_destructor(const RecordInfo& info);
// `virtual void f() = 0`, its own or inherited; null: none. Of such a class there are no objects.
const FunctionDecl* pure_function_of(Parser& p, TypeId type);
bool check_not_abstract(Parser& p, TypeId type, Span span);  // false: reported

// In a constructor or destructor, when the bases are made: the object is one of this class now.
void set_table_pointers(Parser& p, const FunctionDecl& f, std::vector<StmtId>& out);
// `call`, of the function `f`, as one of what overrides it in the object.
ExprId called_virtually(Parser& p, ExprId call, const FunctionDecl& f);
ExprId destroyed_virtually(Parser& p, ExprId object, bool gives_back, Span span);
// p->Base::f: the class's scope is read, the cursor behind its `::`; the object as one of that class.
ExprId parse_qualified_object(Parser& p, ExprId object);
// A function that calls the virtual function `f` as the object wants: what a pointer to the member holds.
FunctionDecl& virtual_caller(Parser& p, FunctionDecl& f);
// Behind the whole text: the list of all tables has its size.
void finish_virtual_tables(Parser& p);

}  // namespace wb
