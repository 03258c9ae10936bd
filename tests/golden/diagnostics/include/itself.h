#include "itself.h"   // expect-error WB1011
