/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* provider.h - providers as the framework sees them; the functions providers call are in dtrace/provider.h. */
#ifndef CORE_PROVIDER_H
#define CORE_PROVIDER_H

#include <stdbool.h>
#include <stdint.h>

#include <dtrace/ioctl.h>
#include <dtrace/provider.h>

struct dt_name;

struct dt_provider {
	struct dt_provider *next;          /* [F] */
	const struct dt_name *name;        /* [K] */
	const struct dt_provider_ops *ops; /* [K] */
	void *arg;                         /* [K] */
	struct dtrace_pattr attr;          /* [K] */
	uint32_t probe_count;              /* [F] */
	uint32_t armed_count;              /* [F] probes that are armed */
	uint32_t wanted;                   /* [F] scratch count of a batch: probes that are not in it yet */
	/* [F] probes that are gone (core/probe/probe.h): they keep this structure for its name */
	uint32_t gone_count;
	bool unregistered; /* [F] freed with the last of them */
};

/*
 * dt_provider_remove - take a provider without live probes out of the list; it is freed now, or
 * with the last of its probes that are gone.
 * context: [F] held.
 */
void dt_provider_remove(struct dt_provider *provider);

/* dt_provider_forget_probe - a probe that was gone is freed. Context: [F] held. */
void dt_provider_forget_probe(struct dt_provider *provider);

/* The result of an enabling, or of asking the providers. */
struct dt_enable_result {
	uint32_t matched;   /* ECBs made */
	uint32_t refused;   /* probes */
	uint32_t valueless; /* ECBs that read an arg1 which their probe does not always have */
	int error;          /* the first that a provider failed with (dt_provide_failed), 0: none did */
	uint32_t reasons;
	struct {
		const char *name;
		uint32_t count;
	} reason[DTRACE_REASON_MAX]; /* the last one counts all further kinds */
};

/*
 * dt_providers_provide - let every provider whose name fits @pattern make the probes that fit; what
 * they refuse is added to *@result.
 * args:    @own_only: those of the kernel's own probes are not asked.
 * context: [F] held, may sleep.
 */
void dt_providers_provide(const struct dtrace_probedesc *pattern, bool own_only, struct dt_enable_result *result);

/*
 * dt_providers_provide_part - the same for one stretch of a listing.
 * args:    *@position that of dt_provider_ops.provide_part: at 0 all providers are asked, otherwise the one that has it.
 * context: as dt_providers_provide.
 */
void dt_providers_provide_part(const struct dtrace_probedesc *pattern, bool own_only, uint64_t *position,
			       struct dt_enable_result *result);

/*
 * dt_providers_denied - whether @pattern names a provider of the kernel's own probes, which a consumer without
 * OS_RIGHT_KERNEL does not see. Context: [F] held.
 */
bool dt_providers_denied(const struct dtrace_probedesc *pattern);

/*
 * dt_providers_collect - where to dt_provide_refused() adds from now on; NULL: nowhere.
 * context: [F] held.
 */
void dt_providers_collect(struct dt_enable_result *result);

/* dt_process_ops - what makes probes of processes; NULL: nothing does. Context: process. */
const struct dt_process_ops *dt_process_ops(void);

/* dt_enable_refused - @count more were refused for the reason given. Context: process. */
void dt_enable_refused(struct dt_enable_result *result, const char *name, uint64_t count);

/* dt_provider_find - borrowed, NULL when there is none. Context: [F] held. */
struct dt_provider *dt_provider_find(const char *name);

#endif
