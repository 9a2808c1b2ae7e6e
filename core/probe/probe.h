/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * probe.h - the table of all probes.
 *
 *   id -> chunk[(id - 1) / 512] -> probe          ids from 1, never used twice while a consumer is
 *                                                 there; a chunk whose probes are all gone is freed
 *   (provider, module, function, name) -> probe   the exact hash, to refuse a second probe with the
 *                                                 same names
 *   function name -> probes                       a list at the interned name, in order of id:
 *                                                 exact patterns start there
 *
 * A probe is 80 bytes on 64-bit CPUs. Its ECBs hang off `ecbs`, in the order of enabling.
 *
 * A function with several names has a probe for each, the others aliases of the first: a pattern
 * that matches several of the names selects only the first of those.
 *
 * A probe whose module goes while ECBs are on it is gone, but stays: its records may still be in a
 * buffer, and a consumer needs its names to print them. It cannot be found any more except by its
 * id, for consumers that trace, and by the exact hash: when the same four names come again, the
 * same probe comes back with its id and its ECBs. It is freed with its last ECB.
 *
 *   made --> live --module goes, no ECB--> freed
 *            |  ^
 *   module goes, ECBs on it | the same names are made again (revived: to be matched and armed anew)
 *            v  |
 *            gone --last ECB goes--> freed
 */
#ifndef CORE_PROBE_H
#define CORE_PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/compiler.h>
#include <dtrace/provider.h>

#include <isa_types.h>

#include "core/probe/match.h"
#include "core/probe/names.h"
#include "core/probe/provider.h"
#include "os/os.h"

struct dt_ecb;

#define DT_ALIAS_FAR UINT8_MAX /* the other name is further away: only a plain name fits */

/* The four names of a probe, in the order in which they are written. */

enum dt_role { DT_ROLE_NORMAL, DT_ROLE_BEGIN, DT_ROLE_END, DT_ROLE_ERROR }; /* enum dt_special_probe + 1 */

struct dt_probe {
	struct dt_ecb *ecbs;            /* [P] */
	struct dt_provider *provider;   /* [K] NULL: this id is gone */
	const struct dt_name *module;   /* [K] */
	const struct dt_name *function; /* [K] */
	const struct dt_name *name;     /* [K] */
	void *arg;                      /* [K] the provider's */
	struct dt_probe *next_exact;    /* [F] in the exact hash */
	struct dt_probe *next_function; /* [F] circular */
	unsigned long nested;           /* [A] firings that were not run because one ran on that CPU */
	uint32_t id;                    /* [K] */
	uint8_t aframes;                /* [K] */
	uint8_t role;                   /* [F] enum dt_role */
	bool armed : 1;                 /* [F] the provider was asked for it */
	bool wanted : 1;                /* [F] scratch mark of a batch */
	bool gone : 1;                  /* [F] kept for its names and ECBs only */
	bool revived : 1;               /* [F] was gone, and has not been matched again */
	bool at_entry : 1;              /* [K] its arguments are DT_ARGS_ENTRY */
	bool at_exit : 1;               /* [K] DT_ARGS_EXIT */
	bool seldom : 1;                /* [K] dt_probe_seldom() was called */
	uint8_t alias;                  /* [F] 0: none; how many ids before is the name it is an alias of */
};

/* A description, prepared for quick matching: plain fields are compared by the address of the interned name. */
struct dt_match {
	const struct dtrace_probedesc *desc; /* borrowed */
	const struct dt_name *exact[4];      /* by enum dt_probe_part; NULL: not a plain name */
	const char *glob[4];                 /* NULL: not a glob */
	bool has_glob;                       /* one of them is */
	bool named;                          /* the provider field, or an id, says which provider is meant */
	bool impossible;                     /* a plain name that no probe uses */
	bool revived;                        /* set by the caller: revived probes match whatever their id is */
	bool gone;                           /* set by the caller: an id finds a probe that is gone, too */
};

/*
 * dt_probes_init / dt_probes_fini - the table and the names. Return of init: 0 or -OS_ENOMEM. Context: process;
 * fini: no probe is left.
 */
int dt_probes_init(void);
void dt_probes_fini(void);

/*
 * dt_match_prepare - @desc is checked (dt_desc_check) and outlives @match. Context: [F] held until
 * the last use of @match.
 */
void dt_match_prepare(struct dt_match *match, const struct dtrace_probedesc *desc);

/*
 * dt_probes_each - call @fn for every probe that matches and has an id >= @first, in order of id.
 * return:  0 or the first non-zero result of @fn, which ends the walk.
 * context: [F] held.
 */
int dt_probes_each(const struct dt_match *match, uint32_t first, int (*fn)(void *arg, struct dt_probe *probe),
		   void *arg);

/* dt_probes_next_id - the id that the next new probe will have. Context: [F] held. */
uint32_t dt_probes_next_id(void);

/*
 * dt_probes_destroy - destroy the probes of @provider (NULL: of all) in @module (NULL: in all);
 * those with ECBs are gone from now on. The provider has disarmed them, or does not fire any more.
 * context: [F] held, may sleep.
 */
void dt_probes_destroy(struct dt_provider *provider, const char *module);

/*
 * dt_probe_idle - nobody uses this probe yet, or any more. dt_probes_destroy_idle - destroy the
 * probes that nobody uses, of providers that make theirs for one description at a time (named_only);
 * returns at once when none became idle since the last call.
 * context: [F] held; nobody holds a list of probes.
 */
void dt_probe_idle(const struct dt_probe *probe);
void dt_probes_destroy_idle(void);

/*
 * dt_probes_trim - the last consumer has gone. When memory is @is_short, destroy the probes of
 * providers that can make theirs again (ops->idle_destroyed). Ids after the last probe that is left
 * will be given out again: no consumer is there that knows them.
 * context: [F] held; no consumer is there.
 */
void dt_probes_trim(bool is_short);

/* dt_probe_release - the last ECB of a probe that is gone was taken off: free it. Context: [F] held. */
void dt_probe_release(struct dt_probe *probe);

/* dt_probes_revived - whether some probe came back. dt_probes_settled - they have been matched. Context: [F] held. */
bool dt_probes_revived(void);
void dt_probes_settled(void);

/* dt_probes_bytes - memory that probes and names take, for reports. Context: [F] held. */
size_t dt_probes_bytes(void);

/*
 * Facts about a firing's probe, as dt_probe_name_part() (dtrace/provider.h). dt_probe_frames - ops->frames, NULL: none; dt_probe_nested - firings that
 * were not run because one ran on that CPU. Context: probe context.
 */
uint32_t dt_probe_id_get(const struct dt_probe *probe);
unsigned int dt_probe_aframes(const struct dt_probe *probe);
const struct os_extent *dt_probe_frames(const struct dt_probe *probe);
unsigned long dt_probe_nested(const struct dt_probe *probe);
enum dt_role dt_probe_role(const struct dt_probe *probe);

/* dt_probe_scope - what it tells of (dtrace/provider.h). Context: [F] held. */
enum dt_scope dt_probe_scope(const struct dt_probe *probe);

/*
 * dt_firing_arg - argument @n of a firing, from its arguments or from the provider (ops->arg_get).
 * return:  0 and *@value, which is 0 beyond the last argument; a negative errno when it cannot be read.
 * context: probe context. dt_firing_arg_inline is the same in line, for where each instruction counts.
 */
DT_BY_NAME int dt_firing_arg(const struct dt_probe *probe, const struct dt_firing *firing, unsigned int n,
			     uint64_t *value);
DT_PROBE_INLINE int dt_firing_arg_inline(const struct dt_probe *probe, const struct dt_firing *firing, unsigned int n,
					 uint64_t *value)
{
	const struct dt_provider_ops *ops;
	int error = -OS_ERANGE;

	if (n < firing->arg_count) {
		*value = firing->args[n];
		return 0;
	}
	if (probe->at_entry) {
		if (DT_LIKELY(n < ISA_REGISTER_ARGS)) {
			*value = isa_register_arg(firing->regs, n);
			return 0;
		}
	} else if (probe->at_exit) {
		if (n == 0) {
			*value = dt_exit_offset(firing->data);
			return 0;
		}
		if (n == 1 && (int64_t)firing->data >= 0) {
			*value = (uint64_t)isa_ret_get(firing->regs);
			return 0;
		}
	}
	ops = probe->provider->ops;
	if (ops->arg_get != NULL)
		error = ops->arg_get(probe->arg, firing, n, value);
	if (DT_LIKELY(error == 0))
		return 0;
	*value = 0;
	return error == -OS_ERANGE ? 0 : error;
}

#endif
