#pragma once
namespace wb {

struct Program;

// Numbers the memory instructions that go to one address but for a displacement, see Ins::shared_address().
void share_addresses(Program& program);

}  // namespace wb
