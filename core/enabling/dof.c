/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dof.c - validation of DOF, and reading it afterwards.
 *
 * Each check_* returns NULL or the tag of the broken rule. The order is: header, section headers,
 * then each section by its type, in the order of the file; a reference is checked with the section
 * that holds it.
 */
#include "core/enabling/dof.h"

#include "core/buffer/buffer.h"
#include "core/dif/dif.h"
#include "core/state/state.h"
#include "base/memory.h"
#include "base/text.h"

#define ALIGN_MAX    4096
#define TRACEMEM_MAX (64 * 1024)

/*
 * The core's rules for each type of section. Types without an entry do not matter to an enabling
 * and are skipped.
 */
static const struct section_rule {
	uint16_t entry; /* bytes of an entry; 0: not a table */
	uint8_t align;  /* what the core reads it with */
	bool known;
	bool refused; /* has no place in an enabling */
} rules[DOF_SECT_COUNT] = {
	[DOF_SECT_ECBDESC] = { sizeof(struct dof_ecbdesc), 8, true, false },
	[DOF_SECT_PROBEDESC] = { sizeof(struct dof_probedesc), 4, true, false },
	[DOF_SECT_ACTDESC] = { sizeof(struct dof_actdesc), 8, true, false },
	[DOF_SECT_DIFOHDR] = { 0, 4, true, false },
	[DOF_SECT_DIF] = { sizeof(dif_instr_t), 4, true, false },
	[DOF_SECT_STRTAB] = { 0, 1, true, false },
	[DOF_SECT_VARTAB] = { sizeof(struct dtrace_difv), 4, true, false },
	[DOF_SECT_INTTAB] = { sizeof(uint64_t), 8, true, false },
	[DOF_SECT_OPTDESC] = { sizeof(struct dof_optdesc), 8, true, false },
	[DOF_SECT_URELHDR] = { .refused = true },
	[DOF_SECT_KRELHDR] = { .refused = true },
	[DOF_SECT_PROVIDER] = { .refused = true },
	[DOF_SECT_PROBES] = { .refused = true },
	[DOF_SECT_PRARGS] = { .refused = true },
	[DOF_SECT_PROFFS] = { .refused = true },
	[DOF_SECT_PRENOFFS] = { .refused = true },
};

/* ---- header and section headers -------------------------------------------------------------- */

static bool all_zero(const uint8_t *bytes, size_t count)
{
	while (count > 0 && *bytes == 0) {
		bytes++;
		count--;
	}
	return count == 0;
}

static const char *check_ident(const uint8_t *ident)
{
	if (dt_memcmp(ident, DOF_MAGIC, 4) != 0)
		return "dof-magic";
	if (ident[DOF_ID_MODEL] != DOF_MODEL_ILP32 && ident[DOF_ID_MODEL] != DOF_MODEL_LP64)
		return "dof-model";
	if (ident[DOF_ID_ENCODING] != (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? DOF_ENCODE_LSB : DOF_ENCODE_MSB))
		return "dof-encoding";
	if (ident[DOF_ID_VERSION] < DOF_VERSION_MIN || ident[DOF_ID_VERSION] > DOF_VERSION_MAX)
		return "dof-version";
	if (ident[DOF_ID_DIFVERS] < 1 || ident[DOF_ID_DIFVERS] > DIF_VERSION)
		return "dof-dif-version";
	if (ident[DOF_ID_DIFIREG] > DIF_REGS || ident[DOF_ID_DIFTREG] > DIF_TUPLE_REGS)
		return "dof-dif-registers";
	if (!all_zero(ident + DOF_ID_DIFTREG + 1, DOF_ID_SIZE - DOF_ID_DIFTREG - 1))
		return "dof-ident-padding";
	return NULL;
}

static const char *check_header(struct dt_dof *dof)
{
	const struct dof_hdr *header = dof->header;
	const char *reason = check_ident(header->ident);

	if (reason != NULL)
		return reason;
	if (header->flags != 0 || header->pad != 0)
		return "dof-header-flags";
	if (header->hdrsize != sizeof(struct dof_hdr) || header->secsize != sizeof(struct dof_sec))
		return "dof-header-size";
	if (header->loadsz > header->filesz || (header->filesz != dof->size && header->loadsz != dof->size))
		return "dof-file-size";
	if (header->secnum == 0 || header->secnum > DT_DOF_SECTIONS_MAX)
		return "dof-section-count";
	if (header->secoff < sizeof(struct dof_hdr) || header->secoff % 8 != 0 || header->secoff > dof->size ||
	    (uint64_t)header->secnum * sizeof(struct dof_sec) > dof->size - header->secoff)
		return "dof-section-headers";
	dof->sections = (const struct dof_sec *)(dof->data + header->secoff);
	return NULL;
}

/* The rule for a section whose data the core reads, NULL for one that it passes over. */
static const struct section_rule *section_rule(const struct dof_sec *section)
{
	if (section->type >= DOF_SECT_COUNT || !rules[section->type].known || !(section->flags & DOF_SECF_LOAD))
		return NULL;
	return &rules[section->type];
}

static const char *check_section_header(const struct dt_dof *dof, const struct dof_sec *section)
{
	const struct section_rule *rule = section_rule(section);

	if (section->type >= DOF_SECT_COUNT)
		return "dof-section-type";
	if (section->flags & ~(uint32_t)DOF_SECF_LOAD)
		return "dof-section-flags";
	if (section->align == 0 || (section->align & (section->align - 1)) != 0 || section->align > ALIGN_MAX)
		return "dof-section-align";
	if (!(section->flags & DOF_SECF_LOAD))
		return NULL;
	if (rules[section->type].refused)
		return "dof-section-refused";
	if (section->offset > dof->size || section->size > dof->size - section->offset)
		return "dof-section-bounds";
	if (section->offset % section->align != 0)
		return "dof-section-offset";
	if (rule == NULL)
		return NULL;
	if (section->offset % rule->align != 0)
		return "dof-section-offset";
	if (section->size == 0)
		return "dof-section-empty";
	if (rule->entry != 0 && section->size % rule->entry != 0)
		return "dof-section-entries";
	if (rule->entry != 0 && section->entsize != 0 && section->entsize != rule->entry)
		return "dof-section-entsize";
	return NULL;
}

/* ---- references ------------------------------------------------------------------------------ */

static bool section_is(const struct dt_dof *dof, uint32_t index, enum dof_sect type)
{
	return index < dof->header->secnum && dof->sections[index].type == (uint32_t)type &&
	       (dof->sections[index].flags & DOF_SECF_LOAD);
}

static bool section_is_or_none(const struct dt_dof *dof, uint32_t index, enum dof_sect type)
{
	return index == DOF_SECIDX_NONE || section_is(dof, index, type);
}

/* A string of fewer than @max bytes, NUL included. Tables end with NUL (check_strtab); they may not have been checked
 * yet. */
static bool string_fits(const struct dt_dof *dof, uint32_t strtab, uint64_t offset, size_t max)
{
	const struct dof_sec *section = &dof->sections[strtab];
	const char *text = (const char *)dof->data + section->offset;

	if (offset >= section->size)
		return false;
	return dt_strnlen(text + offset, DT_MIN(max, section->size - offset)) < DT_MIN(max, section->size - offset);
}

/* ---- sections by type ------------------------------------------------------------------------ */

static const char *check_strtab(const struct dt_dof *dof, const struct dof_sec *section)
{
	return dof->data[section->offset + section->size - 1] == '\0' ? NULL : "dof-strtab-end";
}

static const char *check_probedesc(const struct dt_dof *dof, const struct dof_sec *section)
{
	const struct dof_probedesc *desc = (const struct dof_probedesc *)(dof->data + section->offset);

	if (section->size != sizeof(*desc))
		return "dof-probedesc-size";
	if (!section_is(dof, desc->strtab, DOF_SECT_STRTAB))
		return "dof-probedesc-strtab";
	if (!string_fits(dof, desc->strtab, desc->provider, DTRACE_PROVNAMELEN) ||
	    !string_fits(dof, desc->strtab, desc->module, DTRACE_MODNAMELEN) ||
	    !string_fits(dof, desc->strtab, desc->function, DTRACE_FUNCNAMELEN) ||
	    !string_fits(dof, desc->strtab, desc->name, DTRACE_NAMELEN))
		return "dof-probedesc-string";
	return NULL;
}

static const char *check_ecbdesc(const struct dt_dof *dof, const struct dof_sec *section)
{
	const struct dof_ecbdesc *desc = (const struct dof_ecbdesc *)(dof->data + section->offset);

	if (section->size != sizeof(*desc))
		return "dof-ecbdesc-size";
	if (!section_is(dof, desc->probes, DOF_SECT_PROBEDESC))
		return "dof-ecbdesc-probes";
	if (!section_is_or_none(dof, desc->pred, DOF_SECT_DIFOHDR))
		return "dof-ecbdesc-predicate";
	if (!section_is_or_none(dof, desc->actions, DOF_SECT_ACTDESC))
		return "dof-ecbdesc-actions";
	return NULL;
}

static const char *check_difohdr(const struct dt_dof *dof, const struct dof_sec *section)
{
	const struct dof_difohdr *header = (const struct dof_difohdr *)(dof->data + section->offset);
	uint64_t total = 0;
	uint32_t seen = 0, type, links, i;

	if (section->size < sizeof(*header) + sizeof(dof_secidx_t) || section->size % sizeof(dof_secidx_t) != 0)
		return "dof-difohdr-size";
	links = (uint32_t)((section->size - sizeof(*header)) / sizeof(dof_secidx_t));
	if (links > DOF_SECT_COUNT)
		return "dof-difohdr-size";
	for (i = 0; i < links; i++) {
		if (header->links[i] >= dof->header->secnum)
			return "dof-difohdr-link";
		type = dof->sections[header->links[i]].type;
		if ((i == 0) != (type == DOF_SECT_DIF) || !(dof->sections[header->links[i]].flags & DOF_SECF_LOAD))
			return "dof-difohdr-dif";
		if (type != DOF_SECT_DIF && type != DOF_SECT_INTTAB && type != DOF_SECT_STRTAB &&
		    type != DOF_SECT_VARTAB)
			return "dof-difohdr-link";
		if (seen & (1u << type))
			return "dof-difohdr-twice";
		seen |= 1u << type;
		total += dof->sections[header->links[i]].size;
	}
	return total <= DIF_OBJECT_MAX ? NULL : "dof-difo-size";
}

static const char *check_optdesc(const struct dt_dof *dof, const struct dof_sec *section)
{
	const struct dof_optdesc *options = (const struct dof_optdesc *)(dof->data + section->offset);
	size_t count = section->size / sizeof(*options), i;
	const char *reason;

	for (i = 0; i < count; i++) {
		reason = dt_option_check(options[i].option, options[i].value);
		if (reason != NULL)
			return reason;
		if (!dt_option_is_string(options[i].option) || options[i].value == (uint64_t)DTRACE_OPTION_UNSET)
			continue;
		if (!section_is(dof, options[i].strtab, DOF_SECT_STRTAB) ||
		    !string_fits(dof, options[i].strtab, options[i].value, DIF_OBJECT_MAX))
			return "option-string";
	}
	return NULL;
}

/* ---- actions --------------------------------------------------------------------------------- */

enum difo_need { NEED_UNKNOWN, NEED_NONE, NEED_SOME, NEED_MAYBE };

static enum difo_need action_need(uint32_t kind)
{
	switch (kind) {
#define DT_ACTION_KIND(number, NAME, value, word, records, does, needs, shows, prints) \
	case number:                                                                   \
		return NEED_##value;
#include "spec/action.def"
	}
	switch (dt_agg_takes_value(kind)) {
	case 1:
		return NEED_SOME;
	case 0:
		return NEED_NONE;
	}
	return NEED_UNKNOWN;
}

/* By the column `shows`. */
enum shows { SHOWS_NOTHING, SHOWS_PLAIN, SHOWS_FORMAT, SHOWS_PARTS, SHOWS_SYMBOL, SHOWS_FRAMES };

static enum shows action_shows(uint32_t kind)
{
	switch (kind) {
#define DT_ACTION_KIND(number, NAME, value, word, records, does, needs, shows, prints) \
	case number:                                                                   \
		return SHOWS_##shows;
#include "spec/action.def"
	}
	return SHOWS_NOTHING; /* an aggregating function */
}

bool dt_action_has_format(uint32_t kind)
{
	return action_shows(kind) == SHOWS_FORMAT;
}

/* What is wrong with the arg of an action, by the column `word`; NULL: nothing. */

static const char *arg_ANY(uint64_t arg)
{
	return NULL;
}

static const char *arg_FRAMES(uint64_t arg)
{
	return arg <= DT_FRAMES_MAX ? NULL : "dof-action-frames";
}

static const char *arg_USER_FRAMES(uint64_t arg)
{
	if (DTRACE_USTACK_FRAMES(arg) > DT_FRAMES_MAX || DTRACE_USTACK_STRSIZE(arg) > TRACEMEM_MAX)
		return "dof-action-frames";
	return NULL;
}

static const char *arg_BYTES(uint64_t arg)
{
	return arg <= TRACEMEM_MAX ? NULL : "dof-action-tracemem";
}

static const char *arg_PACKET(uint64_t arg)
{
	return arg >= 1 && arg <= DTRACE_PCAP_MAX ? NULL : "dof-action-pcap";
}

static const char *check_action_arg(const struct dof_actdesc *action)
{
	switch (action->kind) {
#define DT_ACTION_KIND(number, NAME, value, word, records, does, needs, shows, prints) \
	case number:                                                                   \
		return arg_##word(action->arg);
#include "spec/action.def"
	}
	return dt_agg_data_size(action->kind, action->arg) == 0 ? "dof-aggregation-parameters" : NULL;
}

static const char *check_action(const struct dt_dof *dof, const struct dof_actdesc *action)
{
	enum difo_need need = action_need(action->kind);

	if (need == NEED_UNKNOWN)
		return "dof-action-kind";
	if (need == NEED_NONE ? action->difo != DOF_SECIDX_NONE
			      : !section_is_or_none(dof, action->difo, DOF_SECT_DIFOHDR))
		return "dof-action-difo";
	if (need == NEED_SOME && action->difo == DOF_SECIDX_NONE)
		return "dof-action-difo";
	if (dt_action_has_format(action->kind) && (uint32_t)action->arg != 0 &&
	    (!section_is(dof, action->strtab, DOF_SECT_STRTAB) ||
	     !string_fits(dof, action->strtab, (uint32_t)action->arg - 1, DIF_OBJECT_MAX)))
		return "dof-action-format";
	if (!DTRACEACT_ISAGG(action->kind) && action->ntuple != 0)
		return "dof-action-tuple";
	return check_action_arg(action);
}

static bool action_is_key(uint32_t kind)
{
	enum shows shows = action_shows(kind);

	return kind == DTRACEACT_DIFEXPR || shows == SHOWS_SYMBOL || shows == SHOWS_FRAMES;
}

/*
 * Check the actions directly before an aggregation that belong to it: their number and kinds are
 * right, and no other aggregation has them.
 */
static const char *check_tuple(const struct dof_actdesc *actions, size_t index, size_t first_free)
{
	const struct dof_actdesc *action = &actions[index];
	size_t i;

	if (action->ntuple > index - first_free)
		return "dof-aggregation-tuple";
	for (i = index - action->ntuple; i < index; i++) {
		if (!action_is_key(actions[i].kind))
			return "dof-aggregation-key";
	}
	if ((action->uarg & DTRACE_AGG_INCR) && (action->ntuple == 0 || actions[index - 1].kind != DTRACEACT_DIFEXPR))
		return "dof-aggregation-increment";
	return NULL;
}

/*
 * Order in one clause: speculate() before everything that it is to keep, and with nothing that cannot be undone;
 * commit() alone with statements that record nothing.
 */
static const char *check_order(const struct dof_actdesc *actions, size_t count)
{
	bool speculates = false, commits = false;
	size_t i;

	for (i = 0; i < count; i++) {
		switch (actions[i].kind) {
		case DTRACEACT_SPECULATE:
			if (speculates || commits)
				return "dof-action-speculate";
			speculates = true;
			break;
		case DTRACEACT_COMMIT:
			if (speculates)
				return "dof-action-commit";
			commits = true;
			break;
		case DTRACEACT_EXIT:
			if (speculates)
				return "dof-action-speculate";
			break;
		default:
			if (speculates &&
			    (DTRACEACT_ISAGG(actions[i].kind) || DTRACEACT_ISDESTRUCTIVE(actions[i].kind)))
				return "dof-action-speculate";
			break;
		}
	}
	return NULL;
}

static const char *check_actdesc(const struct dt_dof *dof, const struct dof_sec *section)
{
	const struct dof_actdesc *actions = (const struct dof_actdesc *)(dof->data + section->offset);
	size_t count = section->size / sizeof(*actions), first_free = 0, i;
	const char *reason;

	if (count > DOF_ACTIONS_MAX)
		return "dof-action-count";
	for (i = 0; i < count; i++) {
		reason = check_action(dof, &actions[i]);
		if (reason == NULL && DTRACEACT_ISAGG(actions[i].kind)) {
			reason = check_tuple(actions, i, first_free);
			first_free = i + 1;
		}
		if (reason != NULL)
			return reason;
	}
	return check_order(actions, count);
}

/* ---- all ------------------------------------------------------------------------------------- */

static const char *check_section(const struct dt_dof *dof, const struct dof_sec *section)
{
	switch (section->type) {
	case DOF_SECT_STRTAB:
		return check_strtab(dof, section);
	case DOF_SECT_PROBEDESC:
		return check_probedesc(dof, section);
	case DOF_SECT_ECBDESC:
		return check_ecbdesc(dof, section);
	case DOF_SECT_DIFOHDR:
		return check_difohdr(dof, section);
	case DOF_SECT_ACTDESC:
		return check_actdesc(dof, section);
	case DOF_SECT_OPTDESC:
		return check_optdesc(dof, section);
	default:
		return NULL;
	}
}

const char *dt_dof_validate(const void *data, size_t size, struct dt_dof *ret)
{
	struct dt_dof dof = { data, size, data, NULL };
	const char *reason;
	uint32_t i;

	if (size < sizeof(struct dof_hdr) || size > DOF_SIZE_MAX)
		return "dof-size";
	reason = check_header(&dof);
	for (i = 0; reason == NULL && i < dof.header->secnum; i++)
		reason = check_section_header(&dof, &dof.sections[i]);
	for (i = 0; reason == NULL && i < dof.header->secnum; i++) {
		if (section_rule(&dof.sections[i]) != NULL)
			reason = check_section(&dof, &dof.sections[i]);
	}
	if (reason == NULL)
		*ret = dof;
	return reason;
}

/* ---- after validation ------------------------------------------------------------------------ */

const void *dt_dof_section(const struct dt_dof *dof, uint32_t index, size_t *size)
{
	if (size != NULL)
		*size = dof->sections[index].size;
	return dof->data + dof->sections[index].offset;
}

const char *dt_dof_string(const struct dt_dof *dof, uint32_t strtab, uint32_t offset)
{
	return (const char *)dt_dof_section(dof, strtab, NULL) + offset;
}

void dt_dof_probedesc(const struct dt_dof *dof, uint32_t index, struct dtrace_probedesc *ret)
{
	const struct dof_probedesc *desc = dt_dof_section(dof, index, NULL);

	dt_memset(ret, 0, sizeof(*ret));
	ret->id = desc->id;
	dt_strlcpy(ret->provider, dt_dof_string(dof, desc->strtab, desc->provider), sizeof(ret->provider));
	dt_strlcpy(ret->module, dt_dof_string(dof, desc->strtab, desc->module), sizeof(ret->module));
	dt_strlcpy(ret->function, dt_dof_string(dof, desc->strtab, desc->function), sizeof(ret->function));
	dt_strlcpy(ret->name, dt_dof_string(dof, desc->strtab, desc->name), sizeof(ret->name));
}

void dt_dof_difo(const struct dt_dof *dof, uint32_t index, struct dt_difo *ret)
{
	const struct dof_difohdr *header;
	const void *data;
	size_t size, links, i;

	header = dt_dof_section(dof, index, &size);
	links = (size - sizeof(*header)) / sizeof(dof_secidx_t);
	dt_memset(ret, 0, sizeof(*ret));
	ret->rtype.kind = header->rtype.kind;
	ret->rtype.ckind = header->rtype.ckind;
	ret->rtype.flags = header->rtype.flags;
	ret->rtype.pad = header->rtype.pad;
	ret->rtype.size = header->rtype.size;
	for (i = 0; i < links; i++) {
		data = dt_dof_section(dof, header->links[i], &size);
		switch (dof->sections[header->links[i]].type) {
		case DOF_SECT_DIF:
			ret->code = data;
			ret->code_count = (uint32_t)(size / sizeof(dif_instr_t));
			break;
		case DOF_SECT_INTTAB:
			ret->ints = data;
			ret->int_count = (uint32_t)(size / sizeof(uint64_t));
			break;
		case DOF_SECT_STRTAB:
			ret->strings = data;
			ret->string_size = (uint32_t)size;
			break;
		case DOF_SECT_VARTAB:
			ret->vars = data;
			ret->var_count = (uint32_t)(size / sizeof(struct dtrace_difv));
			break;
		}
	}
}

const char *dt_dof_format(const struct dt_dof *dof, const struct dof_actdesc *action)
{
	if (!dt_action_has_format(action->kind) || (uint32_t)action->arg == 0)
		return NULL;
	return dt_dof_string(dof, action->strtab, (uint32_t)action->arg - 1);
}
