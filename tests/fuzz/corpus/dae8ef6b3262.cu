// Every thread writes its own number into the same cell.
__1e999l__ void whsted l}
