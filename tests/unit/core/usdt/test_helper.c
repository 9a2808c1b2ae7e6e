/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_helper.c - DOF that a program registers: what a provider is asked for by it; each fault has its error, and
 * registers nothing; limits, of one object and of a process.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <dtrace/provider.h>

#include "core/usdt/usdt.h"
#include "fake/helper_dof.h"
#include "os/host/host.h"
#include "os/os.h"

#define MOVED 0x10000u
#define AT    0x7000000u /* where the program has its DOF */

static const struct dof_helper from = { .mod = "libserver.so", .addr = MOVED, .dof = AT };
static unsigned long allocations;

static int setup(void **state)
{
	(void)state;
	allocations = os_host_alloc_count();
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	assert_int_equal(os_host_alloc_count(), allocations);
	return 0;
}

/* Two probes of `server`, and one of `other`. */
static struct helper_dof *usual(void)
{
	struct helper_dof *dof = helper_dof_create();
	struct dof_provider *provider = helper_dof_provider(dof, "server");

	provider->attr[0] = 6u << 24 | 5u << 16 | 5u << 8;
	provider->attr[4] = 200u << 24 | 1u << 16 | 6u << 8;
	helper_dof_probe(dof, 0x1000, "handle", "request-start");
	helper_dof_site(dof, 0x40);
	helper_dof_site(dof, 0x20);
	helper_dof_asks(dof, 0x30);
	helper_dof_native(dof, "char *");
	helper_dof_native(dof, "struct request *");
	helper_dof_seen(dof, "reqinfo_t *", 1);
	helper_dof_seen(dof, "char *", 0);
	helper_dof_seen(dof, "struct request *", 1);
	helper_dof_probe(dof, 0x2000, "", "idle");
	helper_dof_asks(dof, 0);
	helper_dof_provider(dof, "other");
	helper_dof_probe(dof, 0x3000, "main", "go");
	helper_dof_site(dof, 8);
	return dof;
}

static struct dt_helper *make(struct helper_dof *dof)
{
	struct dt_helper *helper = NULL;
	size_t size;
	void *data = helper_dof_finish(dof, &size);

	assert_int_equal(dt_helper_make(data, size, &from, &helper), 0);
	return helper;
}

static int try_data(void *data, size_t size)
{
	struct dt_helper *helper = NULL;
	int error = dt_helper_make(data, size, &from, &helper);

	if (error)
		os_free(data);
	else
		dt_helper_put(helper);
	return error;
}

static int try_dof(struct helper_dof *dof)
{
	size_t size;
	void *data = helper_dof_finish(dof, &size);

	return try_data(data, size);
}

/* ---- what is read ----------------------------------------------------------------------------- */

static void assert_site(const struct dt_process_probe *probe, size_t site, uint64_t addr, int64_t offset, uint8_t flags)
{
	assert_int_equal(probe->sites[site].addr, addr);
	assert_int_equal(probe->sites[site].offset, offset);
	assert_int_equal(probe->sites[site].flags, flags);
	assert_int_equal(probe->sites[site].length, 0);
}

static void test_read(void **state)
{
	struct dt_helper *helper = make(usual());
	const struct dt_process_probe *probe = helper->probes;
	static const char types[] = "char *\0struct request *\0reqinfo_t *\0char *\0struct request *";

	(void)state;
	assert_int_equal(helper->provider_count, 2);
	assert_string_equal(helper->providers[0].name, "server");
	assert_int_equal(helper->providers[0].attr.provider.name, DTRACE_STABILITY_STABLE);
	assert_int_equal(helper->providers[0].attr.provider.data, DTRACE_STABILITY_EVOLVING);
	assert_int_equal(helper->providers[0].attr.provider.dclass, DTRACE_CLASS_COMMON);
	assert_int_equal(helper->providers[0].attr.args.name, DTRACE_STABILITY_STANDARD);
	assert_int_equal(helper->providers[0].attr.args.data, DTRACE_STABILITY_PRIVATE);
	assert_int_equal(helper->providers[0].attr.args.dclass, DTRACE_CLASS_COMMON);
	assert_string_equal(helper->providers[1].name, "other");
	assert_int_equal(helper->probe_count, 3);
	assert_int_equal(helper->site_count, 5);
	assert_int_equal(helper->argument_count, 5);
	assert_string_equal(probe->provider, "server");
	assert_string_equal(probe->module, "libserver.so");
	assert_string_equal(probe->function, "handle");
	assert_string_equal(probe->name, "request-start");
	assert_true(probe->registered);
	assert_null(probe->args);
	assert_int_equal(probe->part_count, 0);
	assert_int_equal(probe->site_count, 3);
	assert_site(probe, 0, 0x1020, 0x20, 0); /* in order of address */
	assert_site(probe, 1, 0x1030, 0x30, DT_SITE_ASKS);
	assert_site(probe, 2, 0x1040, 0x40, 0);
	assert_int_equal(probe->usdt->natives, 2);
	assert_int_equal(probe->usdt->seen, 3);
	assert_int_equal(probe->usdt->flags, DTRACE_PROCESSUSDT_MAPPED);
	assert_int_equal(probe->usdt->semaphore, 0);
	assert_memory_equal(probe->usdt->from, "\1\0\1", 3);
	assert_int_equal(probe->types_size, sizeof(types));
	assert_memory_equal(probe->types, types, sizeof(types));
	probe++;
	assert_string_equal(probe->function, "");
	assert_string_equal(probe->name, "idle");
	assert_int_equal(probe->site_count, 1);
	assert_site(probe, 0, 0x2000, 0, DT_SITE_ASKS);
	assert_int_equal(probe->usdt->natives, 0);
	assert_int_equal(probe->types_size, 0);
	probe++;
	assert_string_equal(probe->provider, "other");
	assert_site(probe, 0, 0x3008, 8, 0);
	dt_helper_put(helper);
}

/* An object that says so is moved; one that does not is where it says. */
static void test_relocations(void **state)
{
	struct helper_dof *dof = usual();
	struct dt_helper *helper;
	uint64_t probes;
	size_t size;
	void *data;

	(void)state;
	dof->relocation = DOF_RELO_SETX;
	helper = make(dof);
	assert_site(&helper->probes[0], 0, MOVED + 0x1020, 0x20, 0);
	assert_site(&helper->probes[1], 0, MOVED + 0x2000, 0, DT_SITE_ASKS);
	assert_site(&helper->probes[2], 0, MOVED + 0x3008, 8, 0);
	dt_helper_put(helper);
	dof = usual();
	dof->relocation = DOF_RELO_DOFREL;
	data = helper_dof_finish(dof, &size);
	probes = helper_dof_section(data, HELPER_PROBES(0))->offset;
	assert_int_equal(dt_helper_make(data, size, &from, &helper), 0);
	assert_site(&helper->probes[0], 0, AT + probes + 0x1020, 0x20, 0);
	assert_site(&helper->probes[1], 0, AT + probes + sizeof(struct dof_probe) + 0x2000, 0, DT_SITE_ASKS);
	dt_helper_put(helper);
}

/* DOF of version 1 has no is-enabled sites: the bytes after its provider are not read. */
static void test_version_1(void **state)
{
	struct helper_dof *dof = helper_dof_create();
	struct dt_helper *helper;

	(void)state;
	helper_dof_provider(dof, "old")->prenoffs = 12345;
	helper_dof_probe(dof, 0x1000, "main", "go");
	helper_dof_site(dof, 4);
	dof->version = 1;
	helper = make(dof);
	assert_site(&helper->probes[0], 0, 0x1004, 4, 0);
	dt_helper_put(helper);
	dof = usual();
	dof->version = 1;
	assert_int_equal(try_dof(dof), -OS_EINVAL);
}

/* Many sites, in the opposite order. */
static void test_order(void **state)
{
	struct helper_dof *dof = helper_dof_create();
	struct dt_helper *helper;

	(void)state;
	helper_dof_provider(dof, "server");
	helper_dof_probe(dof, 0x1000, "main", "go");
	for (uint32_t i = 0; i < 1000; i++)
		helper_dof_site(dof, 4 * ((1000 - i) * 7 % 1009));
	helper = make(dof);
	for (size_t i = 1; i < 1000; i++)
		assert_true(helper->probes[0].sites[i].addr > helper->probes[0].sites[i - 1].addr);
	dt_helper_put(helper);
}

/* ---- what is refused -------------------------------------------------------------------------- */

/* One word of the file of usual() is another: what that is answered with. */
static int with(uint32_t section, size_t offset, size_t width, uint64_t value)
{
	size_t size;
	void *data = helper_dof_finish(usual(), &size);

	memcpy((uint8_t *)helper_dof_data(data, section) + offset, &value, width);
	return try_data(data, size);
}

static int with_section(uint32_t section, size_t offset, size_t width, uint64_t value)
{
	size_t size;
	void *data = helper_dof_finish(usual(), &size);

	memcpy((uint8_t *)helper_dof_section(data, section) + offset, &value, width);
	return try_data(data, size);
}

static int with_header(size_t offset, size_t width, uint64_t value)
{
	size_t size;
	void *data = helper_dof_finish(usual(), &size);

	memcpy((uint8_t *)data + offset, &value, width);
	return try_data(data, size);
}

#define WITH(section, type, member, value) \
	with(section, offsetof(struct type, member), sizeof(((struct type *)0)->member), value)
#define WITH_SECTION(section, member, value) \
	with_section(section, offsetof(struct dof_sec, member), sizeof(((struct dof_sec *)0)->member), value)
#define WITH_HEADER(member, value) \
	with_header(offsetof(struct dof_hdr, member), sizeof(((struct dof_hdr *)0)->member), value)

static void test_header(void **state)
{
	size_t size;
	void *data;

	(void)state;
	assert_int_equal(with_header(0, 1, 0x7e), -OS_ENOEXEC);
	assert_int_equal(with_header(DOF_ID_MODEL, 1, 0), -OS_ENOEXEC);
	assert_int_equal(with_header(DOF_ID_MODEL, 1, 3), -OS_ENOEXEC);
	assert_int_equal(with_header(DOF_ID_ENCODING, 1, DOF_ENCODE_MSB), -OS_ENOEXEC);
	assert_int_equal(with_header(DOF_ID_VERSION, 1, 0), -OS_ENOEXEC);
	assert_int_equal(with_header(DOF_ID_VERSION, 1, 4), -OS_ENOEXEC);
	assert_int_equal(with_header(DOF_ID_VERSION, 1, 3), 0);
	assert_int_equal(WITH_HEADER(flags, 1), -OS_EINVAL);
	assert_int_equal(WITH_HEADER(hdrsize, 63), -OS_EINVAL);
	assert_int_equal(WITH_HEADER(secsize, 40), -OS_EINVAL);
	assert_int_equal(WITH_HEADER(secnum, 0), -OS_EINVAL);
	assert_int_equal(WITH_HEADER(secnum, 0x7fffffff), -OS_EINVAL);
	assert_int_equal(WITH_HEADER(secoff, 60), -OS_EINVAL);
	assert_int_equal(WITH_HEADER(secoff, 0), -OS_EINVAL);
	assert_int_equal(WITH_HEADER(secoff, ~(uint64_t)7), -OS_EINVAL);
	assert_int_equal(WITH_HEADER(loadsz, 64), -OS_EINVAL);
	assert_int_equal(WITH_HEADER(filesz, 0), 0); /* it is not the core's affair */
	data = helper_dof_finish(usual(), &size);
	assert_int_equal(try_data(data, size - 1), -OS_EINVAL);
	data = helper_dof_finish(usual(), &size);
	assert_int_equal(try_data(data, 63), -OS_EINVAL);
}

static void test_sections(void **state)
{
	uint32_t i;

	(void)state;
	for (i = HELPER_STRTAB; i <= HELPER_PROVIDER(1); i++) {
		assert_int_equal(WITH_SECTION(i, align, 0), -OS_EINVAL);
		assert_int_equal(WITH_SECTION(i, align, 3), -OS_EINVAL);
		assert_int_equal(WITH_SECTION(i, align, 1u << 31), -OS_EINVAL);
		assert_int_equal(WITH_SECTION(i, offset, 1u << 30), -OS_EINVAL);
		assert_int_equal(WITH_SECTION(i, offset, ~(uint64_t)7), -OS_EINVAL);
		assert_int_equal(WITH_SECTION(i, size, 1u << 30), -OS_EINVAL);
		assert_int_equal(WITH_SECTION(i, size, ~(uint64_t)0), -OS_EINVAL);
	}
	for (i = HELPER_STRTAB; i <= HELPER_PROBES(1); i++) {
		if (i == HELPER_PROVIDER(0))
			continue;
		assert_int_equal(WITH_SECTION(i, flags, 0), -OS_EINVAL); /* it is not loaded, but referred to */
		assert_int_equal(WITH_SECTION(i, type, DOF_SECT_COMMENTS), -OS_EINVAL);
	}
	assert_int_equal(WITH_SECTION(HELPER_PROBES(0), entsize, 0), -OS_EINVAL);
	assert_int_equal(WITH_SECTION(HELPER_PROBES(0), entsize, 40), -OS_EINVAL);
	assert_int_equal(WITH_SECTION(HELPER_PROBES(0), entsize, 52), -OS_EINVAL);
	assert_int_equal(WITH_SECTION(HELPER_PROFFS, entsize, 0), -OS_EINVAL);
	assert_int_equal(WITH_SECTION(HELPER_PROFFS, entsize, 2), -OS_EINVAL);
	assert_int_equal(WITH_SECTION(HELPER_PROFFS, entsize, 6), -OS_EINVAL);
	assert_int_equal(WITH_SECTION(HELPER_PRENOFFS, entsize, 0), -OS_EINVAL);
	assert_int_equal(WITH_SECTION(HELPER_PRARGS, entsize, 0), -OS_EINVAL);
	assert_int_equal(WITH_SECTION(HELPER_PROVIDER(0), size, 40), -OS_EINVAL);
	assert_int_equal(WITH_SECTION(HELPER_STRTAB, size, 0), -OS_EINVAL);
	assert_int_equal(WITH_SECTION(HELPER_STRTAB, size, 10), -OS_EINVAL); /* the last text has no end */
	/* what is neither loaded nor referred to may be anything */
	assert_int_equal(WITH_SECTION(HELPER_PROVIDER(1), flags, 0), 0);
}

static void test_provider(void **state)
{
	struct helper_dof *dof;

	(void)state;
	assert_int_equal(WITH(HELPER_PROVIDER(0), dof_provider, strtab, 99), -OS_EINVAL);
	assert_int_equal(WITH(HELPER_PROVIDER(0), dof_provider, strtab, HELPER_PRARGS), -OS_EINVAL);
	assert_int_equal(WITH(HELPER_PROVIDER(0), dof_provider, probes, DOF_SECIDX_NONE), -OS_EINVAL);
	assert_int_equal(WITH(HELPER_PROVIDER(0), dof_provider, prargs, HELPER_STRTAB), -OS_EINVAL);
	assert_int_equal(WITH(HELPER_PROVIDER(0), dof_provider, proffs, HELPER_PRENOFFS), -OS_EINVAL);
	assert_int_equal(WITH(HELPER_PROVIDER(0), dof_provider, prenoffs, HELPER_PROFFS), -OS_EINVAL);
	assert_int_equal(WITH(HELPER_PROVIDER(0), dof_provider, prenoffs, DOF_SECIDX_NONE), -OS_EINVAL);
	assert_int_equal(WITH(HELPER_PROVIDER(1), dof_provider, prenoffs, DOF_SECIDX_NONE),
			 0); /* it does not need it */
	assert_int_equal(WITH(HELPER_PROVIDER(0), dof_provider, name, 0x7fffffff), -OS_EINVAL);
	assert_int_equal(WITH(HELPER_PROVIDER(0), dof_provider, name, 0), -OS_EILSEQ);
	dof = helper_dof_create();
	assert_int_equal(try_dof(dof), -OS_EOPNOTSUPP);
	dof = helper_dof_create();
	helper_dof_provider(dof, "empty");
	assert_int_equal(try_dof(dof), 0);
}

static int with_provider(const char *name)
{
	struct helper_dof *dof = helper_dof_create();

	helper_dof_provider(dof, name);
	helper_dof_probe(dof, 0x1000, "main", "go");
	helper_dof_site(dof, 4);
	return try_dof(dof);
}

static int with_names(const char *function, const char *name, const char *native, const char *seen)
{
	struct helper_dof *dof = helper_dof_create();

	helper_dof_provider(dof, "server");
	helper_dof_probe(dof, 0x1000, function, name);
	helper_dof_site(dof, 4);
	helper_dof_native(dof, native);
	helper_dof_seen(dof, seen, 0);
	return try_dof(dof);
}

/* @length times the letter x. */
static const char *text(size_t length)
{
	static char buffer[2][512];
	static unsigned int turn;
	char *ret = buffer[turn++ % 2];

	memset(ret, 'x', length);
	ret[length] = '\0';
	return ret;
}

static void test_names(void **state)
{
	struct dof_helper odd = from;
	struct dt_helper *helper;
	size_t size;
	void *data = helper_dof_finish(usual(), &size);

	(void)state;
	assert_int_equal(with_provider("s"), 0);
	assert_int_equal(with_provider(text(53)), 0);
	assert_int_equal(with_provider(text(54)), -OS_ENAMETOOLONG);
	assert_int_equal(with_provider(text(64)), -OS_ENAMETOOLONG);
	assert_int_equal(with_provider("a b"), -OS_EILSEQ);
	assert_int_equal(with_provider("a:b"), -OS_EILSEQ);
	assert_int_equal(with_provider("a\xc3\xa4"), -OS_EILSEQ);
	assert_int_equal(with_provider("pid"), -OS_EILSEQ);
	assert_int_equal(with_provider("pid12"), -OS_EILSEQ);
	assert_int_equal(with_provider("pid12x"), 0);
	assert_int_equal(with_names("main", "go", "int", "int"), 0);
	assert_int_equal(with_names("", "go", "int", "int"), 0);
	assert_int_equal(with_names("main", "", "int", "int"), -OS_EILSEQ);
	assert_int_equal(with_names("main", "g\no", "int", "int"), -OS_EILSEQ);
	assert_int_equal(with_names("ma\x1b[2Jin", "go", "int", "int"), -OS_EILSEQ);
	assert_int_equal(with_names(text(191), "go", "int", "int"), 0);
	assert_int_equal(with_names(text(192), "go", "int", "int"), -OS_ENAMETOOLONG);
	assert_int_equal(with_names("main", text(63), "int", "int"), 0);
	assert_int_equal(with_names("main", text(64), "int", "int"), -OS_ENAMETOOLONG);
	assert_int_equal(with_names("main", "go", text(127), text(127)), 0);
	assert_int_equal(with_names("main", "go", text(128), "int"), -OS_ENAMETOOLONG);
	assert_int_equal(with_names("main", "go", "int", text(128)), -OS_ENAMETOOLONG);
	assert_int_equal(with_names("main", "go", "", "int"), -OS_EILSEQ);
	assert_int_equal(with_names("main", "go", "i\tnt", "int"), -OS_EILSEQ);
	odd.mod[3] = '\n';
	assert_int_equal(dt_helper_make(data, size, &odd, &helper), -OS_EILSEQ);
	odd.mod[0] = '\0';
	assert_int_equal(dt_helper_make(data, size, &odd, &helper), -OS_EILSEQ);
	os_free(data);
}

static void test_probes(void **state)
{
	(void)state;
	assert_int_equal(WITH(HELPER_PROBES(0), dof_probe, func, 0x7fffffff), -OS_EINVAL);
	assert_int_equal(WITH(HELPER_PROBES(0), dof_probe, name, 0x7fffffff), -OS_EINVAL);
	assert_int_equal(WITH(HELPER_PROBES(0), dof_probe, nargv, 0x7fffffff), -OS_EINVAL);
	assert_int_equal(WITH(HELPER_PROBES(0), dof_probe, xargv, 0x7fffffff), -OS_EINVAL);
	assert_int_equal(WITH(HELPER_PROBES(0), dof_probe, argidx, 1), -OS_EINVAL);
	assert_int_equal(WITH(HELPER_PROBES(0), dof_probe, argidx, 0xffffffff), -OS_EINVAL);
	assert_int_equal(WITH(HELPER_PROBES(0), dof_probe, offidx, 2), -OS_EINVAL);
	assert_int_equal(WITH(HELPER_PROBES(0), dof_probe, offidx, 0xffffffff), -OS_EINVAL);
	assert_int_equal(WITH(HELPER_PROBES(0), dof_probe, enoffidx, 2), -OS_EINVAL);
	assert_int_equal(WITH(HELPER_PROBES(0), dof_probe, enoffidx, 0xffffffff), -OS_EINVAL);
	assert_int_equal(WITH(HELPER_PROBES(0), dof_probe, noffs, 4), -OS_EINVAL);
	assert_int_equal(WITH(HELPER_PROBES(0), dof_probe, noffs, 0xffff), -OS_ENOSPC);
	assert_int_equal(WITH(HELPER_PROBES(0), dof_probe, nenoffs, 3), -OS_EINVAL);
	assert_int_equal(WITH(HELPER_PROBES(1), dof_probe, noffs, 0), -OS_EINVAL); /* no site at all */
	assert_int_equal(WITH(HELPER_PROBES(0), dof_probe, nargc, 1), -OS_EINVAL); /* one is made of number 1 */
	assert_int_equal(WITH(HELPER_PROBES(0), dof_probe, nargc, 33), -OS_ENOSPC);
	assert_int_equal(WITH(HELPER_PROBES(0), dof_probe, xargc, 4), -OS_EINVAL);
	assert_int_equal(WITH(HELPER_PROBES(0), dof_probe, xargc, 33), -OS_ENOSPC);
	assert_int_equal(with(HELPER_PRARGS, 1, 1, 2), -OS_EINVAL);
	assert_int_equal(with(HELPER_PROFFS, 0, 4, 0x20), -OS_EINVAL);   /* two sites at one place */
	assert_int_equal(with(HELPER_PRENOFFS, 0, 4, 0x20), -OS_EINVAL); /* ... one of which asks */
	assert_int_equal(WITH(HELPER_PROBES(1), dof_probe, addr, ~(uint64_t)0), -OS_EINVAL); /* round the end */
}

static void test_bad_relocations(void **state)
{
	static const struct {
		bool in_header;
		size_t offset;
		uint32_t value;
	} bad[] = {
		{ true, offsetof(struct dof_relohdr, relsec), 99 },
		{ true, offsetof(struct dof_relohdr, relsec), HELPER_STRTAB },
		{ true, offsetof(struct dof_relohdr, tgtsec), 99 },
		{ true, offsetof(struct dof_relohdr, tgtsec), HELPER_STRTAB },
		{ false, offsetof(struct dof_relodesc, type), 3 },
		{ false, offsetof(struct dof_relodesc, offset), 8 },
		{ false, offsetof(struct dof_relodesc, offset), 2 * sizeof(struct dof_probe) },
	};
	uint32_t table = HELPER_PROVIDER(1) + 1;
	struct helper_dof *dof;
	uint8_t *data;
	size_t size, i;

	(void)state;
	for (i = 0; i < DT_ARRAY_SIZE(bad); i++) {
		dof = usual();
		dof->relocation = DOF_RELO_SETX;
		data = helper_dof_finish(dof, &size);
		memcpy((uint8_t *)helper_dof_data(data, table + bad[i].in_header) + bad[i].offset, &bad[i].value, 4);
		assert_int_equal(try_data(data, size), -OS_EINVAL);
	}
	dof = usual();
	dof->relocation = DOF_RELO_NONE + 3;
	assert_int_equal(try_dof(dof), -OS_EINVAL);
	dof = usual();
	dof->relocation = DOF_RELO_SETX;
	data = helper_dof_finish(dof, &size);
	helper_dof_section(data, table + 1)->size = 11;
	assert_int_equal(try_data(data, size), -OS_EINVAL);
}

/* ---- limits ----------------------------------------------------------------------------------- */

/* @probes of @sites each, with @args native arguments, spread over @providers. */
static struct helper_dof *many(uint32_t providers, uint32_t probes, uint32_t sites, uint32_t args)
{
	struct helper_dof *dof = helper_dof_create();
	uint32_t p, i, j;
	char name[32];

	for (p = 0; p < providers; p++) {
		snprintf(name, sizeof(name), "server%ux", (unsigned int)p);
		helper_dof_provider(dof, name);
		for (i = 0; i < probes / providers; i++) {
			snprintf(name, sizeof(name), "go-%u", (unsigned int)i);
			helper_dof_probe(dof, 0x1000, "f", name);
			for (j = 0; j < sites; j++)
				helper_dof_site(dof, 4 * j);
			for (j = 0; j < args; j++)
				helper_dof_native(dof, "int");
		}
	}
	return dof;
}

static void test_limits(void **state)
{
	(void)state;
	assert_int_equal(try_dof(many(DTRACE_HELPER_PROVIDERS, 32, 1, 0)), 0);
	assert_int_equal(try_dof(many(DTRACE_HELPER_PROVIDERS + 1, 33, 1, 0)), -OS_ENOSPC);
	assert_int_equal(try_dof(many(1, DTRACE_HELPER_PROBES, 1, 0)), 0);
	assert_int_equal(try_dof(many(1, DTRACE_HELPER_PROBES + 1, 1, 0)), -OS_ENOSPC);
	assert_int_equal(try_dof(many(1, 16, DTRACE_HELPER_PROBE_SITES, 0)), 0);
	assert_int_equal(try_dof(many(1, 1, DTRACE_HELPER_PROBE_SITES + 1, 0)), -OS_ENOSPC);
	assert_int_equal(try_dof(many(1, 17, DTRACE_HELPER_PROBE_SITES, 0)), -OS_ENOSPC);
	assert_int_equal(try_dof(many(1, DTRACE_HELPER_ARGUMENTS / 32, 1, 32)), 0);
	assert_int_equal(try_dof(many(1, DTRACE_HELPER_ARGUMENTS / 32 + 1, 1, 32)), -OS_ENOSPC);
}

/* Each request for memory fails once. */
static void test_no_memory(void **state)
{
	struct dt_helper *helper = NULL;
	struct dt_helpers *list;
	size_t size;
	void *data = helper_dof_finish(usual(), &size);

	(void)state;
	os_host_fail_alloc(1);
	assert_int_equal(dt_helper_make(data, size, &from, &helper), -OS_ENOMEM);
	assert_int_equal(dt_helper_make(data, size, &from, &helper), 0);
	os_host_fail_alloc(1);
	assert_int_equal(dt_helpers_with(NULL, helper, &list), -OS_ENOMEM);
	dt_helper_put(helper);
}

/* ---- lists ------------------------------------------------------------------------------------ */

static void test_lists(void **state)
{
	struct dt_helper *one = make(usual()), *other = make(usual());
	struct dt_helpers *first, *both, *left;

	(void)state;
	one->generation = 5;
	other->generation = 6;
	assert_int_equal(dt_helpers_with(NULL, one, &first), 0);
	assert_int_equal(dt_helpers_with(first, other, &both), 0);
	assert_int_equal(both->count, 2);
	assert_true(dt_helpers_have(both, one));
	assert_true(dt_helpers_have(both, other));
	assert_false(dt_helpers_have(first, other));
	assert_false(dt_helpers_have(NULL, one));
	dt_helper_put(one);
	dt_helper_put(other); /* the lists have them */
	assert_int_equal(dt_helpers_without(both, 7, &left), -OS_ENOENT);
	assert_int_equal(dt_helpers_without(NULL, 5, &left), -OS_ENOENT);
	assert_int_equal(dt_helpers_without(both, 5, &left), 0);
	assert_int_equal(left->count, 1);
	assert_true(dt_helpers_have(left, other));
	dt_helpers_hold(both);
	dt_helpers_put(both);
	dt_helpers_put(both);
	dt_helpers_put(first);
	dt_helpers_put(NULL);
	dt_helpers_hold(NULL);
	assert_string_equal(left->all[0]->probes[0].name, "request-start");
	assert_int_equal(dt_helpers_without(left, 6, &both), 0);
	assert_null(both);
	dt_helpers_put(left);
}

/* What each object may have, both together may not. */
static void test_limits_of_lists(void **state)
{
	static const uint32_t sizes[][4] = { { 20, 20, 1, 0 },
					     { 1, DTRACE_HELPER_PROBES * 2 / 3, 1, 0 },
					     { 1, 10, DTRACE_HELPER_PROBE_SITES, 0 },
					     { 1, DTRACE_HELPER_ARGUMENTS / 32 * 2 / 3, 1, 32 } };
	struct dt_helpers *list, *more;
	struct dt_helper *helper;

	(void)state;
	for (size_t i = 0; i < DT_ARRAY_SIZE(sizes); i++) {
		helper = make(many(sizes[i][0], sizes[i][1], sizes[i][2], sizes[i][3]));
		assert_int_equal(dt_helpers_with(NULL, helper, &list), 0);
		assert_int_equal(dt_helpers_with(list, helper, &more), -OS_ENOSPC);
		dt_helpers_put(list);
		dt_helper_put(helper);
	}
}

/* All objects together: when one has gone there is room for another. */
static void test_memory(void **state)
{
	static struct dt_helper *all[64];
	size_t count = 0, size;
	void *data = NULL;

	(void)state;
	while (count < DT_ARRAY_SIZE(all)) {
		data = helper_dof_finish(many(1, 16, DTRACE_HELPER_PROBE_SITES, 0), &size);
		if (dt_helper_make(data, size, &from, &all[count]) != 0)
			break;
		count++;
	}
	assert_in_range(count, 1, DTRACE_HELPER_MEMORY / (DTRACE_HELPER_SITES * sizeof(struct dtrace_processsite)));
	assert_int_equal(dt_helper_make(data, size, &from, &all[count]), -OS_ENOMEM);
	dt_helper_put(all[--count]);
	assert_int_equal(dt_helper_make(data, size, &from, &all[count]), 0);
	for (count++; count > 0; count--)
		dt_helper_put(all[count - 1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_read, setup, teardown),
		cmocka_unit_test_setup_teardown(test_relocations, setup, teardown),
		cmocka_unit_test_setup_teardown(test_version_1, setup, teardown),
		cmocka_unit_test_setup_teardown(test_order, setup, teardown),
		cmocka_unit_test_setup_teardown(test_header, setup, teardown),
		cmocka_unit_test_setup_teardown(test_sections, setup, teardown),
		cmocka_unit_test_setup_teardown(test_provider, setup, teardown),
		cmocka_unit_test_setup_teardown(test_names, setup, teardown),
		cmocka_unit_test_setup_teardown(test_probes, setup, teardown),
		cmocka_unit_test_setup_teardown(test_bad_relocations, setup, teardown),
		cmocka_unit_test_setup_teardown(test_limits, setup, teardown),
		cmocka_unit_test_setup_teardown(test_no_memory, setup, teardown),
		cmocka_unit_test_setup_teardown(test_lists, setup, teardown),
		cmocka_unit_test_setup_teardown(test_limits_of_lists, setup, teardown),
		cmocka_unit_test_setup_teardown(test_memory, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
