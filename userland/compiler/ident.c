/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/ident.c - names: the built-in ones, and those that programs make. */
#include <stdlib.h>
#include <string.h>

#include <dtrace/dif.h>

#include "compiler/compilation.h"
#include "compiler/hint.h"
#include "compiler/ident.h"
#include "compiler/near.h"
#include "compiler/lexer.h"
#include "compiler/session.h"
#include "compiler/tree.h"
#include "program/program.h"

/* ---- built-in names -------------------------------------------------------------------------- */

struct builtin {
	const char *name;
	enum ldt_ident_kind kind;
	uint32_t id, flags;
	const char *text, *since;
};

static const struct builtin builtins[] = {
#define DIF_VAR_KIND_SCALAR                         LDT_IDENT_SCALAR
#define DIF_VAR_KIND_ARRAY                          LDT_IDENT_ARRAY
#define DIF_VAR(id, NAME, text, shape, type, since) { text, DIF_VAR_KIND_##shape, id, 0, type, since },
#include "spec/difvar.def"
#undef DIF_VAR
#define DIF_SUBR(id, NAME, text, prototype, since, flags) { text, LDT_IDENT_SUBR, id, flags, prototype, since },
#include "spec/subr.def"
#undef DIF_SUBR
#define DT_ACTION(NAME, text, prototype, since, becomes) \
	{ text, LDT_IDENT_ACTION, LDT_ACT_##NAME, 0, prototype, since },
#include "../../spec/action.def"
#define DT_AGG(id, NAME, text, prototype, since, cells, start, takes, merge, shows) \
	{ text, LDT_IDENT_AGGFUNC, DTRACEAGG_##NAME, 0, prototype, since },
#include "../../spec/agg.def"
	{ "self", LDT_IDENT_SCOPE, LDT_SCOPE_SELF, 0, "void", "1.0" },
	{ "this", LDT_IDENT_SCOPE, LDT_SCOPE_THIS, 0, "void", "1.0" },
};

/* Integers that the library knows, sorted by name. */
static const struct {
	const char *name;
	int64_t value;
} constants[] = {
#define LDT_CONSTANT(name, value) { #name, value },
#include "compiler/constant.def"
#undef LDT_CONSTANT
};

static const struct dtrace_attribute attr_common = { DTRACE_STABILITY_STABLE, DTRACE_STABILITY_STABLE,
						     DTRACE_CLASS_COMMON, 0 };
static const struct dtrace_attribute attr_kernel = { DTRACE_STABILITY_STABLE, DTRACE_STABILITY_PRIVATE,
						     DTRACE_CLASS_COMMON, 0 };

static uint32_t parse_version(const char *text)
{
	unsigned int major = 0, minor = 0, micro = 0;

	sscanf(text, "%u.%u.%u", &major, &minor, &micro);
	return major << 24 | minor << 12 | micro;
}

static struct ldt_ident *ident_new(struct ldt_compiler *cc, struct ldt_map *map, const char *name,
				   enum ldt_ident_kind kind)
{
	struct ldt_ident *ident = ldt_arena_alloc(&cc->arena, sizeof(*ident));

	ident->name = name;
	ident->kind = kind;
	ident->attr = attr_common;
	if (map)
		ldt_map_put(map, ident->name, ident);
	return ident;
}

void ldt_ident_setup(struct ldt_compiler *cc)
{
	size_t i;

	for (i = 0; i < sizeof(builtins) / sizeof(builtins[0]); i++) {
		const struct builtin *from = &builtins[i];
		struct ldt_ident *ident;

		if (from->kind == LDT_IDENT_SCALAR && from->id == DIF_VAR_CURCPU)
			continue; /* the D library's: a translation */
		ident = ident_new(cc, &cc->globals, from->name, from->kind);

		ident->id = from->id;
		ident->flags = LDT_IDENT_BUILTIN;
		if (from->kind == LDT_IDENT_SUBR && (from->flags & DIF_SUBR_FOREIGN))
			ident->flags |= LDT_IDENT_FOREIGN;
		if (from->kind == LDT_IDENT_SUBR && (from->flags & DIF_SUBR_DESTRUCTIVE))
			ident->flags |= LDT_IDENT_DESTRUCTIVE;
		if (from->kind == LDT_IDENT_SUBR && (from->flags & DIF_SUBR_LIBRARY))
			ident->flags |= LDT_IDENT_LIBRARY;
		ident->type_text = from->text;
		ident->since = parse_version(from->since);
		ident->scope = from->kind == LDT_IDENT_SCOPE ? (enum ldt_scope)from->id : LDT_SCOPE_GLOBAL;
		if (from->kind == LDT_IDENT_SCALAR && from->id == DIF_VAR_CURTHREAD)
			ident->attr = attr_kernel;
	}
	cc->next_global = cc->next_self = cc->next_local = DIF_VAR_USER_MIN;
}

static int by_name(const void *key, const void *entry)
{
	return strcmp(key, *(const char *const *)entry);
}

static const struct reg {
	const char *isa, *name;
	unsigned int index;
} regs[] = {
#define LDT_REG(isa, name, index) { #isa, #name, index },
#define LDT_REG_COUNT(isa, count)
#include "register_names.h"
#undef LDT_REG
#undef LDT_REG_COUNT
};

unsigned int ldt_reg_count(const struct ldt_comp *c)
{
#define LDT_REG(isa, name, index)
#define LDT_REG_COUNT(name, count)            \
	if (!strcmp(c->dtp->conf.isa, #name)) \
		return count;
#include "register_names.h"
#undef LDT_REG
#undef LDT_REG_COUNT
	return 0;
}

bool ldt_reg_kept(const struct ldt_comp *c, int64_t index)
{
	unsigned int count = ldt_reg_count(c);

	return !count || (index >= 0 && index < count);
}

static struct ldt_ident *make_constant(struct ldt_comp *c, const char *name, int64_t value, struct ldt_type *type)
{
	struct ldt_ident *ident = ident_new(c->cc, &c->cc->globals, name, LDT_IDENT_CONST);

	ident->type = type;
	ident->flags = LDT_IDENT_BUILTIN;
	ident->body = ldt_arena_alloc(&c->cc->arena, sizeof(*ident->body));
	ident->body->kind = LDT_NODE_INT;
	ident->body->value = (uint64_t)value;
	ident->body->type = type;
	return ident;
}

/* A name of a register of the CPU that is traced. */
static struct ldt_ident *find_reg(struct ldt_comp *c, const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(regs) / sizeof(regs[0]); i++)
		if (!strcmp(regs[i].name, name) && !strcmp(regs[i].isa, c->dtp->conf.isa))
			return make_constant(c, regs[i].name, regs[i].index, c->types->int_);
	return NULL;
}

/* Constants are entered as names when they are first looked up: start-up takes no time for them. */
static struct ldt_ident *find_constant(struct ldt_comp *c, const char *name)
{
	const void *found =
		bsearch(name, constants, sizeof(constants) / sizeof(constants[0]), sizeof(constants[0]), by_name);
	size_t index;

	if (!found)
		return strncmp(name, "R_", 2) ? NULL : find_reg(c, name);
	index = (size_t)((const char *)found - (const char *)constants) / sizeof(constants[0]);
	return make_constant(c, constants[index].name, constants[index].value,
			     strcmp(name, "NULL") ? c->types->int_ : c->types->long_);
}

/* ---- names of programs ----------------------------------------------------------------------- */

static struct ldt_map *scope_map(struct ldt_comp *c, enum ldt_scope scope)
{
	return scope == LDT_SCOPE_GLOBAL ? &c->cc->globals : scope == LDT_SCOPE_SELF ? &c->cc->selfs : &c->cc->locals;
}

struct ldt_ident *ldt_ident_find(struct ldt_comp *c, enum ldt_scope scope, const char *name)
{
	struct ldt_ident *ident = ldt_map_get(scope_map(c, scope), name);

	if (!ident && scope == LDT_SCOPE_GLOBAL)
		ident = find_constant(c, name);
	if (ident && ident->since > c->dtp->copts.version && c->dtp->copts.version &&
	    (ident->flags & LDT_IDENT_BUILTIN))
		return NULL;
	return ident;
}

static struct ldt_ident *ident_make(struct ldt_comp *c, struct ldt_map *map, enum ldt_ident_kind kind, const char *name)
{
	struct ldt_ident *ident = ident_new(c->cc, map, ldt_arena_strdup(&c->cc->arena, name), kind);

	ident->generation = c->cc->generation;
	ident->next = c->cc->made;
	c->cc->made = ident;
	return ident;
}

struct ldt_ident *ldt_ident_create(struct ldt_comp *c, enum ldt_scope scope, enum ldt_ident_kind kind, const char *name,
				   const struct ldt_pos *pos)
{
	uint32_t *next = scope == LDT_SCOPE_GLOBAL ? &c->cc->next_global
			 : scope == LDT_SCOPE_SELF ? &c->cc->next_self
						   : &c->cc->next_local;
	struct ldt_ident *ident;

	if (kind != LDT_IDENT_INLINE && *next > DIF_VAR_USER_MAX)
		ldt_error(c, D_ID_OFLOW, pos, "cannot create '%s': out of variable ids (%d)", name,
			  DIF_VAR_USER_MAX - DIF_VAR_USER_MIN + 1);
	ident = ident_make(c, scope_map(c, scope), kind, name);
	ident->scope = scope;
	ident->id = kind == LDT_IDENT_INLINE ? 0 : (*next)++;
	return ident;
}

struct ldt_ident *ldt_agg_find(struct ldt_comp *c, const char *name)
{
	return ldt_map_get(&c->cc->aggs, name);
}

struct ldt_ident *ldt_agg_create(struct ldt_comp *c, const char *name, const struct ldt_pos *pos)
{
	struct ldt_ident *ident = ident_make(c, &c->cc->aggs, LDT_IDENT_AGG, name);

	ident->id = ++c->cc->agg_count;
	if (ldt_aggregation_set_name(c->dtp, ident->id, name) == -1)
		ldt_no_memory(c->cc);
	return ident;
}

const char *ldt_ident_kind_name(enum ldt_ident_kind kind)
{
	static const char *const names[] = { "a scalar variable",
					     "an associative array",
					     "an aggregation",
					     "a function",
					     "an action",
					     "an aggregating function",
					     "an inline",
					     "a scope",
					     "a translator's input",
					     "a constant" };

	return names[kind];
}

/* Integers of the library, enumerators of the program, and registers of this CPU. */
static void offer_constants(struct ldt_comp *c, struct ldt_nearest *nearest)
{
	const struct ldt_map *enumerators = &c->types->constants;
	size_t i;

	for (i = 0; i < sizeof(constants) / sizeof(constants[0]); i++)
		ldt_nearest_offer(nearest, constants[i].name);
	for (i = 0; i < enumerators->room; i++)
		if (enumerators->slots[i].name && enumerators->slots[i].value)
			ldt_nearest_offer(nearest, enumerators->slots[i].name);
	for (i = 0; i < sizeof(regs) / sizeof(regs[0]); i++)
		if (!strcmp(regs[i].isa, c->dtp->conf.isa))
			ldt_nearest_offer(nearest, regs[i].name);
}

const char *ldt_ident_similar(struct ldt_comp *c, const char *name, bool is_function)
{
	const struct ldt_map *map = &c->cc->globals;
	struct ldt_nearest nearest;
	size_t i;

	if (ldt_hint_knows(name))
		return "";
	ldt_nearest_begin(&nearest, name);
	for (i = 0; i < map->room; i++) {
		const struct ldt_ident *ident = map->slots[i].value;

		if (!map->slots[i].name || !ident || ldt_ident_is_function(ident) != is_function ||
		    (ident->flags & LDT_IDENT_LIBRARY))
			continue;
		ldt_nearest_offer(&nearest, ident->name);
	}
	if (!is_function)
		offer_constants(c, &nearest);
	return ldt_near_text(c, &nearest);
}

bool ldt_ident_is_function(const struct ldt_ident *ident)
{
	return ident->kind == LDT_IDENT_SUBR || ident->kind == LDT_IDENT_ACTION || ident->kind == LDT_IDENT_AGGFUNC;
}

void ldt_ident_forget(struct ldt_comp *c, const struct ldt_ident *until)
{
	struct ldt_compiler *cc = c->cc;
	struct ldt_ident *ident = cc->made;

	while (ident && ident != until && ident->generation == cc->generation) {
		ldt_map_remove(ident->kind == LDT_IDENT_AGG ? &cc->aggs : scope_map(c, ident->scope), ident->name);
		ident = ident->next;
	}
	cc->made = ident;
}
