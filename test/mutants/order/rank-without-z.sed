# All planes have the same ranks.
# fault: rank order
# file: generic/rank.h
# strategy: serial
# filter: */int/*
s/return (z \* /return (0 * z * /
