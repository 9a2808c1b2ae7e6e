/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * helper.c - DOF of programs that register probes at run time, read: see usdt.h, and dtrace/helper.h for
 * what each error means.
 *
 * Theory. All of it is from a program that may mean harm, so nothing is looked at before it was checked, and
 * the copy is never written to: what was checked stays so. It is read twice. The first time everything is
 * checked and counted; then there is one piece of memory for what a provider will be asked for, which the
 * second time is filled. Names stay where they are.
 *
 * Relocations move addresses of functions. They are applied while such an address is read, not to the DOF.
 */
#include <dtrace/dof.h>

#include "core/usdt/usdt.h"
#include "base/memory.h"
#include "base/text.h"
#include "os/os.h"

#define SECTIONS_MAX 4096u

/* One section, as a table. */
struct table {
	const uint8_t *data;
	uint32_t stride; /* bytes of an entry */
	uint32_t count;
};

/* What one PROVIDER section refers to. */
struct provider {
	const struct dof_provider *desc;
	struct table strings, probes, arguments, sites, asking;
	dof_secidx_t probes_section;
};

struct reading {
	const uint8_t *dof;
	size_t size;
	const struct dof_hdr *header;
	const struct dof_sec *sections;
	const struct dof_helper *from;
	/* counted the first time; the second time where the next one goes */
	uint32_t providers, probes, sites, arguments;
	size_t types;
	struct dt_helper *helper; /* NULL: the first time */
	struct dtrace_processusdt *usdt_at;
	struct dtrace_processsite *sites_at;
	char *types_at;
};

/* ---- header and sections ---------------------------------------------------------------------- */

static int check_header(struct reading *reading)
{
	const struct dof_hdr *header = reading->header;
	const uint8_t *ident = header->ident;

	if (reading->size < sizeof(*header))
		return -OS_EINVAL;
	if (dt_memcmp(ident, DOF_MAGIC, 4) != 0 ||
	    (ident[DOF_ID_MODEL] != DOF_MODEL_ILP32 && ident[DOF_ID_MODEL] != DOF_MODEL_LP64) ||
	    ident[DOF_ID_ENCODING] != (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? DOF_ENCODE_LSB : DOF_ENCODE_MSB) ||
	    ident[DOF_ID_VERSION] < DOF_VERSION_MIN || ident[DOF_ID_VERSION] > DOF_VERSION_MAX)
		return -OS_ENOEXEC;
	if (header->flags != 0 || header->hdrsize != sizeof(struct dof_hdr) ||
	    header->secsize != sizeof(struct dof_sec) || header->loadsz != reading->size)
		return -OS_EINVAL;
	if (header->secnum == 0 || header->secnum > SECTIONS_MAX || header->secoff < sizeof(struct dof_hdr) ||
	    header->secoff % 8 != 0 || header->secoff > reading->size ||
	    (uint64_t)header->secnum * sizeof(struct dof_sec) > reading->size - header->secoff)
		return -OS_EINVAL;
	reading->sections = (const struct dof_sec *)(reading->dof + header->secoff);
	return 0;
}

/* Sections that are not loaded need not be there. */
static int check_sections(const struct reading *reading)
{
	const struct dof_sec *section;
	uint32_t i;

	for (i = 0; i < reading->header->secnum; i++) {
		section = &reading->sections[i];
		if (!(section->flags & DOF_SECF_LOAD))
			continue;
		if (section->align == 0 || (section->align & (section->align - 1)) != 0 ||
		    section->offset % section->align != 0 || section->offset > reading->size ||
		    section->size > reading->size - section->offset)
			return -OS_EINVAL;
		if (section->type == DOF_SECT_STRTAB &&
		    (section->size == 0 || reading->dof[section->offset + section->size - 1] != '\0'))
			return -OS_EINVAL;
	}
	return 0;
}

/* Section @index as a table of entries of at least @entry bytes, each at a multiple of @align. */
static bool table_get(const struct reading *reading, dof_secidx_t index, uint32_t type, uint32_t entry, uint32_t align,
		      struct table *ret)
{
	const struct dof_sec *section;

	if (index >= reading->header->secnum)
		return false;
	section = &reading->sections[index];
	if (section->type != type || !(section->flags & DOF_SECF_LOAD) || section->offset % align != 0)
		return false;
	ret->stride = type == DOF_SECT_STRTAB ? 1 : section->entsize;
	if (ret->stride < entry || ret->stride % align != 0 || section->size % ret->stride != 0)
		return false;
	ret->data = reading->dof + section->offset;
	ret->count = (uint32_t)(section->size / ret->stride);
	return true;
}

/* ---- names ------------------------------------------------------------------------------------ */

/* A name of fewer than @room bytes. */
static int name_get(const struct table *strings, dof_stridx_t index, size_t room, const char **ret)
{
	const char *name;
	size_t i;

	if (index >= strings->count)
		return -OS_EINVAL;
	name = (const char *)strings->data + index;
	for (i = 0; name[i]; i++) {
		if (i + 1 == room)
			return -OS_ENAMETOOLONG;
		if ((uint8_t)name[i] < ' ' || name[i] == 0x7f)
			return -OS_EILSEQ;
	}
	*ret = name;
	return 0;
}

int dt_usdt_provider_error(const char *name)
{
	bool is_pid = dt_strncmp(name, "pid", 3) == 0;
	size_t length = dt_strnlen(name, DTRACE_PROVNAMELEN), i;

	if (length > DTRACE_PROVNAMELEN - sizeof("4294967295"))
		return -OS_ENAMETOOLONG;
	for (i = 0; i < length; i++) {
		if ((uint8_t)name[i] <= ' ' || (uint8_t)name[i] >= 0x7f || name[i] == ':')
			return -OS_EILSEQ;
		is_pid = is_pid && (i < 3 || (name[i] >= '0' && name[i] <= '9'));
	}
	return is_pid ? -OS_EILSEQ : 0;
}

/* @count texts that follow one another; the second time they are copied. */
static int types_get(struct reading *reading, const struct table *strings, dof_stridx_t index, uint32_t count)
{
	const char *type;
	size_t length;
	int error;

	for (; count > 0; count--) {
		error = name_get(strings, index, DTRACE_ARGTYPELEN, &type);
		if (!error && !*type)
			error = -OS_EILSEQ;
		if (error)
			return error;
		length = dt_strlen(type) + 1;
		if (reading->helper)
			dt_memcpy(reading->types_at + reading->types, type, length);
		reading->types += length;
		index += (dof_stridx_t)length;
	}
	return 0;
}

/* ---- addresses -------------------------------------------------------------------------------- */

/* What the relocations of one section do to the word at @offset of section @target. */
static uint64_t moved_by(const struct reading *reading, const struct table *relocations, dof_secidx_t target,
			 uint64_t offset)
{
	const struct dof_relodesc *one;
	uint64_t moved = 0;
	uint32_t i;

	for (i = 0; i < relocations->count; i++) {
		one = (const struct dof_relodesc *)(relocations->data + (size_t)i * relocations->stride);
		if (one->offset != offset)
			continue;
		if (one->type == DOF_RELO_SETX)
			moved += reading->from->addr;
		else if (one->type == DOF_RELO_DOFREL)
			moved += reading->from->dof + reading->sections[target].offset + offset;
	}
	return moved;
}

/* Relocations of section @target, if section @index has some; then *@ret. */
static bool relocations_of(const struct reading *reading, uint32_t index, dof_secidx_t target, struct table *ret)
{
	const struct dof_sec *section = &reading->sections[index];
	const struct dof_relohdr *header;

	if (section->type != DOF_SECT_URELHDR || !(section->flags & DOF_SECF_LOAD))
		return false;
	header = (const struct dof_relohdr *)(reading->dof + section->offset);
	return header->tgtsec == target &&
	       table_get(reading, header->relsec, DOF_SECT_RELTAB, sizeof(struct dof_relodesc), 8, ret);
}

/* Each leads to words of addresses of functions, and there are not more than there can be. */
static int check_relocations(const struct reading *reading)
{
	const struct dof_relohdr *header;
	const struct dof_relodesc *one;
	struct table relocations, probes;
	uint32_t i, j, headers = 0, total = 0;

	for (i = 0; i < reading->header->secnum; i++) {
		const struct dof_sec *section = &reading->sections[i];

		if (section->type != DOF_SECT_URELHDR || !(section->flags & DOF_SECF_LOAD))
			continue;
		if (section->offset % 4 != 0 || section->size < sizeof(*header))
			return -OS_EINVAL;
		header = (const struct dof_relohdr *)(reading->dof + section->offset);
		if (!table_get(reading, header->relsec, DOF_SECT_RELTAB, sizeof(*one), 8, &relocations) ||
		    !table_get(reading, header->tgtsec, DOF_SECT_PROBES, sizeof(struct dof_probe), 8, &probes))
			return -OS_EINVAL;
		total += relocations.count;
		if (++headers > DTRACE_HELPER_PROVIDERS || total > DTRACE_HELPER_PROBES)
			return -OS_ENOSPC;
		for (j = 0; j < relocations.count; j++) {
			one = (const struct dof_relodesc *)(relocations.data + (size_t)j * relocations.stride);
			if (one->type > DOF_RELO_DOFREL || one->offset % probes.stride != 0 ||
			    one->offset / probes.stride >= probes.count)
				return -OS_EINVAL;
		}
	}
	return 0;
}

/* Where the function of a probe is now. */
static uint64_t function_of(const struct reading *reading, const struct provider *provider, uint32_t probe)
{
	uint64_t offset = (uint64_t)probe * provider->probes.stride;
	uint64_t addr = ((const struct dof_probe *)(provider->probes.data + offset))->addr;
	struct table relocations;
	uint32_t i;

	for (i = 0; i < reading->header->secnum; i++) {
		if (relocations_of(reading, i, provider->probes_section, &relocations))
			addr += moved_by(reading, &relocations, provider->probes_section, offset);
	}
	return reading->header->ident[DOF_ID_MODEL] == DOF_MODEL_ILP32 ? (uint32_t)addr : addr;
}

/* ---- sites ------------------------------------------------------------------------------------ */

static uint32_t word_at(const struct table *table, uint32_t index)
{
	return *(const uint32_t *)(table->data + (size_t)index * table->stride);
}

static bool is_in(const struct table *table, uint32_t first, uint32_t count)
{
	return first <= table->count && count <= table->count - first;
}

static void sites_put(struct dtrace_processsite *to, const struct table *offsets, uint32_t first, uint32_t count,
		      uint64_t function, uint8_t flags)
{
	uint32_t i;

	for (i = 0; i < count; i++) {
		to[i].offset = word_at(offsets, first + i);
		to[i].addr = function + (uint64_t)to[i].offset;
		to[i].flags = flags;
	}
}

/* In order of address: Shell's sort. */
static void sites_sort(struct dtrace_processsite *sites, uint32_t count)
{
	struct dtrace_processsite one;
	uint32_t gap = 1, i, j;

	while (gap < count / 3)
		gap = 3 * gap + 1;
	for (; gap > 0; gap /= 3) {
		for (i = gap; i < count; i++) {
			one = sites[i];
			for (j = i; j >= gap && sites[j - gap].addr > one.addr; j -= gap)
				sites[j] = sites[j - gap];
			sites[j] = one;
		}
	}
}

/* None is in another function's memory by going round the end of all addresses, and no two are at one. */
static bool sites_are_good(const struct dtrace_processsite *sites, uint32_t count, uint64_t function)
{
	uint32_t i;

	for (i = 0; i < count; i++) {
		if (sites[i].addr < function || (i > 0 && sites[i].addr == sites[i - 1].addr))
			return false;
	}
	return true;
}

/* ---- probes ----------------------------------------------------------------------------------- */

static int check_probe(const struct provider *provider, const struct dof_probe *probe)
{
	uint32_t i;

	if (probe->nargc > DTRACE_USDT_ARGS_MAX || probe->xargc > DTRACE_USDT_ARGS_MAX ||
	    (uint32_t)probe->noffs + probe->nenoffs > DTRACE_HELPER_PROBE_SITES)
		return -OS_ENOSPC;
	if (probe->noffs == 0 && probe->nenoffs == 0)
		return -OS_EINVAL;
	if (!is_in(&provider->sites, probe->offidx, probe->noffs) ||
	    (probe->nenoffs > 0 && !is_in(&provider->asking, probe->enoffidx, probe->nenoffs)) ||
	    (probe->xargc > 0 && !is_in(&provider->arguments, probe->argidx, probe->xargc)))
		return -OS_EINVAL;
	for (i = 0; i < probe->xargc; i++) {
		if (provider->arguments.data[(probe->argidx + i) * provider->arguments.stride] >= probe->nargc)
			return -OS_EINVAL;
	}
	return 0;
}

/* The second time: what is checked is written down. */
static int probe_put(struct reading *reading, const struct provider *provider, const struct dof_probe *probe,
		     uint32_t index, struct dt_process_probe *to)
{
	struct dtrace_processusdt *usdt = reading->usdt_at + reading->probes;
	struct dtrace_processsite *sites = reading->sites_at + reading->sites;
	uint64_t function = function_of(reading, provider, index);
	uint32_t count = (uint32_t)probe->noffs + probe->nenoffs, i;

	usdt->natives = probe->nargc;
	usdt->seen = probe->xargc;
	usdt->flags = DTRACE_PROCESSUSDT_MAPPED;
	for (i = 0; i < probe->xargc; i++)
		usdt->from[i] = provider->arguments.data[(probe->argidx + i) * provider->arguments.stride];
	sites_put(sites, &provider->sites, probe->offidx, probe->noffs, function, 0);
	if (probe->nenoffs > 0)
		sites_put(sites + probe->noffs, &provider->asking, probe->enoffidx, probe->nenoffs, function,
			  DT_SITE_ASKS);
	sites_sort(sites, count);
	if (!sites_are_good(sites, count, function))
		return -OS_EINVAL;
	to->provider = reading->helper->providers[reading->providers].name;
	to->module = reading->helper->module;
	to->registered = true;
	to->usdt = usdt;
	to->sites = sites;
	to->site_count = count;
	return 0;
}

static int read_probe(struct reading *reading, const struct provider *provider, uint32_t index)
{
	const struct dof_probe *probe =
		(const struct dof_probe *)(provider->probes.data + (size_t)index * provider->probes.stride);
	struct dt_process_probe names, *to = reading->helper ? &reading->helper->probes[reading->probes] : &names;
	size_t types = reading->types;
	int error = check_probe(provider, probe);

	if (!error)
		error = name_get(&provider->strings, probe->func, DTRACE_FUNCNAMELEN, &to->function);
	if (!error)
		error = name_get(&provider->strings, probe->name, DTRACE_NAMELEN, &to->name);
	if (!error && !*to->name)
		error = -OS_EILSEQ;
	if (!error)
		error = types_get(reading, &provider->strings, probe->nargv, probe->nargc);
	if (!error)
		error = types_get(reading, &provider->strings, probe->xargv, probe->xargc);
	if (!error && reading->helper) {
		to->types = reading->types_at + types;
		to->types_size = reading->types - types;
		error = probe_put(reading, provider, probe, index, to);
	}
	reading->probes++;
	reading->sites += (uint32_t)probe->noffs + probe->nenoffs;
	reading->arguments += (uint32_t)probe->nargc + probe->xargc;
	if (!error && (reading->probes > DTRACE_HELPER_PROBES || reading->sites > DTRACE_HELPER_SITES ||
		       reading->arguments > DTRACE_HELPER_ARGUMENTS))
		error = -OS_ENOSPC;
	os_yield();
	return error;
}

/* ---- providers -------------------------------------------------------------------------------- */

/* Levels and classes that are not known count as the highest: generators write what they like. */
static void attribute_get(uint32_t word, struct dtrace_attribute *ret)
{
	ret->name = (uint8_t)DT_MIN(DOF_ATTR_NAME(word), (uint32_t)DTRACE_STABILITY_STANDARD);
	ret->data = (uint8_t)DT_MIN(DOF_ATTR_DATA(word), (uint32_t)DTRACE_STABILITY_STANDARD);
	ret->dclass = (uint8_t)DT_MIN(DOF_ATTR_CLASS(word), (uint32_t)DTRACE_CLASS_COMMON);
}

static void provider_put(struct reading *reading, const struct provider *provider, const char *name)
{
	struct dt_helper_provider *to = &reading->helper->providers[reading->providers];
	const uint32_t *attr = provider->desc->attr;

	to->name = name;
	attribute_get(attr[0], &to->attr.provider);
	attribute_get(attr[1], &to->attr.module);
	attribute_get(attr[2], &to->attr.function);
	attribute_get(attr[3], &to->attr.name);
	attribute_get(attr[4], &to->attr.args);
}

static bool tables_get(const struct reading *reading, struct provider *provider)
{
	const struct dof_provider *desc = provider->desc;

	provider->probes_section = desc->probes;
	provider->asking = (struct table){ NULL, 4, 0 };
	if (!table_get(reading, desc->strtab, DOF_SECT_STRTAB, 1, 1, &provider->strings) ||
	    !table_get(reading, desc->probes, DOF_SECT_PROBES, sizeof(struct dof_probe), 8, &provider->probes) ||
	    !table_get(reading, desc->prargs, DOF_SECT_PRARGS, 1, 1, &provider->arguments) ||
	    !table_get(reading, desc->proffs, DOF_SECT_PROFFS, 4, 4, &provider->sites))
		return false;
	if (reading->header->ident[DOF_ID_VERSION] < 2 || desc->prenoffs == DOF_SECIDX_NONE)
		return true;
	return table_get(reading, desc->prenoffs, DOF_SECT_PRENOFFS, 4, 4, &provider->asking);
}

static int read_provider(struct reading *reading, const struct dof_sec *section)
{
	bool is_first = reading->header->ident[DOF_ID_VERSION] < 2;
	size_t size = is_first ? offsetof(struct dof_provider, prenoffs) : sizeof(struct dof_provider);
	struct provider provider = { (const struct dof_provider *)(reading->dof + section->offset) };
	const char *name;
	uint32_t i;
	int error;

	if (section->offset % 4 != 0 || section->size < size || !tables_get(reading, &provider))
		return -OS_EINVAL;
	if (reading->providers == DTRACE_HELPER_PROVIDERS)
		return -OS_ENOSPC;
	error = name_get(&provider.strings, provider.desc->name, DTRACE_PROVNAMELEN, &name);
	if (!error)
		error = *name ? dt_usdt_provider_error(name) : -OS_EILSEQ;
	if (!error && reading->helper)
		provider_put(reading, &provider, name);
	for (i = 0; i < provider.probes.count && !error; i++)
		error = read_probe(reading, &provider, i);
	reading->providers++;
	return error;
}

/* All of it, the first time or the second. */
static int read_all(struct reading *reading)
{
	const struct dof_sec *section;
	uint32_t i;
	int error = 0;

	reading->providers = reading->probes = reading->sites = reading->arguments = 0;
	reading->types = 0;
	for (i = 0; i < reading->header->secnum && !error; i++) {
		section = &reading->sections[i];
		if (section->type == DOF_SECT_PROVIDER && section->flags & DOF_SECF_LOAD)
			error = read_provider(reading, section);
	}
	return error;
}

/* ---- the object ------------------------------------------------------------------------------- */

static size_t memory_used; /* [A] by all objects */

/* @size bytes more; false: that would be too many. */
static bool memory_take(size_t size)
{
	if (__atomic_add_fetch(&memory_used, size, __ATOMIC_RELAXED) <= DTRACE_HELPER_MEMORY)
		return true;
	__atomic_sub_fetch(&memory_used, size, __ATOMIC_RELAXED);
	return false;
}

/* Room for what was counted. */
static int helper_alloc(struct reading *reading)
{
	size_t providers = reading->providers * sizeof(struct dt_helper_provider);
	size_t probes = reading->probes * sizeof(struct dt_process_probe);
	size_t usdt = reading->probes * sizeof(struct dtrace_processusdt);
	size_t sites = reading->sites * sizeof(struct dtrace_processsite);
	size_t size = DT_ROUNDUP(sizeof(struct dt_helper), (size_t)16) + DT_ROUNDUP(providers, (size_t)8) +
		      DT_ROUNDUP(probes, (size_t)8) + usdt + sites + reading->types;
	struct dt_helper *helper;
	uint8_t *at;

	if (!memory_take(size + reading->size))
		return -OS_ENOMEM;
	helper = os_alloc(size);
	if (!helper) {
		__atomic_sub_fetch(&memory_used, size + reading->size, __ATOMIC_RELAXED);
		return -OS_ENOMEM;
	}
	helper->references = 1;
	helper->size = size + reading->size;
	at = (uint8_t *)helper + DT_ROUNDUP(sizeof(struct dt_helper), (size_t)16);
	reading->usdt_at = (struct dtrace_processusdt *)at;
	reading->sites_at = (struct dtrace_processsite *)(at + usdt);
	at += usdt + sites;
	helper->probes = (struct dt_process_probe *)at;
	at += DT_ROUNDUP(probes, (size_t)8);
	helper->providers = (struct dt_helper_provider *)at;
	reading->types_at = (char *)at + DT_ROUNDUP(providers, (size_t)8);
	helper->provider_count = reading->providers;
	helper->probe_count = reading->probes;
	helper->site_count = reading->sites;
	helper->argument_count = reading->arguments;
	dt_strlcpy(helper->module, reading->from->mod, sizeof(helper->module));
	reading->helper = helper;
	return 0;
}

/* The module's name comes from the program, too. */
static int check_module(const char mod[DTRACE_MODNAMELEN])
{
	size_t i;

	for (i = 0; i < DTRACE_MODNAMELEN && mod[i]; i++) {
		if ((uint8_t)mod[i] < ' ' || mod[i] == 0x7f)
			return -OS_EILSEQ;
	}
	return i == 0 ? -OS_EILSEQ : 0;
}

int dt_helper_make(void *dof, size_t size, const struct dof_helper *from, struct dt_helper **ret)
{
	struct reading reading = { .dof = dof, .size = size, .header = dof, .from = from };
	int error = check_header(&reading);

	if (!error)
		error = check_module(from->mod);
	if (!error)
		error = check_sections(&reading);
	if (!error)
		error = check_relocations(&reading);
	if (!error)
		error = read_all(&reading);
	if (!error && reading.providers == 0)
		error = -OS_EOPNOTSUPP;
	if (!error)
		error = helper_alloc(&reading);
	if (error)
		return error;
	error = read_all(&reading);
	if (error) {
		dt_helper_put(reading.helper);
		return error;
	}
	reading.helper->dof = dof;
	*ret = reading.helper;
	return 0;
}

void dt_helper_put(struct dt_helper *helper)
{
	if (__atomic_sub_fetch(&helper->references, 1, __ATOMIC_ACQ_REL) != 0)
		return;
	__atomic_sub_fetch(&memory_used, helper->size, __ATOMIC_RELAXED);
	os_free(helper->dof);
	os_free(helper);
}

/* ---- lists ------------------------------------------------------------------------------------ */

void dt_helpers_hold(struct dt_helpers *helpers)
{
	if (helpers)
		__atomic_add_fetch(&helpers->references, 1, __ATOMIC_RELAXED);
}

void dt_helpers_put(struct dt_helpers *helpers)
{
	uint32_t i;

	if (!helpers || __atomic_sub_fetch(&helpers->references, 1, __ATOMIC_ACQ_REL) != 0)
		return;
	for (i = 0; i < helpers->count; i++)
		dt_helper_put(helpers->all[i]);
	os_free(helpers);
}

bool dt_helpers_have(const struct dt_helpers *helpers, const struct dt_helper *helper)
{
	uint32_t i;

	for (i = 0; helpers && i < helpers->count; i++) {
		if (helpers->all[i] == helper)
			return true;
	}
	return false;
}

static struct dt_helpers *list_make(uint32_t room)
{
	struct dt_helpers *list = os_alloc(sizeof(*list) + room * sizeof(list->all[0]));

	if (list)
		list->references = 1;
	return list;
}

static void list_add(struct dt_helpers *list, struct dt_helper *helper)
{
	__atomic_add_fetch(&helper->references, 1, __ATOMIC_RELAXED);
	list->all[list->count++] = helper;
}

int dt_helpers_with(const struct dt_helpers *old, struct dt_helper *helper, struct dt_helpers **ret)
{
	uint32_t count = old ? old->count : 0, i;
	uint32_t providers = helper->provider_count, probes = helper->probe_count, sites = helper->site_count,
		 arguments = helper->argument_count;
	struct dt_helpers *list;

	for (i = 0; i < count; i++) {
		providers += old->all[i]->provider_count;
		probes += old->all[i]->probe_count;
		sites += old->all[i]->site_count;
		arguments += old->all[i]->argument_count;
	}
	if (providers > DTRACE_HELPER_PROVIDERS || probes > DTRACE_HELPER_PROBES || sites > DTRACE_HELPER_SITES ||
	    arguments > DTRACE_HELPER_ARGUMENTS)
		return -OS_ENOSPC;
	list = list_make(count + 1);
	if (!list)
		return -OS_ENOMEM;
	for (i = 0; i < count; i++)
		list_add(list, old->all[i]);
	list_add(list, helper);
	*ret = list;
	return 0;
}

int dt_helpers_without(const struct dt_helpers *old, int generation, struct dt_helpers **ret)
{
	uint32_t count = old ? old->count : 0, i, gone = count;
	struct dt_helpers *list;

	for (i = 0; i < count; i++) {
		if (old->all[i]->generation == generation)
			gone = i;
	}
	if (gone == count)
		return -OS_ENOENT;
	*ret = NULL;
	if (count == 1)
		return 0;
	list = list_make(count - 1);
	if (!list)
		return -OS_ENOMEM;
	for (i = 0; i < count; i++) {
		if (i != gone)
			list_add(list, old->all[i]);
	}
	*ret = list;
	return 0;
}
