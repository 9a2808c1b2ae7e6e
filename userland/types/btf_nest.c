/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * types/btf_nest.c - whether the structures within a structure end. In a damaged file one can hold
 * itself, by others and by arrays: it has no size, and whoever looks into its members never ends.
 */
#include "types/btf.h"

#define REFERENCES_MAX 64  /* types that refer to types, with no structure between */
#define NESTING_MAX    100 /* structures within structures, against stack overflow by a damaged file */

enum { UNKNOWN, OPEN, ENDS, ENDLESS };

/* The structure that a member of this type holds; 0: none. False: its type is not there, or refers to itself. */
static bool held_by(struct ldt_btf *btf, uint32_t id, uint32_t *ret)
{
	struct ldt_btf_record record;

	for (unsigned int i = 0; i < REFERENCES_MAX && id != 0; i++) {
		if (!ldt_btf_record(btf, id, &record))
			return false;
		switch (record.kind) {
		case LDT_BTF_STRUCT:
		case LDT_BTF_UNION:
			*ret = id;
			return true;
		case LDT_BTF_TYPEDEF:
		case LDT_BTF_VOLATILE:
		case LDT_BTF_CONST:
		case LDT_BTF_RESTRICT:
		case LDT_BTF_TYPE_TAG:
		case LDT_BTF_VAR:
		case LDT_BTF_FUNC:
			id = record.size;
			break;
		case LDT_BTF_ARRAY:
			id = ldt_btf_load32(record.entry);
			break;
		case LDT_BTF_FWD: /* is the one of its name, if there is one (ldt_btf_complete()) */
			*ret = ldt_btf_find(btf, record.flag ? LDT_BTF_UNION : LDT_BTF_STRUCT, record.name);
			return true;
		default:
			*ret = 0;
			return true;
		}
	}
	*ret = 0;
	return id == 0;
}

static bool ends(struct ldt_btf *btf, uint32_t id, unsigned int nesting)
{
	uint8_t *mark = ldt_btf_mark(btf, id);
	struct ldt_btf_record record;
	uint32_t held;
	bool good;

	if (*mark != UNKNOWN)
		return *mark == ENDS; /* one that is open holds itself */
	good = nesting < NESTING_MAX && ldt_btf_record(btf, id, &record);
	*mark = OPEN;
	for (uint32_t i = 0; good && i < record.count; i++)
		good = held_by(btf, ldt_btf_load32(record.entry + (size_t)i * 12 + 4), &held) &&
		       (held == 0 || ends(btf, held, nesting + 1));
	*mark = good ? ENDS : ENDLESS;
	return good;
}

bool ldt_btf_ends(struct ldt_btf *btf, uint32_t id)
{
	return ends(btf, id, 0);
}
