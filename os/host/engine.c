/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * engine.c - the host engine: a core in this process, reached with the commands of ioctl.h. The
 * core has one set of tables for a process, as it has for a kernel: the first consumer starts it,
 * the last one ends it.
 */
#include <dtrace/engine.h>
#include <pthread.h>
#include <stdlib.h>

#include "core/entry.h"
#include "os/os.h"
#include "providers/providers.h"

struct dtrace_host {
	struct dt_state *state;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* protects users, and starting and ending the core */
static unsigned int users;

/* The providers that need no kernel, in the order in which they start. */
static const struct {
	int (*init)(void);
	void (*fini)(void);
} providers[] = {
#define PROVIDER_ANYWHERE(name) { dt_provider_##name##_init, dt_provider_##name##_fini },
#define PROVIDER_KERNEL(name)
#define DT_PROVIDER(name, where, probes) PROVIDER_##where(name)
#include "spec/provider.def"
#undef DT_PROVIDER
};

/* End the first @count providers, and the core. */
static void core_end(size_t count)
{
	while (count-- > 0)
		providers[count].fini();
	dt_core_fini();
}

static int core_start(void)
{
	int error = dt_core_init();
	size_t i;

	for (i = 0; error == 0 && i < DT_ARRAY_SIZE(providers); i++) {
		error = providers[i].init();
		if (error != 0)
			core_end(i);
	}
	return error;
}

static int core_get(void)
{
	int error = 0;

	pthread_mutex_lock(&lock);
	if (users == 0)
		error = core_start();
	if (error == 0)
		users++;
	pthread_mutex_unlock(&lock);
	return error;
}

static void core_put(void)
{
	pthread_mutex_lock(&lock);
	if (--users == 0)
		core_end(DT_ARRAY_SIZE(providers));
	pthread_mutex_unlock(&lock);
}

int dtrace_host_open(struct dtrace_host **ret)
{
	struct dtrace_host *host = calloc(1, sizeof(*host));
	int error;

	if (host == NULL)
		return -OS_ENOMEM;
	error = core_get();
	if (error != 0)
		goto undo_alloc;
	error = dt_state_open(&host->state);
	if (error != 0)
		goto undo_core;
	*ret = host;
	return 0;

undo_core:
	core_put();
undo_alloc:
	free(host);
	return error;
}

void dtrace_host_close(struct dtrace_host *host)
{
	if (host == NULL)
		return;
	dt_state_close(host->state);
	core_put();
	free(host);
}

int dtrace_host_ioctl(struct dtrace_host *host, uint32_t command, void *arg)
{
	return dt_state_ioctl(host->state, command, (uint64_t)(uintptr_t)arg);
}
