// Where blocks come to in global memory, and whether two of them may meet there.
#include <doctest.h>

#include "simulator/recording/block_places.h"

using namespace wb;

TEST_CASE("two blocks may meet where both come to a piece, whatever memory it is of, and where one comes to many") {
  BlockPlaces places(8);
  places.add(0, 10, 12), places.add(0, 40, 41);
  places.add(1, 12, 20), places.add(1, 39, 40);
  CHECK(!places.may_meet(0, 1));
  CHECK(!places.may_meet(1, 0));
  CHECK(!places.may_meet(0, 7));  // one of them comes nowhere
  places.add(2, 19, 40);
  CHECK(!places.may_meet(0, 2));
  CHECK(places.may_meet(1, 2));
  places.add_of_quiet(0, 100, 110), places.add_of_quiet(2, 109, 111);
  CHECK(places.may_meet(0, 2));
  CHECK(!places.may_meet(0, 1));
  places.add_of_heap(0, 200, 201), places.add_of_heap(1, 200, 201);
  CHECK(places.may_meet(0, 1));
  for (uint64_t piece = 0; piece < 1000; piece += 2) places.add(3, piece, piece + 1);
  CHECK(!places.rows_of(3));
  CHECK(places.may_meet(3, 7));
  CHECK(places.may_meet(7, 3));
}

TEST_CASE("of what nobody stores to very many rows grow together, and none is lost") {
  BlockPlaces places(2);
  for (uint64_t i = 0; i < 1000; ++i) places.add_of_quiet(0, i * i, i * i + 1);
  for (uint64_t i = 0; i < 1000; i += 37) {
    BlockPlaces with = places;
    with.add_of_quiet(1, i * i, i * i + 1);
    CHECK(with.may_meet(0, 1));
  }
  places.add_of_quiet(1, 1'000'000, 1'000'001);
  CHECK(!places.may_meet(0, 1));
}

TEST_CASE("of very many blocks nothing is known, and any may meet") {
  CHECK(BlockPlaces(1 << 20).may_meet(5, 900'000));
}
