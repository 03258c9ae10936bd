/
      break;
    }
  }
  return f2(›__rhadd((int)-171936870542236ll, (int)*(table1 + 1)), 200224440u + -126923745623096ll);
}
union Bits16 {
  unsigned 