// The accesses of the source as rows: their figures, and what a compiler makes of them. Data by hand.
#include <doctest.h>

#include "app/gui/panels/accesses_model.h"

using namespace wb;

namespace {

constexpr const char* text = "__global__ void k(float* a) {\n  s[t] = a[2 *\n           t];\n  use(s[0], s[1]);\n}\n";

Span span_of(const std::string& code) {
  const auto at = static_cast<uint32_t>(std::string(text).find(code));
  return {FileId{0}, at, at + static_cast<uint32_t>(code.size())};
}

AccessCounters access(const std::string& code, Space space, AccessKind kind) {
  AccessCounters made;
  made.span = span_of(code);
  made.space = space;
  made.kind = kind;
  made.requests = 32;
  return made;
}

RunResult with(std::vector<AccessCounters> accesses) {
  auto sources = std::make_shared<SourceMap>();
  sources->add("k.cu", text);
  RunResult result;
  result.sources = sources;
  result.accesses = std::move(accesses);
  return result;
}

}  // namespace

TEST_CASE("a global access says its sectors and how much of them is used") {
  AccessCounters load = access("a[2 *\n           t]", Space::global, AccessKind::load);
  load.sectors = 256;
  load.bytes = 4096;
  std::vector<AccessRow> rows = access_rows(with({load}));
  REQUIRE(rows.size() == 1);
  CHECK((rows[0].line == 2 && rows[0].place == "2"));
  CHECK(rows[0].code == "a[2 * t]");
  CHECK(rows[0].kind == Said{"access.global_load", {}});
  CHECK(rows[0].figures == std::vector<Said>{{"access.requests", {"32"}}, {"access.sectors", {"256"}}, {"access.used", {"50"}}});
  CHECK_FALSE(rows[0].is_costly);
  CHECK(rows[0].notes.empty());
  load.bytes = 1024;
  CHECK(access_rows(with({load}))[0].is_costly);
  load.bytes = 8192;   // all of it: nothing to say
  CHECK(access_rows(with({load}))[0].figures.size() == 2);
}

TEST_CASE("what the compiler joins or keeps is said at the access") {
  AccessCounters first = access("s[0]", Space::shared, AccessKind::load), second = access("s[1]", Space::shared, AccessKind::load), kept = access("s[t]", Space::shared, AccessKind::load);
  first.wavefronts = second.wavefronts = 32;
  first.joined_bytes = second.joined_bytes = 8;
  first.left_requests = 32;
  first.left_wavefronts = 64;
  kept.kept = Kept::from, kept.kept_from = span_of("s[0]");
  kept.conflicts = 1;
  const RunResult result = with({first, second, kept});
  const std::vector<AccessRow> rows = access_rows(result);
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].notes == std::vector<Said>{{"access.joined", {"8", "32", "64"}}});
  CHECK(rows[1].notes == std::vector<Said>{{"access.joined_there", {"8"}}});
  CHECK(rows[2].notes == std::vector<Said>{{"access.kept_from", {"4"}}});
  AccessCounters member = access("s[0]", Space::global, AccessKind::load);
  member.joined_bytes = 16, member.left_requests = 32, member.left_sectors = 512;
  CHECK(access_rows(with({member}))[0].notes == std::vector<Said>{{"access.joined_global", {"16", "32", "512"}}});
  CHECK(rows[2].figures.back() == Said{"access.conflict_one", {"1"}});
  CHECK((rows[2].is_costly && !rows[0].is_costly));
  CHECK(has_compiled_away(result.accesses));
  kept.kept = Kept::loop, kept.kept_from = kept.span;
  kept.left_requests = 2048;
  CHECK(access_rows(with({kept}))[0].notes == std::vector<Said>{{"access.kept_loop", {"2,048"}}});
  kept.kept = Kept::one_way;
  CHECK(access_rows(with({kept}))[0].notes == std::vector<Said>{{"access.kept_one_way", {"2,048"}}});
  kept.kept = Kept::passes;
  CHECK(access_rows(with({kept}))[0].notes == std::vector<Said>{{"access.kept_passes", {"2,048"}}});
  kept.kind = AccessKind::store, kept.kept = Kept::loop;
  CHECK(access_rows(with({kept}))[0].notes == std::vector<Said>{{"access.kept_loop_store", {"2,048"}}});
  kept.kept = Kept::copies;
  CHECK(access_rows(with({kept}))[0].notes == std::vector<Said>{{"access.kept_copies_store", {"2,048"}}});
  kept.kept = Kept::with, kept.kept_from = span_of("s[0]");
  CHECK(access_rows(with({kept}))[0].notes == std::vector<Said>{{"access.kept_with", {"4", "2,048"}}});
  kept.kept = Kept::from;
  CHECK(access_rows(with({kept}))[0].notes == std::vector<Said>{{"access.kept_from_store", {"4"}}});
  AccessCounters written_out = access("s[0]", Space::global, AccessKind::load);
  written_out.is_uneven = true, written_out.left_requests = 81;
  CHECK(access_rows(with({written_out}))[0].notes == std::vector<Said>{{"access.written_out", {"81"}}});
  CHECK(has_compiled_away({written_out}));
}

TEST_CASE("accesses that were never made, and runs without a source, have no row") {
  AccessCounters never = access("s[0]", Space::shared, AccessKind::load);
  never.requests = 0;
  never.joined_bytes = 8;
  CHECK(access_rows(with({never})).empty());
  CHECK_FALSE(has_compiled_away({never}));
  CHECK(access_rows(RunResult{}).empty());
}
