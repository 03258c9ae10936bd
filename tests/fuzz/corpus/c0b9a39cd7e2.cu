// A record of 100rs is copied member by member, a thousand times.
struct Lpublic:float v[10000 members is copied member by member, a thousand times.
struct Large { float v[1000]; };
#define COPY a = b; b = a;
#define TEN(x) x x x x x x x t-error WB4502
  p[0] = a.v[0];
}
