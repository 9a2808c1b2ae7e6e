/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * program/dof_write.c - a program as DOF. Sections are collected first; then the header, the section headers
 * and the data are laid out. An object that several clauses share is written once, and so are the
 * actions of a clause on several probe descriptions.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "program/program.h"

struct section {
	struct dof_sec header;
	size_t data; /* offset in dof->data */
};

/* Which section an object became: an open hash by its address. */
struct object_slot {
	const struct ldt_difo_user *difo;
	uint32_t section;
};

struct dof {
	struct dtrace_hdl *dtp;
	struct section *sections;
	size_t count, room;
	unsigned char *data;
	size_t size, data_room;
	struct object_slot *objects;
	size_t object_count, object_room;
	bool failed;
};

static void *reserve(struct dof *dof, void *array, size_t want, size_t *room, size_t size)
{
	size_t more = *room ? *room : 64;
	void *bigger;

	if (want <= *room)
		return array;
	while (more < want)
		more *= 2;
	bigger = realloc(array, more * size);
	if (!bigger) {
		dof->failed = true;
		return array;
	}
	*room = more;
	return bigger;
}

/* Add a section, its data 8-byte aligned. Return its index; anything when memory has failed. */
static uint32_t add_section(struct dof *dof, enum dof_sect type, uint32_t align, uint32_t entry, const void *data,
			    size_t size)
{
	size_t start = DT_ROUNDUP(dof->size, (size_t)8);
	struct section *section;

	dof->sections = reserve(dof, dof->sections, dof->count + 1, &dof->room, sizeof(*dof->sections));
	dof->data = reserve(dof, dof->data, start + size, &dof->data_room, 1);
	if (dof->failed)
		return 0;
	memset(dof->data + dof->size, 0, start - dof->size);
	if (size)
		memcpy(dof->data + start, data, size);
	dof->size = start + size;
	section = &dof->sections[dof->count];
	memset(section, 0, sizeof(*section));
	section->header.type = type;
	section->header.align = align;
	section->header.flags = DOF_SECF_LOAD;
	section->header.entsize = entry;
	section->header.size = size;
	section->data = start;
	return (uint32_t)dof->count++;
}

/* ---- objects --------------------------------------------------------------------------------- */

static struct object_slot *object_slot(struct object_slot *slots, size_t room, const struct ldt_difo_user *difo)
{
	size_t i = ((uintptr_t)difo >> 4) * 2654435761u & (room - 1);

	while (slots[i].difo && slots[i].difo != difo)
		i = (i + 1) & (room - 1);
	return &slots[i];
}

static void grow_objects(struct dof *dof)
{
	size_t room = dof->object_room ? dof->object_room * 2 : 64, i;
	struct object_slot *slots;

	if (dof->object_count * 2 < dof->object_room)
		return;
	slots = calloc(room, sizeof(*slots));
	if (!slots) {
		dof->failed = true;
		return;
	}
	for (i = 0; i < dof->object_room; i++)
		if (dof->objects[i].difo)
			*object_slot(slots, room, dof->objects[i].difo) = dof->objects[i];
	free(dof->objects);
	dof->objects = slots;
	dof->object_room = room;
}

static uint32_t add_object(struct dof *dof, const struct ldt_difo_user *difo)
{
	struct {
		struct dof_difohdr_type rtype;
		dof_secidx_t links[4];
	} header;
	struct object_slot *slot;
	unsigned int links = 0;

	grow_objects(dof);
	if (dof->failed)
		return 0;
	slot = object_slot(dof->objects, dof->object_room, difo);
	if (slot->difo)
		return slot->section;
	memset(&header, 0, sizeof(header));
	memcpy(&header.rtype, &difo->rtype, sizeof(header.rtype));
	header.links[links++] =
		add_section(dof, DOF_SECT_DIF, 4, 4, difo->code, difo->code_count * sizeof(dif_instr_t));
	if (difo->int_count)
		header.links[links++] = add_section(dof, DOF_SECT_INTTAB, 8, 8, difo->ints, difo->int_count * 8);
	if (difo->string_size)
		header.links[links++] = add_section(dof, DOF_SECT_STRTAB, 1, 0, difo->strings, difo->string_size);
	if (difo->var_count)
		header.links[links++] = add_section(dof, DOF_SECT_VARTAB, 4, sizeof(struct dtrace_difv), difo->vars,
						    difo->var_count * sizeof(struct dtrace_difv));
	slot->difo = difo;
	slot->section =
		add_section(dof, DOF_SECT_DIFOHDR, 4, 0, &header, sizeof(header.rtype) + links * sizeof(dof_secidx_t));
	dof->object_count++;
	return slot->section;
}

/* ---- clauses --------------------------------------------------------------------------------- */

/* By the column `shows` of spec/action.def. */
enum shows { SHOWS_NOTHING, SHOWS_PLAIN, SHOWS_FORMAT, SHOWS_PARTS, SHOWS_SYMBOL, SHOWS_FRAMES };

static bool has_format(enum dtrace_action kind)
{
	switch ((unsigned int)kind) {
#define DT_ACTION_KIND(number, NAME, value, word, records, does, needs, shows, prints) \
	case number:                                                                   \
		return SHOWS_##shows == SHOWS_FORMAT;
#include "../../spec/action.def"
	}
	return false; /* an aggregating function */
}

/* Actions of a clause with a string table for their formats. Actions of one statement share their format's text. */
static uint32_t add_actions(struct dof *dof, const struct ldt_stmt *stmt)
{
	struct dof_actdesc *descs = calloc(stmt->action_count, sizeof(*descs));
	const struct ldt_format *last = NULL;
	char *text = NULL;
	size_t size = 0, room = 0, at = 0, i;
	uint32_t ret;

	if (!descs) {
		dof->failed = true;
		return 0;
	}
	for (i = 0; i < stmt->action_count && !dof->failed; i++) {
		const struct ldt_action_user *action = &stmt->actions[i];

		descs[i].difo = action->difo ? add_object(dof, action->difo) : DOF_SECIDX_NONE;
		descs[i].strtab = DOF_SECIDX_NONE;
		descs[i].kind = action->kind;
		descs[i].ntuple = action->ntuple;
		descs[i].arg = action->arg;
		descs[i].uarg = action->uarg;
		if (!has_format(action->kind) || !action->format)
			continue;
		if (action->format != last) {
			size_t length = strlen(action->format->text) + 1;

			text = reserve(dof, text, size + length, &room, 1);
			if (dof->failed)
				break;
			memcpy(text + size, action->format->text, length);
			at = size;
			size += length;
			last = action->format;
		}
		descs[i].arg |= at + 1;
	}
	if (size && !dof->failed) {
		uint32_t strtab = add_section(dof, DOF_SECT_STRTAB, 1, 0, text, size);

		for (i = 0; i < stmt->action_count; i++)
			if (has_format(descs[i].kind) && (uint32_t)descs[i].arg)
				descs[i].strtab = strtab;
	}
	ret = add_section(dof, DOF_SECT_ACTDESC, 8, sizeof(*descs), descs, stmt->action_count * sizeof(*descs));
	free(text);
	free(descs);
	return ret;
}

/* Append a string to a table of at most the names' sizes. */
static uint32_t put_name(char *table, size_t *size, const char *name)
{
	uint32_t at = (uint32_t)*size;
	size_t length = strlen(name) + 1;

	memcpy(table + *size, name, length);
	*size += length;
	return at;
}

static uint32_t add_probe(struct dof *dof, const struct dtrace_probedesc *probe)
{
	char table[DTRACE_FULLNAMELEN + 8];
	struct dof_probedesc desc = { 0 };
	size_t size = 0;

	desc.provider = put_name(table, &size, probe->provider);
	desc.module = put_name(table, &size, probe->module);
	desc.function = put_name(table, &size, probe->function);
	desc.name = put_name(table, &size, probe->name);
	desc.id = probe->id;
	desc.strtab = add_section(dof, DOF_SECT_STRTAB, 1, 0, table, size);
	return add_section(dof, DOF_SECT_PROBEDESC, 4, 0, &desc, sizeof(desc));
}

/* Whether two clauses do the same: then they come from one, on two descriptions. */
static bool same_actions(const struct ldt_stmt *a, const struct ldt_stmt *b)
{
	return a->action_count == b->action_count &&
	       !memcmp(a->actions, b->actions, a->action_count * sizeof(*a->actions));
}

static void add_clauses(struct dof *dof, const struct dtrace_prog *prog)
{
	const struct ldt_stmt *stmt, *last = NULL;
	uint32_t actions = DOF_SECIDX_NONE;

	for (stmt = prog->stmts; stmt && !dof->failed; stmt = stmt->next) {
		struct dof_ecbdesc desc = { 0 };

		desc.probes = add_probe(dof, &stmt->probe);
		desc.pred = stmt->predicate ? add_object(dof, stmt->predicate) : DOF_SECIDX_NONE;
		if (!stmt->action_count)
			actions = DOF_SECIDX_NONE;
		else if (!last || !last->action_count || !same_actions(stmt, last))
			actions = add_actions(dof, stmt);
		desc.actions = actions;
		last = stmt;
		add_section(dof, DOF_SECT_ECBDESC, 8, 0, &desc, sizeof(desc));
	}
}

/* ---- options --------------------------------------------------------------------------------- */

static void add_options(struct dof *dof)
{
	struct dof_optdesc descs[LDT_OPT_MAX];
	struct dtrace_hdl *dtp = dof->dtp;
	size_t count = 0;
	int i;

	for (i = 0; i < LDT_OPT_MAX; i++) {
		struct dof_optdesc *desc = &descs[count];
		int64_t value = dtp->options[i];

		if (i == LDT_OPT_STRSIZE && dtp->copts.oracle_compat)
			value = ldt_string_size(dtp);
		if (value == LDT_OPT_UNSET && !dtp->string_options[i])
			continue;
		memset(desc, 0, sizeof(*desc));
		desc->option = (uint32_t)i;
		desc->strtab = DOF_SECIDX_NONE;
		desc->value = (uint64_t)value;
		if (dtp->string_options[i]) {
			desc->strtab = add_section(dof, DOF_SECT_STRTAB, 1, 0, dtp->string_options[i],
						   strlen(dtp->string_options[i]) + 1);
			desc->value = 0;
		}
		count++;
	}
	if (count)
		add_section(dof, DOF_SECT_OPTDESC, 8, sizeof(descs[0]), descs, count * sizeof(descs[0]));
}

/* ---- the file -------------------------------------------------------------------------------- */

static void fill_header(const struct dof *dof, struct dof_hdr *header, uint64_t size)
{
	const uint16_t probe = 1;

	memcpy(header->ident, DOF_MAGIC, 4);
	header->ident[DOF_ID_MODEL] = dof->dtp->conf.word_size == 4 ? DOF_MODEL_ILP32 : DOF_MODEL_LP64;
	header->ident[DOF_ID_ENCODING] = *(const uint8_t *)&probe ? DOF_ENCODE_LSB : DOF_ENCODE_MSB;
	header->ident[DOF_ID_VERSION] = DOF_VERSION;
	header->ident[DOF_ID_DIFVERS] = DIF_VERSION;
	header->ident[DOF_ID_DIFIREG] = DIF_REGS;
	header->ident[DOF_ID_DIFTREG] = DIF_TUPLE_REGS;
	header->hdrsize = sizeof(struct dof_hdr);
	header->secsize = sizeof(struct dof_sec);
	header->secnum = (uint32_t)dof->count;
	header->secoff = sizeof(struct dof_hdr);
	header->loadsz = header->filesz = size;
}

static void *lay_out(const struct dof *dof, size_t *size_ret)
{
	size_t base = sizeof(struct dof_hdr) + dof->count * sizeof(struct dof_sec), size = base + dof->size, i;
	unsigned char *file = calloc(1, size);
	struct dof_sec *headers;

	if (!file)
		return NULL;
	fill_header(dof, (struct dof_hdr *)file, size);
	headers = (struct dof_sec *)(file + sizeof(struct dof_hdr));
	for (i = 0; i < dof->count; i++) {
		headers[i] = dof->sections[i].header;
		headers[i].offset = base + dof->sections[i].data;
	}
	if (dof->size)
		memcpy(file + base, dof->data, dof->size);
	*size_ret = size;
	return file;
}

/* For -xdump=dof. */
static void dump_dof(struct dtrace_hdl *dtp, const void *dof)
{
	static const char *const names[] = { "none",     "comments", "source",  "ecbdesc",  "probedesc", "actdesc",
					     "difohdr",  "dif",      "strtab",  "vartab",   "reltab",    "typtab",
					     "urelhdr",  "krelhdr",  "optdesc", "provider", "probes",    "prargs",
					     "proffs",   "inttab",   "utsname", "xltab",    "xlmembers", "xlimport",
					     "xlexport", "prexport", "prenoffs" };
	const struct dof_hdr *header = dof;
	const struct dof_sec *sections = (const struct dof_sec *)((const char *)dof + header->secoff);
	FILE *out = dtp->dump ? dtp->dump : stderr;
	uint32_t i;

	fprintf(out, "DOF version %u, %u sections, %llu bytes\n", header->ident[DOF_ID_VERSION], header->secnum,
		(unsigned long long)header->filesz);
	for (i = 0; i < header->secnum; i++)
		fprintf(out, "%5u %-10s offset %-8llu size %llu\n", i,
			sections[i].type < DT_ARRAY_SIZE(names) ? names[sections[i].type] : "?",
			(unsigned long long)sections[i].offset, (unsigned long long)sections[i].size);
}

void *ldt_dof_create(struct dtrace_hdl *dtp, const struct dtrace_prog *prog, unsigned int flags, size_t *size_ret)
{
	struct dof dof = { .dtp = dtp };
	void *file = NULL;

	if (prog)
		add_clauses(&dof, prog);
	add_options(&dof);
	if (!dof.failed)
		file = lay_out(&dof, size_ret);
	if (!file) {
		ldt_set_errno(dtp, ENOMEM);
	} else if (*size_ret > DOF_SIZE_MAX) {
		free(file);
		file = NULL;
		ldt_set_error(dtp, E2BIG, "The program is too large: %zu bytes to load, at most %d", *size_ret,
			      DOF_SIZE_MAX);
	}
	if (file && (flags & LDT_DOF_DUMP))
		dump_dof(dtp, file);
	free(dof.sections);
	free(dof.data);
	free(dof.objects);
	return file;
}
