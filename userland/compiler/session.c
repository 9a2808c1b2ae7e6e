/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/session.c - what is kept between compilations: made, with the built-in names in it, and freed. */
#include <errno.h>
#include <stdlib.h>

#include "compiler/action.h"
#include "compiler/check.h"
#include "compiler/compilation.h"
#include "compiler/compiler.h"
#include "compiler/ident.h"
#include "compiler/kernel_types.h"
#include "compiler/lexer.h"
#include "compiler/parse.h"
#include "compiler/program_build.h"
#include "compiler/session.h"

/* The arenas have no memory: jump to the recovery point of the compilation that runs. */
void ldt_no_memory(void *arg)
{
	struct ldt_compiler *cc = arg;

	ldt_must(cc->running, NULL);
}

static struct ldt_compiler *compiler_alloc(struct dtrace_hdl *dtp)
{
	struct ldt_compiler *cc = calloc(1, sizeof(*cc));
	uint32_t word = dtp->conf.word_size ? dtp->conf.word_size : sizeof(void *);

	if (!cc)
		return NULL;
	cc->dtp = dtp;
	cc->types = ldt_types_create(word);
	if (!cc->types) {
		free(cc);
		return NULL;
	}
	cc->types->arena.fail = ldt_no_memory;
	cc->types->arena.fail_arg = cc;
	ldt_arena_init(&cc->arena, ldt_no_memory, cc);
	return cc;
}

struct ldt_comp *ldt_comp_alloc(void)
{
	struct {
		struct ldt_comp c; /* first: freed by its address */
		struct ldt_source source;
		struct ldt_parsing parsing;
		struct ldt_checking checking;
		struct ldt_making making;
		struct ldt_output output;
	} *all = calloc(1, sizeof(*all));

	if (!all)
		return NULL;
	all->c.source = &all->source;
	all->c.parsing = &all->parsing;
	all->c.checking = &all->checking;
	all->c.making = &all->making;
	all->c.output = &all->output;
	return &all->c;
}

/* For the time before the first compilation: a recovery point of its own. */
static bool setup(struct ldt_compiler *cc)
{
	struct ldt_comp *c = ldt_comp_alloc();

	if (!c)
		return false;
	c->dtp = cc->dtp;
	cc->running = c;
	if (setjmp(c->recover)) {
		cc->running = NULL;
		free(c);
		return false;
	}
	if (!ldt_ktypes_create(cc))
		ldt_must(c, NULL);
	ldt_map_init(&cc->globals, &cc->arena);
	ldt_map_init(&cc->selfs, &cc->arena);
	ldt_map_init(&cc->aggs, &cc->arena);
	ldt_map_init(&cc->libs, &cc->arena);
	ldt_ident_setup(cc);
	cc->running = NULL;
	free(c);
	return true;
}

struct ldt_compiler *ldt_compiler_create(struct dtrace_hdl *dtp)
{
	struct ldt_compiler *cc = compiler_alloc(dtp);

	if (!cc || !setup(cc)) {
		ldt_compiler_destroy(cc);
		ldt_set_errno(dtp, ENOMEM);
		return NULL;
	}
	return cc;
}

void ldt_compiler_destroy(struct ldt_compiler *cc)
{
	if (!cc)
		return;
	ldt_types_destroy(cc->types);
	ldt_ktypes_destroy(cc->ktypes);
	ldt_arena_fini(&cc->arena);
	free(cc);
}
