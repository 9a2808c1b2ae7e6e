/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * fuzz_dof.c - a DOF from a hostile consumer: enabled, started, fired, taken, stopped, closed.
 * Whatever it holds: no fault, ledgers that balance, buffers that can be walked, no memory leak.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/errno.h"
#include "base_dof.h"
#include "fixture.h"
#include "fuzz.h"
#include "os/host/host.h"

#define CHECK(cond)                                                                \
	do {                                                                       \
		if (!(cond)) {                                                     \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #cond); \
			abort();                                                   \
		}                                                                  \
	} while (0)

static int enable(struct dt_state *state, void *dof, size_t size)
{
	struct dtrace_enable request = { .dof = (uint64_t)(uintptr_t)dof, .size = size };
	int error = fixture_ioctl(state, DTRACEIOC_ENABLE, &request);

	CHECK(error != -OS_EINVAL || request.error[0] != '\0');
	free(dof);
	return error;
}

/* Destructive actions would act on this process. */
static bool harmless(struct dt_state *state)
{
	struct dtrace_option option = { .option = DTRACEOPT_DESTRUCTIVE };

	CHECK(fixture_ioctl(state, DTRACEIOC_OPTION, &option) == 0);
	return option.value == DTRACE_OPTION_UNSET;
}

static void take_all(struct dt_state *state)
{
	const uint8_t *data;
	size_t size;
	uint32_t cpu;
	struct dtrace_bufdesc probe;

	for (cpu = 0; cpu < 2; cpu++) {
		memset(&probe, 0, sizeof(probe));
		probe.cpu = cpu;
		if (fixture_ioctl(state, DTRACEIOC_BUFSNAP, &probe) == -16 ||
		    fixture_ioctl(state, DTRACEIOC_BUFSNAP, &probe) == -2)
			continue; /* ring or fill while tracing; a CPU that is not traced */
		data = fixture_snap(state, DTRACEIOC_BUFSNAP, cpu, &size, NULL);
		if (size > 0)
			fixture_records(state, data, size, 0);
		fixture_snap(state, DTRACEIOC_AGGSNAP, cpu, &size, NULL);
	}
}

static void trace(struct dt_state *state)
{
	struct dtrace_account account;
	unsigned int i;
	uint32_t cpu;

	for (i = 0; i < 40; i++)
		fake_fire_on(i % 2, i % 4, i % 5, i);
	take_all(state);
	fixture_ioctl(state, DTRACEIOC_STOP, &cpu);
	take_all(state);
	for (i = 0;; i++) {
		memset(&account, 0, sizeof(account));
		account.enabling = i;
		if (fixture_ioctl(state, DTRACEIOC_ACCOUNT, &account) != 0)
			break;
		CHECK(account.fired == account.recorded + account.predicated + account.dropped + account.faulted);
	}
}

/* Make all probes that providers make on demand. */
static bool start(void)
{
	struct dtrace_probematch all = { .matched = 0 };
	struct dt_state *state;

	fixture_start(2, 4);
	CHECK(dt_state_open(&state) == 0);
	CHECK(fixture_ioctl(state, DTRACEIOC_PROBEMATCH, &all) == 0);
	dt_state_close(state);
	return true;
}

int fuzz_one(const uint8_t *data, size_t size)
{
	struct fuzz_input in = { data, size };
	static bool started;
	struct dt_state *state;
	unsigned long before;
	size_t dof_size;
	uint32_t cpu;
	void *dof;
	int past = 0;

	CHECK(started || start());
	started = true;
	CHECK(dt_state_open(&state) == 0);
	before = os_host_alloc_count();
	dof = base_dof(&in, &dof_size);
	if (enable(state, dof, dof_size) == 0) {
		past = 1;
		dof = base_options(&dof_size);
		CHECK(enable(state, dof, dof_size) == 0);
		if (harmless(state) && fixture_ioctl(state, DTRACEIOC_GO, &cpu) == 0)
			trace(state);
	}
	dt_state_close(state);
	CHECK(os_host_alloc_count() < before + 8); /* a probe made on demand may stay */
	CHECK(fake.enabled == fake.disabled);
	return past;
}
