"""Benchmarks: how fast our engines are, beside others and beside a limit written in C. See `cli`."""
