/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* types/btf.c - BTF: checking, finding records by number and by name. */
#include <stdlib.h>
#include <string.h>

#include "types/btf.h"

#define BTF_MAGIC 0xeb9fu

struct ldt_btf {
	struct ldt_btf *base;
	uint8_t *data;
	const uint8_t *types, *strings;
	uint32_t types_size, strings_size;
	uint32_t first_id, count; /* own records have the numbers first_id .. first_id + count - 1 */
	uint32_t first_string;    /* own strings begin at this offset */
	uint32_t *offset;         /* of each own record */
	struct ldt_type **made;   /* of each own record; NULL: not made yet */
	uint8_t *marks;           /* of each own record: what types/btf_nest.c knows of it */
	uint32_t *bucket, *chain; /* names: number of the record + 1 - first_id, 0: none */
	uint32_t mask;
	bool tells_sign; /* of enumerations; writers before the kernel's 6.0 did not, and meant signed ones */
};

uint32_t ldt_btf_load32(const uint8_t *at)
{
	uint32_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

/* ---- records --------------------------------------------------------------------------------- */

/* Bytes that follow the 12 of the record itself; -1: no such kind. */
static int64_t tail_size(uint32_t kind, uint32_t count)
{
	static const uint8_t fixed[LDT_BTF_KINDS] = {
		[LDT_BTF_INT] = 4, [LDT_BTF_ARRAY] = 12, [LDT_BTF_VAR] = 4, [LDT_BTF_DECL_TAG] = 4
	};
	static const uint8_t each[LDT_BTF_KINDS] = {
		[LDT_BTF_STRUCT] = 12,    [LDT_BTF_UNION] = 12,   [LDT_BTF_ENUM] = 8,
		[LDT_BTF_FUNC_PROTO] = 8, [LDT_BTF_DATASEC] = 12, [LDT_BTF_ENUM64] = 12
	};

	if (kind == LDT_BTF_VOID || kind >= LDT_BTF_KINDS)
		return -1;
	return fixed[kind] + (int64_t)each[kind] * count;
}

/* Count the records, or with btf->offset there, enter them. False: damaged. */
static bool walk(struct ldt_btf *btf)
{
	uint32_t at = 0, count = 0;

	while (at < btf->types_size) {
		uint32_t info;
		int64_t tail;

		if (btf->types_size - at < 12)
			return false;
		info = ldt_btf_load32(btf->types + at + 4);
		tail = tail_size(info >> 24 & 31, info & 0xffff);
		if (tail < 0 || tail > btf->types_size - at - 12)
			return false;
		if (btf->offset)
			btf->offset[count] = at;
		btf->tells_sign = btf->tells_sign || (info >> 24 & 31) == LDT_BTF_ENUM64 ||
				  ((info >> 24 & 31) == LDT_BTF_ENUM && info >> 31);
		count++;
		at += 12 + (uint32_t)tail;
	}
	btf->count = count;
	return true;
}

const char *ldt_btf_string(const struct ldt_btf *btf, uint32_t offset)
{
	while (btf->base && offset < btf->first_string)
		btf = btf->base;
	offset -= btf->first_string;
	return offset < btf->strings_size ? (const char *)btf->strings + offset : "";
}

bool ldt_btf_record(const struct ldt_btf *btf, uint32_t id, struct ldt_btf_record *ret)
{
	const uint8_t *at;
	uint32_t info;

	while (btf->base && id < btf->first_id)
		btf = btf->base;
	if (id < btf->first_id || id - btf->first_id >= btf->count)
		return false;
	at = btf->types + btf->offset[id - btf->first_id];
	info = ldt_btf_load32(at + 4);
	ret->kind = (enum ldt_btf_kind)(info >> 24 & 31);
	ret->flag = info >> 31 || (ret->kind == LDT_BTF_ENUM && !btf->tells_sign);
	ret->count = info & 0xffff;
	ret->size = ldt_btf_load32(at + 8);
	ret->name = ldt_btf_string(btf, ldt_btf_load32(at));
	ret->entry = at + 12;
	return true;
}

struct ldt_type **ldt_btf_made(struct ldt_btf *btf, uint32_t id)
{
	while (btf->base && id < btf->first_id)
		btf = btf->base;
	return &btf->made[id - btf->first_id];
}

uint8_t *ldt_btf_mark(struct ldt_btf *btf, uint32_t id)
{
	while (btf->base && id < btf->first_id)
		btf = btf->base;
	return &btf->marks[id - btf->first_id];
}

/* ---- opening --------------------------------------------------------------------------------- */

static bool parse_header(struct ldt_btf *btf, const uint8_t *data, size_t size, const char **why)
{
	uint32_t header, type_offset, string_offset;

	if (size < 24 || data[0] != (BTF_MAGIC & 0xff) || data[1] != BTF_MAGIC >> 8) {
		*why = size > 1 && data[1] == (BTF_MAGIC & 0xff) && data[0] == BTF_MAGIC >> 8
			       ? "it is BTF of the other byte order"
			       : "it is no BTF";
		return false;
	}
	*why = "it is damaged";
	if (data[2] != 1) {
		*why = "it has an unknown version of BTF";
		return false;
	}
	header = ldt_btf_load32(data + 4);
	type_offset = ldt_btf_load32(data + 8);
	btf->types_size = ldt_btf_load32(data + 12);
	string_offset = ldt_btf_load32(data + 16);
	btf->strings_size = ldt_btf_load32(data + 20);
	if (header < 24 || header > size || type_offset > size - header ||
	    btf->types_size > size - header - type_offset || string_offset > size - header ||
	    btf->strings_size > size - header - string_offset)
		return false;
	btf->types = data + header + type_offset;
	btf->strings = data + header + string_offset;
	return btf->strings_size > 0 && btf->strings[btf->strings_size - 1] == '\0';
}

struct ldt_btf *ldt_btf_parse(void *data, size_t size, struct ldt_btf *base, const char **why)
{
	struct ldt_btf *btf = calloc(1, sizeof(*btf));

	*why = "out of memory";
	if (!btf) {
		free(data);
		return NULL;
	}
	btf->data = data;
	btf->base = base;
	btf->tells_sign = base && base->tells_sign;
	btf->first_id = base ? base->first_id + base->count : 1;
	btf->first_string = base ? base->first_string + base->strings_size : 0;
	if (!parse_header(btf, data, size, why) || !walk(btf)) {
		ldt_btf_close(btf);
		return NULL;
	}
	btf->offset = calloc((size_t)btf->count + 1, sizeof(*btf->offset));
	btf->made = calloc((size_t)btf->count + 1, sizeof(struct ldt_type *));
	btf->marks = calloc((size_t)btf->count + 1, 1);
	if (!btf->offset || !btf->made || !btf->marks) {
		*why = "out of memory";
		ldt_btf_close(btf);
		return NULL;
	}
	walk(btf);
	return btf;
}

void ldt_btf_close(struct ldt_btf *btf)
{
	if (!btf)
		return;
	free(btf->data);
	free(btf->offset);
	free(btf->made);
	free(btf->marks);
	free(btf->bucket);
	free(btf->chain);
	free(btf);
}

/* ---- names ----------------------------------------------------------------------------------- */

static uint32_t hash_name(const char *name)
{
	uint32_t hash = 2166136261u;

	while (*name)
		hash = (hash ^ (unsigned char)*name++) * 16777619u;
	return hash;
}

/* One slot for each own record that has a name; made when a name is first asked for. */
static bool index_names(struct ldt_btf *btf)
{
	struct ldt_btf_record record;
	uint32_t slots = 64, i, slot;

	while (slots < btf->count && slots < 1u << 24)
		slots *= 2;
	btf->bucket = calloc(slots, sizeof(*btf->bucket));
	btf->chain = calloc((size_t)btf->count + 1, sizeof(*btf->chain));
	if (!btf->bucket || !btf->chain) {
		free(btf->bucket);
		free(btf->chain);
		btf->bucket = btf->chain = NULL;
		return false;
	}
	btf->mask = slots - 1;
	for (i = btf->count; i-- > 0;) {
		if (!ldt_btf_record(btf, btf->first_id + i, &record) || !*record.name)
			continue;
		slot = hash_name(record.name) & btf->mask;
		btf->chain[i] = btf->bucket[slot];
		btf->bucket[slot] = i + 1;
	}
	return true;
}

static uint32_t find_own(struct ldt_btf *btf, enum ldt_btf_kind kind, const char *name)
{
	struct ldt_btf_record record;
	uint32_t entry;

	if (!btf->bucket && !index_names(btf))
		return 0;
	for (entry = btf->bucket[hash_name(name) & btf->mask]; entry; entry = btf->chain[entry - 1]) {
		if (!ldt_btf_record(btf, btf->first_id + entry - 1, &record) || strcmp(record.name, name) != 0)
			continue;
		if (record.kind == kind || (kind == LDT_BTF_ENUM && record.kind == LDT_BTF_ENUM64))
			return btf->first_id + entry - 1;
	}
	return 0;
}

uint32_t ldt_btf_find(struct ldt_btf *btf, enum ldt_btf_kind kind, const char *name)
{
	uint32_t id = 0;

	for (; btf && !id; btf = btf->base)
		id = find_own(btf, kind, name);
	return id;
}

void ldt_btf_names(const struct ldt_btf *btf, enum ldt_btf_kind kind, void (*fn)(void *fn_arg, const char *name),
		   void *fn_arg)
{
	struct ldt_btf_record record;
	uint32_t i;

	for (i = 0; i < btf->count; i++)
		if (ldt_btf_record(btf, btf->first_id + i, &record) && record.kind == kind && record.name &&
		    *record.name)
			fn(fn_arg, record.name);
}

uint32_t ldt_btf_enumerator(struct ldt_btf *btf, const char *name, int64_t *value_ret)
{
	struct ldt_btf_record record;
	uint32_t i, n;

	for (i = 0; i < btf->count; i++) {
		bool is64;
		uint32_t step;

		ldt_btf_record(btf, btf->first_id + i, &record);
		is64 = record.kind == LDT_BTF_ENUM64;
		if (!is64 && record.kind != LDT_BTF_ENUM)
			continue;
		step = is64 ? 12 : 8;
		for (n = 0; n < record.count; n++) {
			const uint8_t *at = record.entry + (size_t)n * step;
			uint32_t low = ldt_btf_load32(at + 4);

			if (strcmp(ldt_btf_string(btf, ldt_btf_load32(at)), name) != 0)
				continue;
			if (is64)
				*value_ret = (int64_t)((uint64_t)ldt_btf_load32(at + 8) << 32 | low);
			else
				*value_ret = record.flag ? (int64_t)(int32_t)low : (int64_t)low;
			return btf->first_id + i;
		}
	}
	return 0;
}
