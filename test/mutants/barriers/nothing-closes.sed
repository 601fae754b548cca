# The next call writes where others still read: the barrier that ends an exchange is missing.
# file: generic/scratch.c
# strategy: tree
# filter: calls/*
# way: link
s/^  barrier(1);//
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
