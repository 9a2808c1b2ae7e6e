/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* dt_btf.c - BTF files: reading, checking, finding records by number and by name. */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dt_btf.h"

#define BTF_MAGIC  0xeb9fu
#define FILE_LIMIT (256u << 20)

struct dt_btf {
	struct dt_btf *base;
	uint8_t *data;
	const uint8_t *types, *strings;
	uint32_t types_size, strings_size;
	uint32_t first_id, count; /* own records have the numbers first_id .. first_id + count - 1 */
	uint32_t first_string;    /* own strings begin at this offset */
	uint32_t *offset;         /* of each own record */
	struct dt_type **made;    /* of each own record; NULL: not made yet */
	uint32_t *bucket, *chain; /* names: number of the record + 1 - first_id, 0: none */
	uint32_t mask;
};

uint32_t dt_btf_load32(const uint8_t *at)
{
	uint32_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

/* ---- records ---- */

/* Bytes behind the 12 of the record itself; -1: no such kind. */
static int64_t tail_size(uint32_t kind, uint32_t count)
{
	static const uint8_t fixed[DT_BTF_KINDS] = {
		[DT_BTF_INT] = 4, [DT_BTF_ARRAY] = 12, [DT_BTF_VAR] = 4, [DT_BTF_DECL_TAG] = 4
	};
	static const uint8_t each[DT_BTF_KINDS] = {
		[DT_BTF_STRUCT] = 12,    [DT_BTF_UNION] = 12,   [DT_BTF_ENUM] = 8,
		[DT_BTF_FUNC_PROTO] = 8, [DT_BTF_DATASEC] = 12, [DT_BTF_ENUM64] = 12
	};

	if (kind == DT_BTF_VOID || kind >= DT_BTF_KINDS)
		return -1;
	return fixed[kind] + (int64_t)each[kind] * count;
}

/* Count the records, or with btf->offset there, enter them. False: damaged. */
static bool walk(struct dt_btf *btf)
{
	uint32_t at = 0, count = 0;

	while (at < btf->types_size) {
		uint32_t info;
		int64_t tail;

		if (btf->types_size - at < 12)
			return false;
		info = dt_btf_load32(btf->types + at + 4);
		tail = tail_size(info >> 24 & 31, info & 0xffff);
		if (tail < 0 || tail > btf->types_size - at - 12)
			return false;
		if (btf->offset)
			btf->offset[count] = at;
		count++;
		at += 12 + (uint32_t)tail;
	}
	btf->count = count;
	return true;
}

const char *dt_btf_string(const struct dt_btf *btf, uint32_t offset)
{
	while (btf->base && offset < btf->first_string)
		btf = btf->base;
	offset -= btf->first_string;
	return offset < btf->strings_size ? (const char *)btf->strings + offset : "";
}

bool dt_btf_record(const struct dt_btf *btf, uint32_t id, struct dt_btf_record *ret)
{
	const uint8_t *at;
	uint32_t info;

	while (btf->base && id < btf->first_id)
		btf = btf->base;
	if (id < btf->first_id || id - btf->first_id >= btf->count)
		return false;
	at = btf->types + btf->offset[id - btf->first_id];
	info = dt_btf_load32(at + 4);
	ret->kind = (enum dt_btf_kind)(info >> 24 & 31);
	ret->flag = info >> 31;
	ret->count = info & 0xffff;
	ret->size = dt_btf_load32(at + 8);
	ret->name = dt_btf_string(btf, dt_btf_load32(at));
	ret->entry = at + 12;
	return true;
}

struct dt_type **dt_btf_made(struct dt_btf *btf, uint32_t id)
{
	while (btf->base && id < btf->first_id)
		btf = btf->base;
	return &btf->made[id - btf->first_id];
}

/* ---- opening ---- */

static bool parse_header(struct dt_btf *btf, const uint8_t *data, size_t size, const char **why)
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
	header = dt_btf_load32(data + 4);
	type_offset = dt_btf_load32(data + 8);
	btf->types_size = dt_btf_load32(data + 12);
	string_offset = dt_btf_load32(data + 16);
	btf->strings_size = dt_btf_load32(data + 20);
	if (header < 24 || header > size || type_offset > size - header ||
	    btf->types_size > size - header - type_offset || string_offset > size - header ||
	    btf->strings_size > size - header - string_offset)
		return false;
	btf->types = data + header + type_offset;
	btf->strings = data + header + string_offset;
	return btf->strings_size > 0 && btf->strings[btf->strings_size - 1] == '\0';
}

struct dt_btf *dt_btf_parse(void *data, size_t size, struct dt_btf *base, const char **why)
{
	struct dt_btf *btf = calloc(1, sizeof(*btf));

	*why = "out of memory";
	if (!btf) {
		free(data);
		return NULL;
	}
	btf->data = data;
	btf->base = base;
	btf->first_id = base ? base->first_id + base->count : 1;
	btf->first_string = base ? base->first_string + base->strings_size : 0;
	if (!parse_header(btf, data, size, why) || !walk(btf)) {
		dt_btf_close(btf);
		return NULL;
	}
	btf->offset = calloc((size_t)btf->count + 1, sizeof(*btf->offset));
	btf->made = calloc((size_t)btf->count + 1, sizeof(struct dt_type *));
	if (!btf->offset || !btf->made) {
		*why = "out of memory";
		dt_btf_close(btf);
		return NULL;
	}
	walk(btf);
	return btf;
}

void dt_btf_close(struct dt_btf *btf)
{
	if (!btf)
		return;
	free(btf->data);
	free(btf->offset);
	free(btf->made);
	free(btf->bucket);
	free(btf->chain);
	free(btf);
}

static uint8_t *read_file(const char *path, size_t *size_ret)
{
	FILE *file = fopen(path, "re");
	size_t used = 0, room = 1 << 20, got;
	uint8_t *data = file ? malloc(room) : NULL, *bigger;

	while (data && (got = fread(data + used, 1, room - used, file)) > 0) {
		used += got;
		if (used < room)
			continue;
		bigger = room < FILE_LIMIT ? realloc(data, room *= 2) : NULL;
		if (!bigger) {
			free(data);
			data = NULL;
		} else {
			data = bigger;
		}
	}
	if (file)
		fclose(file);
	*size_ret = used;
	return data;
}

/* The place of a section in an ELF file of either word size. */
#define DEFINE_FIND_SECTION(bits)                                                                                      \
	static bool find_section##bits(const uint8_t *data, size_t size, const char *name, size_t *at, size_t *length) \
	{                                                                                                              \
		Elf##bits##_Ehdr elf;                                                                                  \
		Elf##bits##_Shdr names, section;                                                                       \
		uint32_t i;                                                                                            \
                                                                                                                       \
		if (size < sizeof(elf))                                                                                \
			return false;                                                                                  \
		memcpy(&elf, data, sizeof(elf));                                                                       \
		if (elf.e_shentsize != sizeof(section) || elf.e_shoff > size || elf.e_shstrndx >= elf.e_shnum ||       \
		    (size - elf.e_shoff) / sizeof(section) < elf.e_shnum)                                              \
			return false;                                                                                  \
		memcpy(&names, data + elf.e_shoff + elf.e_shstrndx * sizeof(names), sizeof(names));                    \
		if (names.sh_offset > size || names.sh_size > size - names.sh_offset)                                  \
			return false;                                                                                  \
		for (i = 0; i < elf.e_shnum; i++) {                                                                    \
			memcpy(&section, data + elf.e_shoff + i * sizeof(section), sizeof(section));                   \
			if (section.sh_name > names.sh_size || names.sh_size - section.sh_name <= strlen(name) ||      \
			    strcmp((const char *)data + names.sh_offset + section.sh_name, name) != 0)                 \
				continue;                                                                              \
			if (section.sh_offset > size || section.sh_size > size - section.sh_offset)                    \
				return false;                                                                          \
			*at = section.sh_offset;                                                                       \
			*length = section.sh_size;                                                                     \
			return true;                                                                                   \
		}                                                                                                      \
		return false;                                                                                          \
	}

DEFINE_FIND_SECTION(32)
DEFINE_FIND_SECTION(64)

static bool find_section(const uint8_t *data, size_t size, const char *name, size_t *at, size_t *length)
{
	return data[EI_CLASS] == ELFCLASS64 ? find_section64(data, size, name, at, length)
					    : find_section32(data, size, name, at, length);
}

struct dt_btf *dt_btf_open(const char *path, struct dt_btf *base, const char **why)
{
	size_t size, at, length;
	uint8_t *data = read_file(path, &size);

	if (!data) {
		*why = "it cannot be read";
		return NULL;
	}
	if (size > SELFMAG && memcmp(data, ELFMAG, SELFMAG) == 0) {
		if (!find_section(data, size, ".BTF", &at, &length)) {
			*why = find_section(data, size, ".ctf", &at, &length) ||
					       find_section(data, size, ".SUNW_ctf", &at, &length)
				       ? "it has types in CTF, which is not available yet: give BTF"
				       : "it is an ELF file without a section .BTF";
			free(data);
			return NULL;
		}
		memmove(data, data + at, length);
		size = length;
	} else if (size > 1 && ((data[0] | data[1] << 8) == 0xdff2 || (data[0] | data[1] << 8) == 0xcff1)) {
		*why = "it has types in CTF, which is not available yet: give BTF";
		free(data);
		return NULL;
	}
	return dt_btf_parse(data, size, base, why);
}

/* ---- names ---- */

static uint32_t hash_name(const char *name)
{
	uint32_t hash = 2166136261u;

	while (*name)
		hash = (hash ^ (unsigned char)*name++) * 16777619u;
	return hash;
}

/* One slot for each own record that has a name; made when a name is first asked for. */
static bool index_names(struct dt_btf *btf)
{
	struct dt_btf_record record;
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
		if (!dt_btf_record(btf, btf->first_id + i, &record) || !*record.name)
			continue;
		slot = hash_name(record.name) & btf->mask;
		btf->chain[i] = btf->bucket[slot];
		btf->bucket[slot] = i + 1;
	}
	return true;
}

static uint32_t find_own(struct dt_btf *btf, enum dt_btf_kind kind, const char *name)
{
	struct dt_btf_record record;
	uint32_t entry;

	if (!btf->bucket && !index_names(btf))
		return 0;
	for (entry = btf->bucket[hash_name(name) & btf->mask]; entry; entry = btf->chain[entry - 1]) {
		if (!dt_btf_record(btf, btf->first_id + entry - 1, &record) || strcmp(record.name, name) != 0)
			continue;
		if (record.kind == kind || (kind == DT_BTF_ENUM && record.kind == DT_BTF_ENUM64))
			return btf->first_id + entry - 1;
	}
	return 0;
}

uint32_t dt_btf_find(struct dt_btf *btf, enum dt_btf_kind kind, const char *name)
{
	uint32_t id = 0;

	for (; btf && !id; btf = btf->base)
		id = find_own(btf, kind, name);
	return id;
}

uint32_t dt_btf_enumerator(struct dt_btf *btf, const char *name, int64_t *value_ret)
{
	struct dt_btf_record record;
	uint32_t i, n;

	for (i = 0; i < btf->count; i++) {
		bool is64;
		uint32_t step;

		dt_btf_record(btf, btf->first_id + i, &record);
		is64 = record.kind == DT_BTF_ENUM64;
		if (!is64 && record.kind != DT_BTF_ENUM)
			continue;
		step = is64 ? 12 : 8;
		for (n = 0; n < record.count; n++) {
			const uint8_t *at = record.entry + (size_t)n * step;
			uint32_t low = dt_btf_load32(at + 4);

			if (strcmp(dt_btf_string(btf, dt_btf_load32(at)), name) != 0)
				continue;
			if (is64)
				*value_ret = (int64_t)((uint64_t)dt_btf_load32(at + 8) << 32 | low);
			else
				*value_ret = record.flag ? (int64_t)(int32_t)low : (int64_t)low;
			return btf->first_id + i;
		}
	}
	return 0;
}
