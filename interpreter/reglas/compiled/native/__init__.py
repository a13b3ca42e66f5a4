"""Emitted text compiled by LLVM itself, through llvmlite."""
