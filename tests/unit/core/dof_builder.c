/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* dof_builder.c - DOF built by tests: see dof_builder.h. */
#include "dof_builder.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECTIONS_MAX 20000
#define ACTIONS_MAX  20000
#define OPTIONS_MAX  64
#define STRINGS_MAX  (1024 * 1024)

struct section {
	struct dof_sec header;
	void *data;
};

struct dof_builder {
	struct section sections[SECTIONS_MAX];
	uint32_t section_count;
	struct dof_actdesc actions[ACTIONS_MAX];
	size_t action_count;
	struct dof_optdesc options[OPTIONS_MAX];
	size_t option_count;
	char strings[STRINGS_MAX];
	size_t string_size;
};

struct dof_builder *dofb_create(void)
{
	struct dof_builder *b = calloc(1, sizeof(*b));

	assert(b != NULL);
	b->section_count = 1; /* 0: the string table, made at the end */
	b->string_size = 1;
	return b;
}

void dofb_destroy(struct dof_builder *b)
{
	uint32_t i;

	if (b == NULL)
		return;
	for (i = 0; i < b->section_count; i++)
		free(b->sections[i].data);
	free(b);
}

static void section_fill(struct section *section, uint32_t type, uint32_t align, uint32_t entsize, const void *data,
			 size_t size)
{
	section->header.type = type;
	section->header.align = align;
	section->header.flags = DOF_SECF_LOAD;
	section->header.entsize = entsize;
	section->header.size = size;
	section->data = malloc(size + 1);
	assert(section->data != NULL);
	memcpy(section->data, data, size);
}

uint32_t dofb_section(struct dof_builder *b, uint32_t type, uint32_t align, uint32_t entsize, const void *data,
		      size_t size)
{
	assert(b->section_count < SECTIONS_MAX);
	section_fill(&b->sections[b->section_count], type, align, entsize, data, size);
	return b->section_count++;
}

uint32_t dofb_string(struct dof_builder *b, const char *text)
{
	uint32_t offset = (uint32_t)b->string_size;
	size_t size = strlen(text) + 1;

	assert(b->string_size + size <= STRINGS_MAX);
	memcpy(b->strings + b->string_size, text, size);
	b->string_size += size;
	return offset;
}

uint32_t dofb_difo(struct dof_builder *b, const struct dofb_difo *difo)
{
	struct {
		struct dof_difohdr_type rtype;
		uint32_t links[4];
	} header;
	size_t links = 0;

	memcpy(&header.rtype, &difo->rtype, sizeof(header.rtype));
	header.links[links++] = dofb_section(b, DOF_SECT_DIF, 4, 4, difo->code, difo->code_count * 4);
	if (difo->int_count > 0)
		header.links[links++] = dofb_section(b, DOF_SECT_INTTAB, 8, 8, difo->ints, difo->int_count * 8);
	if (difo->string_size > 0)
		header.links[links++] = dofb_section(b, DOF_SECT_STRTAB, 1, 0, difo->strings, difo->string_size);
	if (difo->var_count > 0)
		header.links[links++] = dofb_section(b, DOF_SECT_VARTAB, 4, sizeof(struct dtrace_difv), difo->vars,
						     difo->var_count * sizeof(struct dtrace_difv));
	return dofb_section(b, DOF_SECT_DIFOHDR, 4, 0, &header, sizeof(header.rtype) + links * 4);
}

static const struct dtrace_diftype integer = { DIF_TYPE_CTF, 1, 0, 0, 8 };
static const struct dtrace_diftype nothing = { DIF_TYPE_CTF, 0, 0, 0, 0 };
static const struct dtrace_diftype string = { DIF_TYPE_STRING, 0, DIF_TYPE_BYREF, 0, 0 };

static uint32_t difo_const(struct dof_builder *b, uint64_t value, struct dtrace_diftype rtype)
{
	const dif_instr_t code[] = { DIF_INSTR_WIDE(DIF_OP_SETX, 0, 1), DIF_INSTR(DIF_OP_RET, 0, 0, 1) };
	const struct dofb_difo difo = { code, 2, &value, 1, .rtype = rtype };

	return dofb_difo(b, &difo);
}

uint32_t dofb_const(struct dof_builder *b, uint64_t value)
{
	return difo_const(b, value, integer);
}

uint32_t dofb_void(struct dof_builder *b, uint64_t value)
{
	return difo_const(b, value, nothing);
}

static uint32_t difo_var(struct dof_builder *b, uint32_t var, struct dtrace_diftype rtype)
{
	const dif_instr_t code[] = { DIF_INSTR_WIDE(DIF_OP_LDGS, var, 1), DIF_INSTR(DIF_OP_RET, 0, 0, 1) };
	const struct dofb_difo difo = { code, 2, .rtype = rtype };

	return dofb_difo(b, &difo);
}

uint32_t dofb_var(struct dof_builder *b, uint32_t var)
{
	return difo_var(b, var, integer);
}

uint32_t dofb_string_var(struct dof_builder *b, uint32_t var)
{
	return difo_var(b, var, string);
}

uint32_t dofb_load(struct dof_builder *b, uint64_t address)
{
	const dif_instr_t code[] = { DIF_INSTR_WIDE(DIF_OP_SETX, 0, 1), DIF_INSTR(DIF_OP_LDX, 1, 0, 2),
				     DIF_INSTR(DIF_OP_RET, 0, 0, 2) };
	const struct dofb_difo difo = { code, 3, &address, 1, .rtype = integer };

	return dofb_difo(b, &difo);
}

uint32_t dofb_probe(struct dof_builder *b, const char *description, uint32_t id)
{
	struct dof_probedesc desc = { .strtab = 0, .id = id };
	char text[512], *field, *rest = text;
	dof_stridx_t *to[4] = { &desc.provider, &desc.module, &desc.function, &desc.name };
	int i;

	snprintf(text, sizeof(text), "%s", description);
	for (i = 0; i < 4; i++) {
		field = strsep(&rest, ":");
		*to[i] = dofb_string(b, field != NULL ? field : "");
	}
	return dofb_section(b, DOF_SECT_PROBEDESC, 4, 0, &desc, sizeof(desc));
}

struct dof_actdesc *dofb_action(struct dof_builder *b, uint32_t kind, uint32_t difo)
{
	struct dof_actdesc *action = &b->actions[b->action_count++];

	assert(b->action_count <= ACTIONS_MAX);
	memset(action, 0, sizeof(*action));
	action->difo = difo;
	action->strtab = DOF_SECIDX_NONE;
	action->kind = kind;
	return action;
}

uint32_t dofb_actions(struct dof_builder *b)
{
	size_t size = b->action_count * sizeof(b->actions[0]);

	b->action_count = 0;
	return dofb_section(b, DOF_SECT_ACTDESC, 8, sizeof(struct dof_actdesc), b->actions, size);
}

uint32_t dofb_clause(struct dof_builder *b, uint32_t probe, uint32_t predicate, uint32_t actions, uint64_t uarg)
{
	struct dof_ecbdesc desc = { probe, predicate, actions, 0, uarg };

	return dofb_section(b, DOF_SECT_ECBDESC, 8, 0, &desc, sizeof(desc));
}

void dofb_option(struct dof_builder *b, uint32_t number, uint64_t value)
{
	struct dof_optdesc *option = &b->options[b->option_count++];

	option->option = number;
	option->strtab = DOF_SECIDX_NONE;
	option->value = value;
}

static size_t round_up(size_t n, size_t align)
{
	return (n + align - 1) & ~(align - 1);
}

void *dofb_finish(struct dof_builder *b, size_t *size)
{
	struct dof_hdr header = { .hdrsize = sizeof(struct dof_hdr), .secsize = sizeof(struct dof_sec) };
	size_t offset;
	uint8_t *data;
	uint32_t i;

	if (b->option_count > 0)
		dofb_section(b, DOF_SECT_OPTDESC, 8, sizeof(struct dof_optdesc), b->options,
			     b->option_count * sizeof(b->options[0]));
	free(b->sections[0].data);
	section_fill(&b->sections[0], DOF_SECT_STRTAB, 1, 0, b->strings, b->string_size);
	offset = sizeof(header) + b->section_count * sizeof(struct dof_sec);
	for (i = 0; i < b->section_count; i++) {
		offset = round_up(offset, b->sections[i].header.align);
		b->sections[i].header.offset = offset;
		offset += b->sections[i].header.size;
	}
	memcpy(header.ident, DOF_MAGIC, 4);
	header.ident[DOF_ID_MODEL] = sizeof(void *) == 8 ? DOF_MODEL_LP64 : DOF_MODEL_ILP32;
	header.ident[DOF_ID_ENCODING] = DOF_ENCODE_LSB;
	header.ident[DOF_ID_VERSION] = DOF_VERSION;
	header.ident[DOF_ID_DIFVERS] = DIF_VERSION;
	header.ident[DOF_ID_DIFIREG] = DIF_REGS;
	header.ident[DOF_ID_DIFTREG] = DIF_TUPLE_REGS;
	header.secnum = b->section_count;
	header.secoff = sizeof(header);
	header.loadsz = header.filesz = offset;
	data = calloc(1, offset);
	assert(data != NULL);
	memcpy(data, &header, sizeof(header));
	for (i = 0; i < b->section_count; i++) {
		memcpy(data + sizeof(header) + i * sizeof(struct dof_sec), &b->sections[i].header,
		       sizeof(struct dof_sec));
		memcpy(data + b->sections[i].header.offset, b->sections[i].data, b->sections[i].header.size);
	}
	*size = offset;
	return data;
}
