/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * helper_dof.h - DOF as programs register it (dtrace/helper.h), for tests: put together piece by piece, and laid out by
 * helper_dof_finish(). Sections: STRTAB, PRARGS, PROFFS, PRENOFFS, of each provider PROBES and PROVIDER, and, with
 * `relocation`, RELTAB and URELHDR.
 */
#ifndef TESTS_FAKE_HELPER_DOF_H
#define TESTS_FAKE_HELPER_DOF_H

#include <stddef.h>
#include <stdint.h>

#include <dtrace/dof.h>
#include <dtrace/helper.h>

#define HELPER_DOF_PROVIDERS 40
#define HELPER_DOF_STRINGS   (512 * 1024)
#define HELPER_DOF_WORDS     70000
#define HELPER_DOF_PROBES    5000

enum { HELPER_STRTAB, HELPER_PRARGS, HELPER_PROFFS, HELPER_PRENOFFS, HELPER_FIRST };
#define HELPER_PROBES(n)   (HELPER_FIRST + 2u * (n))
#define HELPER_PROVIDER(n) (HELPER_FIRST + 2u * (n) + 1u)

struct helper_dof {
	uint8_t version;     /* of DOF */
	uint32_t relocation; /* DOF_RELO_* of all functions */
	char strings[HELPER_DOF_STRINGS];
	uint8_t map[HELPER_DOF_WORDS];
	uint32_t offsets[HELPER_DOF_WORDS], asking[HELPER_DOF_WORDS];
	size_t strings_size, map_count, offset_count, asking_count;
	struct {
		struct dof_provider desc;
		size_t first, count; /* its probes */
	} providers[HELPER_DOF_PROVIDERS];
	size_t provider_count;
	struct dof_probe probes[HELPER_DOF_PROBES];
	size_t probe_count;
};

/* helper_dof_create - nothing yet. It is ended by helper_dof_finish(). */
struct helper_dof *helper_dof_create(void);

uint32_t helper_dof_string(struct helper_dof *dof, const char *text);

/* helper_dof_provider - the next one, whose probes follow. */
struct dof_provider *helper_dof_provider(struct helper_dof *dof, const char *name);

/* helper_dof_probe - one without sites and arguments, which are added to the one that was made last. */
struct dof_probe *helper_dof_probe(struct helper_dof *dof, uint64_t function, const char *func, const char *name);
void helper_dof_site(struct helper_dof *dof, uint32_t offset);
void helper_dof_asks(struct helper_dof *dof, uint32_t offset);

/* helper_dof_native, helper_dof_seen - the next argument of it: first all native ones, then those that are seen. */
void helper_dof_native(struct helper_dof *dof, const char *type);
void helper_dof_seen(struct helper_dof *dof, const char *type, uint8_t from);

/* helper_dof_finish - the DOF, for free(), or os_free() of the host. */
void *helper_dof_finish(struct helper_dof *dof, size_t *size);

/* helper_dof_section - section @index of a finished one, and its data. */
struct dof_sec *helper_dof_section(void *dof, uint32_t index);
void *helper_dof_data(void *dof, uint32_t index);

#endif
