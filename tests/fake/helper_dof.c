/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* helper_dof.c - see helper_dof.h. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "fake/helper_dof.h"
#include "os/os.h"

struct helper_dof *helper_dof_create(void)
{
	struct helper_dof *dof = calloc(1, sizeof(*dof));

	dof->version = DOF_VERSION;
	dof->strings_size = 1;
	return dof;
}

uint32_t helper_dof_string(struct helper_dof *dof, const char *text)
{
	size_t at = dof->strings_size;

	dof->strings_size += strlen(text) + 1;
	assert(dof->strings_size <= sizeof(dof->strings));
	strcpy(dof->strings + at, text);
	return (uint32_t)at;
}

struct dof_provider *helper_dof_provider(struct helper_dof *dof, const char *name)
{
	size_t n = dof->provider_count++;
	struct dof_provider *desc = &dof->providers[n].desc;

	assert(n < HELPER_DOF_PROVIDERS);
	desc->strtab = HELPER_STRTAB;
	desc->probes = (uint32_t)HELPER_PROBES(n);
	desc->prargs = HELPER_PRARGS;
	desc->proffs = HELPER_PROFFS;
	desc->prenoffs = HELPER_PRENOFFS;
	desc->name = helper_dof_string(dof, name);
	dof->providers[n].first = dof->probe_count;
	return desc;
}

struct dof_probe *helper_dof_probe(struct helper_dof *dof, uint64_t function, const char *func, const char *name)
{
	struct dof_probe *probe = &dof->probes[dof->probe_count++];

	assert(dof->probe_count <= HELPER_DOF_PROBES);
	dof->providers[dof->provider_count - 1].count++;
	probe->addr = function;
	probe->func = helper_dof_string(dof, func);
	probe->name = helper_dof_string(dof, name);
	probe->argidx = (uint32_t)dof->map_count;
	probe->offidx = (uint32_t)dof->offset_count;
	probe->enoffidx = (uint32_t)dof->asking_count;
	probe->pad1 = 0x5a5a; /* generators leave them as they were */
	probe->pad2 = 0x5a5a5a5a;
	return probe;
}

static struct dof_probe *last(struct helper_dof *dof)
{
	return &dof->probes[dof->probe_count - 1];
}

void helper_dof_site(struct helper_dof *dof, uint32_t offset)
{
	last(dof)->noffs++;
	dof->offsets[dof->offset_count++] = offset;
	assert(dof->offset_count < HELPER_DOF_WORDS);
}

void helper_dof_asks(struct helper_dof *dof, uint32_t offset)
{
	last(dof)->nenoffs++;
	dof->asking[dof->asking_count++] = offset;
	assert(dof->asking_count < HELPER_DOF_WORDS);
}

void helper_dof_native(struct helper_dof *dof, const char *type)
{
	uint32_t at = helper_dof_string(dof, type);

	if (last(dof)->nargc++ == 0)
		last(dof)->nargv = at;
}

void helper_dof_seen(struct helper_dof *dof, const char *type, uint8_t from)
{
	uint32_t at = helper_dof_string(dof, type);

	if (last(dof)->xargc++ == 0)
		last(dof)->xargv = at;
	dof->map[dof->map_count++] = from;
}

/* ---- layout ----------------------------------------------------------------------------------- */

struct layout {
	uint8_t *data; /* NULL: it is only measured */
	size_t used;
	uint32_t sections;
};

static void put(struct layout *layout, uint32_t type, uint32_t align, uint32_t entsize, const void *data, size_t size)
{
	struct dof_sec section = { type, align, DOF_SECF_LOAD, entsize, 0, size };

	layout->used = (layout->used + align - 1) / align * align;
	section.offset = layout->used;
	if (layout->data) {
		memcpy(layout->data + sizeof(struct dof_hdr) + layout->sections * sizeof(section), &section,
		       sizeof(section));
		memcpy(layout->data + layout->used, data, size);
	}
	layout->sections++;
	layout->used += size;
}

static void put_relocations(struct layout *layout, struct helper_dof *dof, size_t n)
{
	size_t count = dof->providers[n].count;
	struct dof_relodesc *relocations = calloc(count, sizeof(*relocations));
	struct dof_relohdr header = { HELPER_STRTAB, layout->sections, (uint32_t)HELPER_PROBES(n) };

	for (size_t i = 0; i < count; i++) {
		relocations[i].type = dof->relocation;
		relocations[i].offset = i * sizeof(struct dof_probe);
	}
	put(layout, DOF_SECT_RELTAB, 8, sizeof(*relocations), relocations, count * sizeof(*relocations));
	put(layout, DOF_SECT_URELHDR, 4, 0, &header, sizeof(header));
	free(relocations);
}

static void put_all(struct layout *layout, struct helper_dof *dof)
{
	size_t provider_size =
		dof->version == 1 ? offsetof(struct dof_provider, prenoffs) : sizeof(struct dof_provider);
	uint32_t sections = HELPER_FIRST + (uint32_t)dof->provider_count * (dof->relocation ? 4 : 2);

	layout->used = sizeof(struct dof_hdr) + sections * sizeof(struct dof_sec);
	layout->sections = 0;
	put(layout, DOF_SECT_STRTAB, 1, 0, dof->strings, dof->strings_size);
	put(layout, DOF_SECT_PRARGS, 1, 1, dof->map, dof->map_count ? dof->map_count : 1);
	put(layout, DOF_SECT_PROFFS, 4, 4, dof->offsets, 4 * dof->offset_count);
	put(layout, DOF_SECT_PRENOFFS, 4, 4, dof->asking, 4 * dof->asking_count);
	for (size_t i = 0; i < dof->provider_count; i++) {
		put(layout, DOF_SECT_PROBES, 8, sizeof(struct dof_probe), &dof->probes[dof->providers[i].first],
		    dof->providers[i].count * sizeof(struct dof_probe));
		put(layout, DOF_SECT_PROVIDER, 4, 0, &dof->providers[i].desc, provider_size);
	}
	for (size_t i = 0; i < dof->provider_count && dof->relocation; i++)
		put_relocations(layout, dof, i);
	assert(layout->sections == sections);
}

void *helper_dof_finish(struct helper_dof *dof, size_t *size)
{
	struct layout layout = { NULL, 0, 0 };
	struct dof_hdr header = { { 0 }, 0, sizeof(header), sizeof(struct dof_sec), 0, sizeof(header), 0, 0, 0 };

	put_all(&layout, dof);
	layout.data = os_alloc(layout.used);
	put_all(&layout, dof);
	memcpy(header.ident, DOF_MAGIC, 4);
	header.ident[DOF_ID_MODEL] = sizeof(void *) == 8 ? DOF_MODEL_LP64 : DOF_MODEL_ILP32;
	header.ident[DOF_ID_ENCODING] = DOF_ENCODE_LSB;
	header.ident[DOF_ID_VERSION] = dof->version;
	header.secnum = layout.sections;
	header.loadsz = header.filesz = layout.used;
	memcpy(layout.data, &header, sizeof(header));
	*size = layout.used;
	free(dof);
	return layout.data;
}

struct dof_sec *helper_dof_section(void *dof, uint32_t index)
{
	return (struct dof_sec *)((uint8_t *)dof + ((struct dof_hdr *)dof)->secoff) + index;
}

void *helper_dof_data(void *dof, uint32_t index)
{
	return (uint8_t *)dof + helper_dof_section(dof, index)->offset;
}
