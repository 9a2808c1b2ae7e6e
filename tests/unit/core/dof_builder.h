/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dof_builder.h - DOF built by tests, without the compiler: sections are added one by one,
 * references are the indexes that come back.
 */
#ifndef TESTS_DOF_BUILDER_H
#define TESTS_DOF_BUILDER_H

#include <stddef.h>
#include <stdint.h>

#include <dtrace/action.h>
#include <dtrace/dif.h>
#include <dtrace/dof.h>

struct dof_builder;

struct dof_builder *dofb_create(void);
void dofb_destroy(struct dof_builder *b); /* NULL is accepted */

/*
 * dofb_section - any section; the data are copied. dofb_string - a text in the common string table
 * (section 0); its offset.
 */
uint32_t dofb_section(struct dof_builder *b, uint32_t type, uint32_t align, uint32_t entsize, const void *data,
		      size_t size);
uint32_t dofb_string(struct dof_builder *b, const char *text);

/* An object; ints, strings, vars may be NULL. */
struct dofb_difo {
	const dif_instr_t *code;
	size_t code_count;
	const uint64_t *ints;
	size_t int_count;
	const char *strings;
	size_t string_size;
	const struct dtrace_difv *vars;
	size_t var_count;
	struct dtrace_diftype rtype;
};
uint32_t dofb_difo(struct dof_builder *b, const struct dofb_difo *difo);

/*
 * Common objects: a constant; a scalar built-in variable; one that loads from an address and faults
 * when it is bad.
 */
uint32_t dofb_const(struct dof_builder *b, uint64_t value);
uint32_t dofb_var(struct dof_builder *b, uint32_t var);        /* 8 bytes */
uint32_t dofb_string_var(struct dof_builder *b, uint32_t var); /* a string: probefunc */
uint32_t dofb_load(struct dof_builder *b, uint64_t address);
uint32_t dofb_void(struct dof_builder *b, uint64_t value); /* a statement without a value */

/* A probe description "provider:module:function:name", and one by id. */
uint32_t dofb_probe(struct dof_builder *b, const char *description, uint32_t id);

/* Actions: appended to a list, which becomes a section with dofb_actions(). */
struct dof_actdesc *dofb_action(struct dof_builder *b, uint32_t kind, uint32_t difo);
uint32_t dofb_actions(struct dof_builder *b);

uint32_t dofb_clause(struct dof_builder *b, uint32_t probe, uint32_t predicate, uint32_t actions, uint64_t uarg);
void dofb_option(struct dof_builder *b, uint32_t number, uint64_t value);

/* dofb_finish - the DOF; malloc'ed, for the caller to free. */
void *dofb_finish(struct dof_builder *b, size_t *size);

#endif
