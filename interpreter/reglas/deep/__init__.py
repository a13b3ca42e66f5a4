"""Playing a spec at length, to find what reading it cannot: no move, a failing rule, no end, a leaking secret."""
