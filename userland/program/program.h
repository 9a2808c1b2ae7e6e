/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * program/program.h - what the compiler makes and the consumer uses: programs, their statements,
 * actions, DIF objects and formats; a program as DOF, and loaded into the core.
 */
#ifndef LDT_PROGRAM_PROGRAM_H
#define LDT_PROGRAM_PROGRAM_H

#include <dtrace/action.h>
#include <dtrace/dif.h>
#include <dtrace/dof.h>

#include "program/format.h"

/* A DIF object as the compiler makes it. Reference-counted: clauses on several probe descriptions share it. */
struct ldt_difo_user {
	unsigned int refs;
	dif_instr_t *code;
	size_t code_count;
	uint64_t *ints;
	size_t int_count;
	char *strings;
	size_t string_size;
	struct dtrace_difv *vars;
	size_t var_count;
	struct dtrace_diftype rtype;
	char *type_name; /* D text of the value's type, for listings */
};

struct ldt_action_user {
	enum dtrace_action kind;
	struct ldt_difo_user *difo; /* NULL: none */
	struct ldt_format *format;  /* NULL: none; shared, owned by the program */
	uint32_t ntuple;
	uint64_t arg, uarg;
};

/*
 * uarg of the actions that -F adds to clauses: they record the thread, and whether a function is left by a jump to
 * another one. They print nothing.
 */
#define LDT_UARG_FLOW 0xffffffff00464c57ull
#define LDT_UARG_TAIL 0xffffffff00544149ull

/* One clause on one probe description. */
struct ldt_stmt {
	struct dtrace_probedesc probe;   /* with globs */
	struct ldt_difo_user *predicate; /* NULL: none */
	struct ldt_action_user *actions;
	size_t action_count;
	struct dtrace_attribute probe_attr, stmt_attr;
	struct ldt_stmt *next;
};

struct dtrace_prog {
	struct dtrace_hdl *dtp;
	struct ldt_stmt *stmts; /* in program order */
	size_t stmt_count;
	struct ldt_format **formats;
	size_t format_count;
	uint64_t flags;
	uint64_t found;       /* probes that its descriptions matched when they were compiled, clause by clause */
	unsigned int awaited; /* its descriptions that mean processes to come */
	/* places in processes that its descriptions mean and that have no probe */
	unsigned int refused, reasons;
	struct {
		char name[DTRACE_REASONLEN];
		uint32_t count;
	} reason[DTRACE_REASON_MAX]; /* the last one counts all further kinds */
	char *warnings;              /* of its compilation, malloc'ed lines; NULL: none */
	struct dtrace_prog *next;    /* list in the handle */
};

/* ldt_field_matches - whether a field of a description means @name: a glob, or empty for any. */
bool ldt_field_matches(const char *field, const char *name);

/* ldt_prog_refused - @count more for the reason given. */
void ldt_prog_refused(struct dtrace_prog *prog, const char *reason, uint32_t count);

/*
 * ldt_prog_destroy - a program that is in no list, with its statements, objects and formats.
 * ldt_difo_put - give a reference back (NULL is fine).
 */
void ldt_prog_destroy(struct dtrace_prog *prog);
/* ldt_stmts_destroy - a list of statements, NULL for an empty one. */
void ldt_stmts_destroy(struct ldt_stmt *stmt);
void ldt_difo_put(struct ldt_difo_user *difo);

/*
 * ldt_dof_create - a program (NULL: only options) as DOF, with the run-time options that are set.
 * return:  malloc'ed, *@size bytes; NULL with the handle's error set.
 */
#define LDT_DOF_DUMP 0x80000000u /* flag: print what it consists of (-x dump=dof) */
void *ldt_dof_create(struct dtrace_hdl *dtp, const struct dtrace_prog *prog, unsigned int flags, size_t *size);

/*
 * The names of aggregations: records have their numbers alone.
 * ldt_aggregation_set_name - @varid is named @name; 0, or -1 without memory. ldt_aggregation_name - its name without the @;
 * NULL: of a program compiled elsewhere.
 */
int ldt_aggregation_set_name(struct dtrace_hdl *dtp, uint32_t varid, const char *name);
const char *ldt_aggregation_name(const struct dtrace_hdl *dtp, uint32_t varid);
void ldt_aggregation_names_destroy(struct dtrace_hdl *dtp);

/* ldt_prog_print - the listing of a program: what -S and -xdump=dif print. */
void ldt_prog_print(struct dtrace_prog *prog, FILE *out);

/* ldt_refusal_set - the error of an ENABLE that failed with EINVAL and a reason. Returns -1. */
int ldt_refusal_set(struct dtrace_hdl *dtp, const struct dtrace_enable *enable);

/*
 * Types by number: a record of print() has the number of its type.
 * ldt_printed_number - the number of @type, which is one of @types. 0: no memory.
 * ldt_printed_type - the type that has this number; NULL: unknown. ldt_printed_types - the table that it is in.
 */
struct ldt_type;
struct ldt_types;
uint32_t ldt_printed_number(struct dtrace_hdl *dtp, struct ldt_types *types, struct ldt_type *type);
struct ldt_type *ldt_printed_type(const struct dtrace_hdl *dtp, uint32_t number);
struct ldt_types *ldt_printed_types(const struct dtrace_hdl *dtp);
void ldt_printed_destroy(struct ldt_printed *printed); /* NULL is accepted */

#endif
