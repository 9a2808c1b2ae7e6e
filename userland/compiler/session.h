/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/session.h - what is kept in the handle between compilations. */
#ifndef LDT_COMPILER_SESSION_H
#define LDT_COMPILER_SESSION_H

#include "compiler/ident.h"
#include "compiler/compilation.h"

struct ldt_compiler {
	struct dtrace_hdl *dtp;
	struct ldt_arena arena; /* names, and the trees of inlines and translators */
	struct ldt_types *types;
	struct ldt_map globals, selfs, aggs; /* struct ldt_ident */
	struct ldt_map locals;               /* of the compilation that runs */
	struct ldt_map libs;                 /* library files done */
	struct ldt_ident *made;              /* by programs, newest first */
	uint32_t agg_count;                  /* numbers of aggregations that were given */
	uint32_t next_global, next_self, next_local;
	uint32_t generation;
	struct ldt_xlator *xlators;
	struct ldt_providerdef *providers; /* newest first */
	struct ldt_providerdef *told;      /* ldt_providers_tell(): the first one then */
	struct ldt_comp *running;          /* for the arenas' fail */
	struct ldt_ktypes *ktypes;         /* compiler/kernel_types.c's */
	bool libs_loaded;
};

void ldt_no_memory(void *arg); /* the arenas' fail: @arg is the struct ldt_compiler */
struct ldt_compiler *ldt_compiler_create(struct dtrace_hdl *dtp);
/* ldt_comp_alloc - a zeroed compilation with its parts, to be freed with free(); NULL without memory. */
struct ldt_comp *ldt_comp_alloc(void);

#endif
