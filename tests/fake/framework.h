/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * framework.h - a framework that only writes down what a kernel provider or the site layer asks of it.
 * The operating system is os/host; the text, for those that have one, is fake/space.h.
 */
#ifndef TESTS_FAKE_FRAMEWORK_H
#define TESTS_FAKE_FRAMEWORK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dtrace/provider.h>

#include <isa_types.h>

#include "os/os.h"

#define FAKE_PROBES    4096
#define FAKE_PROVIDERS 16
#define FAKE_FIRINGS   8

struct dt_provider {
	char name[DTRACE_PROVNAMELEN]; /* "": it is not registered */
	struct dtrace_pattr attr;
	const struct dt_provider_ops *ops;
	void *arg;
};

struct dt_probe {
	struct dt_provider *provider; /* NULL: it has gone */
	const char *module, *function;
	char name[32];
	void *arg;
	unsigned int fired;
	unsigned int alias_of; /* id, 0: none */
	enum dt_probe_args args;
	bool args_known; /* dt_probe_args() was called */
	bool seldom;     /* dt_probe_seldom() was called */
};

struct fake {
	const struct dt_provider_ops *ops; /* of the provider that was registered last */
	void *arg;
	struct dt_provider providers[FAKE_PROVIDERS];
	struct dt_probe probes[FAKE_PROBES];
	size_t probe_count;  /* one that has gone counts as long as a later one is there */
	char refused[256];   /* dt_provide_refused, `REASON=N ` each */
	unsigned int failed; /* calls of dt_provide_failed */
	int create_error;    /* what dt_probe_create returns; 0: it makes the probe */

	uint32_t cpu;       /* on which probes fire */
	unsigned int fired; /* of all probes */
	uint64_t fired_data[FAKE_FIRINGS];

	/* the last firing */
	uint64_t fired_pc;
	bool edge;
	uint64_t args[6];
	unsigned int arg_count;
	int error;
	uint8_t user; /* enum dt_firing_user */

	unsigned int pieces; /* of the last report */

	const struct dt_process_ops *process_ops; /* dt_process_provider */
	char provider[DTRACE_PROVNAMELEN];        /* registered last */
	unsigned int retired;                     /* dt_provider_retire */
};
extern struct fake fake;

/* fake_reset - nothing is registered, nothing is made. */
void fake_reset(void);

/* fake_provider - the provider of that name, NULL when there is none. */
struct dt_provider *fake_provider(const char *name);

/* fake_probe - the first probe of these names, NULL when no provider made one. */
struct dt_probe *fake_probe(const char *module, const char *function, const char *name);

/*
 * fake_report - the whole text of the provider's report, made in pieces of @piece bytes; its
 * position may be seen in fake.pieces.
 */
void fake_report(char *text, size_t piece);

/* fake_enable / fake_disable - a batch of one. Return of fake_enable: the reason of a refusal, or NULL. */
const char *fake_enable(struct dt_probe *probe);
void fake_disable(struct dt_probe *probe);

#endif
