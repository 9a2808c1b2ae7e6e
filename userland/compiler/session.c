/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/session.c - what is kept between compilations: made, with the built-in names in it, and freed. */
#include <errno.h>
#include <stdlib.h>

#include "compiler/compilation.h"

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

/* For the time before the first compilation: a recovery point of its own. */
static bool setup(struct ldt_compiler *cc)
{
	struct ldt_comp *c = calloc(1, sizeof(*c));

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
