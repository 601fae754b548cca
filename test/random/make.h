/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Declarations that the generator's files share. */
#ifndef CLGROUP_RANDOM_MAKE_H
#define CLGROUP_RANDOM_MAKE_H

#include "generate.h"
#include "tree.h"

/* Where a statement, or an expression of it, stands. */
struct context {
  bool uniform; /* all work-items of the work-group reach it, so it may call work-group functions */
  bool loop;    /* it may break out */
  bool in_switch, returns;
  bool arm;       /* all that are in the arm of a branch reach it together */
  unsigned width; /* all of each tile of this width do */
  bool looped; /* it may be computed again, by those of which others are still busy in a branch: on the executor lanes
                  of different iterations meet then (test/simt/README.md) */
  unsigned deep;
};

struct maker {
  struct program *p;
  struct function *f; /* that is being made; those before it can be called */
  uint64_t state;
  unsigned budget;   /* statements */
  bool half;         /* makes that type: a program in three */
  bool large;        /* more work-items than USUAL_SIZE */
  bool lone;         /* operands of work-group functions call none */
  struct context in; /* of the expression that is being made, for calls of lanes */
  bool has_lanes;    /* a call of lanes was made */
};

/* No variable of a float type is farther from 0. */
#define VARIABLE_MOST 4096
/* Nor is one of type half: sums of two, and their products with small constants, are exact. */
#define HALF_MOST 512

/* A tile of the work-group is no wider. */
#define WIDTH_MOST 1024

uint64_t make_random(struct maker *m);
unsigned make_below(struct maker *m, unsigned n);
bool make_chance(struct maker *m, unsigned percent);
enum ref_type make_type(struct maker *m);
enum ref_type make_integer(struct maker *m);

struct expression *make_constant(struct maker *m, enum ref_type type, uint64_t value);
/* uniform: it must be. calls: it may call work-group functions. */
struct expression *make_expression(struct maker *m, enum ref_type type, bool uniform, bool calls, unsigned depth);
struct expression *make_condition(struct maker *m, bool uniform, bool calls, unsigned depth);
/* The same, or clamped where it is a float that may be farther from 0. */
struct expression *make_bounded(struct maker *m, struct expression *e, unsigned most);

/* A call of that function; of the type's operands, and int's for votes. */
struct expression *make_work_group_call(struct maker *m, enum work_group_function what, enum ref_type type,
                                        unsigned depth);
/* An element of an array that is made for it. */
struct expression *make_literal(struct maker *m, enum ref_type type, bool calls, unsigned depth);
/* A helper that returns the shape, or has it as an element; NULL where there is none, or at random. */
struct expression *make_helper_call(struct maker *m, struct shape shape, bool uniform, bool calls, unsigned depth);
/* make-operator.c: NULL where the context allows none. */
struct expression *make_operator_call(struct maker *m, enum ref_type type, bool uniform, bool calls, unsigned depth);
struct statement *make_operator_statement(struct maker *m);
/* Stores what one gives, where the context allows one. */
struct statement *make_operator_store(struct maker *m);

/* For the files that make statements and expressions. */
struct expression *make_node(struct maker *m, enum expression_kind kind, enum ref_type type, bool uniform);
void make_operand(struct expression *e, struct expression *x);
struct statement *make_empty(struct maker *m, enum statement_kind kind, struct expression *e);
/* Whether the program has it. */
bool make_has(const struct maker *m, enum feature feature);
/* Adds what the features want to the kernel, all of whose work-items are here. */
void make_features(struct maker *m);
/* The features of the seed's program, if the device has them. */
unsigned make_draw(uint64_t seed);
void make_block(struct maker *m, struct block *b, struct context c, unsigned most);
/* A new one, and a scalar one to assign to. */
unsigned make_variable(struct maker *m, struct shape shape, bool uniform);
unsigned make_target(struct maker *m, enum ref_type type);
/* A local array of the kernel, there already or new; -1 where it has no room. */
int make_local(struct maker *m, enum ref_type type);
struct statement *make_exchange(struct maker *m);
/* A part of the kernel's output of this type, which may be another statement's too. */
unsigned make_slot(struct maker *m, enum ref_type type);

/* Sizes for the kernel's launch. */
void make_launch(struct maker *m);
/* sequence.c: all kernels of a program of sequences. */
void make_sequences(struct maker *m);

/* A vector or a struct. */
struct shape make_shape(struct maker *m);
struct expression *make_whole(struct maker *m, struct shape shape, bool calls, unsigned depth);
/* A value that a variable of the shape can take. Only scalars are ever uniform. */
struct expression *make_value(struct maker *m, struct shape shape, bool uniform, bool calls, unsigned depth);

#endif
