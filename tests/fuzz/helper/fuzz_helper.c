/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * fuzz_helper.c - DOF that a hostile program registers: a good one, some of whose words are others. Whatever it
 * holds: it is refused with one of the errors of dtrace/helper.h and nothing is kept, or what a provider is asked
 * for by it is whole, in order and within the limits.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/usdt/usdt.h"
#include "fake/helper_dof.h"
#include "fuzz.h"
#include "os/host/host.h"
#include "os/os.h"

#define CHECK(cond)                                                                \
	do {                                                                       \
		if (!(cond)) {                                                     \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #cond); \
			abort();                                                   \
		}                                                                  \
	} while (0)

struct input {
	const uint8_t *data;
	size_t size;
};

static uint8_t next(struct input *in)
{
	if (in->size == 0)
		return 0;
	in->size--;
	return *in->data++;
}

static uint64_t word(struct input *in, unsigned int bytes)
{
	uint64_t value = 0;

	while (bytes-- > 0)
		value = value << 8 | next(in);
	return value;
}

/* Three probes of two providers, moved or not, of any version. */
static void *good(struct input *in, size_t *size)
{
	struct helper_dof *dof = helper_dof_create();
	uint8_t how = next(in);

	dof->version = how % 4 == 0 ? 1 : how % 4;
	dof->relocation = how / 4 % 3;
	helper_dof_provider(dof, "server");
	helper_dof_probe(dof, 0x1000, "handle", "request-start");
	helper_dof_site(dof, 0x40);
	helper_dof_site(dof, 0x20);
	helper_dof_native(dof, "char *");
	helper_dof_native(dof, "int");
	helper_dof_seen(dof, "reqinfo_t *", 1);
	helper_dof_seen(dof, "char *", 0);
	helper_dof_probe(dof, 0x2000, "", "idle");
	helper_dof_site(dof, 4);
	if (dof->version > 1)
		helper_dof_asks(dof, 0);
	helper_dof_provider(dof, "other");
	helper_dof_probe(dof, 0x3000, "main", "go");
	helper_dof_site(dof, 8);
	return helper_dof_finish(dof, size);
}

static void bend(uint8_t *dof, size_t size, struct input *in)
{
	static const uint64_t special[] = { 0,    1,    2,    3,     4,          5,          7,          8,
					    0x20, 0x7f, 0xff, 0x100, 0x7fffffff, 0x80000000, 0xffffffff, ~0ull };
	unsigned int changes = next(in) % 6, width;
	uint64_t value;
	size_t at;

	while (changes-- > 0) {
		width = 1u << (next(in) % 4);
		at = (size_t)(word(in, 2) % size) & ~(size_t)(width - 1);
		value = next(in);
		value = value < 160 ? special[value % DT_ARRAY_SIZE(special)] : word(in, width);
		if (at + width <= size)
			memcpy(dof + at, &value, width);
	}
}

static size_t texts_size(const struct dt_process_probe *probe)
{
	const char *at = probe->types;

	for (unsigned int i = 0; i < probe->usdt->natives + probe->usdt->seen; i++) {
		CHECK(*at && strlen(at) < DTRACE_ARGTYPELEN);
		at += strlen(at) + 1;
	}
	return (size_t)(at - probe->types);
}

static void check_probe(const struct dt_process_probe *probe)
{
	CHECK(probe->registered && !probe->args && probe->part_count == 0);
	CHECK(dt_usdt_provider_error(probe->provider) == 0 && *probe->provider);
	CHECK(strlen(probe->module) < DTRACE_MODNAMELEN && strlen(probe->function) < DTRACE_FUNCNAMELEN);
	CHECK(*probe->name && strlen(probe->name) < DTRACE_NAMELEN);
	CHECK(probe->site_count > 0 && probe->site_count <= DTRACE_HELPER_PROBE_SITES);
	for (size_t i = 0; i < probe->site_count; i++) {
		CHECK(i == 0 || probe->sites[i].addr > probe->sites[i - 1].addr);
		CHECK((probe->sites[i].flags & ~DT_SITE_ASKS) == 0 && probe->sites[i].length == 0);
	}
	CHECK(probe->usdt->natives <= DTRACE_USDT_ARGS_MAX && probe->usdt->seen <= DTRACE_USDT_ARGS_MAX);
	for (unsigned int i = 0; i < probe->usdt->seen; i++)
		CHECK(probe->usdt->from[i] < probe->usdt->natives);
	CHECK(texts_size(probe) == probe->types_size);
}

static void check_helper(const struct dt_helper *helper)
{
	CHECK(helper->provider_count > 0 && helper->provider_count <= DTRACE_HELPER_PROVIDERS);
	CHECK(helper->probe_count <= DTRACE_HELPER_PROBES && helper->site_count <= DTRACE_HELPER_SITES);
	for (uint32_t i = 0; i < helper->probe_count; i++)
		check_probe(&helper->probes[i]);
}

static bool is_known(int error)
{
	static const int known[] = { ENOEXEC, EINVAL, EILSEQ, ENAMETOOLONG, EOPNOTSUPP, ENOSPC };

	for (size_t i = 0; i < DT_ARRAY_SIZE(known); i++) {
		if (error == -known[i])
			return true;
	}
	return false;
}

int fuzz_one(const uint8_t *data, size_t size)
{
	unsigned long before = os_host_alloc_count();
	struct dof_helper from = { .mod = "libserver.so" };
	struct input in = { data, size };
	struct dt_helper *helper;
	size_t dof_size;
	uint8_t *dof, *again;
	int error;

	from.addr = word(&in, next(&in) % 9);
	from.dof = word(&in, 6);
	dof = good(&in, &dof_size);
	bend(dof, dof_size, &in);
	again = malloc(dof_size);
	memcpy(again, dof, dof_size);
	error = dt_helper_make(dof, dof_size, &from, &helper);
	CHECK(memcmp(again, dof, dof_size) == 0); /* it is never written to */
	free(again);
	if (error) {
		CHECK(is_known(error));
		os_free(dof);
	} else {
		check_helper(helper);
		dt_helper_put(helper);
	}
	CHECK(os_host_alloc_count() == before);
	return error == 0;
}
