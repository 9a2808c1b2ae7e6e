/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* layout.c - see layout.h. The format is Documentation/bpf/btf.rst of the kernel's source. */
#include "os/linux/layout.h"

#include <dtrace/compiler.h>

#include "base/memory.h"
#include "base/text.h"

#define BTF_MAGIC 0xeb9fu

struct header {
	uint16_t magic;
	uint8_t version, flags;
	uint32_t size; /* its own; what follows is counted from there */
	uint32_t type_at, type_size;
	uint32_t text_at, text_size;
};

struct type {
	uint32_t name;
	uint32_t info; /* members 0-15, kind 24-28, 31: places of members have a width in the high byte */
	uint32_t size;
};

struct member {
	uint32_t name, type, place; /* in bits */
};

#define KIND_STRUCT 4
#define IS_WIDE     (1u << 31)

/* Bytes after a type: for all of a kind, and for each of what it is made of. */
static const struct {
	uint8_t once, each;
} tails[] = {
	[1] = { 4, 0 },  [3] = { 12, 0 }, [4] = { 0, 12 },  [5] = { 0, 12 }, [6] = { 0, 8 },
	[13] = { 0, 8 }, [14] = { 4, 0 }, [15] = { 0, 12 }, [17] = { 4, 0 }, [19] = { 0, 12 },
};

struct module_types {
	const uint8_t *types;
	const char *text;
	uint32_t type_size, text_size;
	uint32_t before; /* the first number of a name in this text */
};

static bool open_types(const uint8_t *section, size_t size, struct module_types *ret)
{
	struct header head;

	if (size < sizeof(head))
		return false;
	dt_memcpy(&head, section, sizeof(head));
	if (head.magic != BTF_MAGIC || head.size > size || head.type_at > size - head.size ||
	    head.type_size > size - head.size - head.type_at || head.text_at > size - head.size ||
	    head.text_size > size - head.size - head.text_at || head.text_size == 0 ||
	    section[head.size + head.text_at + head.text_size - 1] != '\0')
		return false;
	ret->types = section + head.size + head.type_at;
	ret->type_size = head.type_size;
	ret->text = (const char *)section + head.size + head.text_at;
	ret->text_size = head.text_size;
	return true;
}

/* The number of a name that is in the module's own text; false: it is not there. */
static bool find_name(const struct module_types *from, const char *name, uint32_t *ret)
{
	uint32_t at;

	for (at = 0; at < from->text_size; at += (uint32_t)dt_strlen(from->text + at) + 1) {
		if (dt_str_same(from->text + at, name)) {
			*ret = from->before + at;
			return true;
		}
	}
	return false;
}

uint32_t layout_kernel_text(const void *head)
{
	struct header from;

	dt_memcpy(&from, head, sizeof(from));
	return from.magic == BTF_MAGIC ? from.text_size : 0;
}

/* Bytes of what follows a type; false: of a kind that is not known here, so nobody knows what follows. */
static bool tail_of(const struct type *type, uint32_t *ret)
{
	uint32_t kind = type->info >> 24 & 31;

	if (kind == 0 || kind >= DT_ARRAY_SIZE(tails))
		return false;
	*ret = tails[kind].once + tails[kind].each * (type->info & 0xffff);
	return true;
}

/* One asked member of a structure whose members begin at @at. */
static bool find_member(const uint8_t *at, const struct type *type, uint32_t name, uint32_t *ret)
{
	struct member member;
	uint32_t i;

	for (i = 0; i < (type->info & 0xffff); i++) {
		dt_memcpy(&member, at + i * sizeof(member), sizeof(member));
		if (member.name == name) {
			*ret = (type->info & IS_WIDE ? member.place & 0xffffff : member.place) / 8;
			return true;
		}
	}
	return false;
}

/* What is asked of a structure: numbers of names. */
struct asked {
	uint32_t structure, members[LAYOUT_MEMBERS_MAX];
	uint32_t count;
};

static bool ask(const struct module_types *from, const struct layout *layout, struct asked *ret)
{
	bool is_there = find_name(from, layout->structure, &ret->structure);

	for (ret->count = 0; is_there && ret->count < LAYOUT_MEMBERS_MAX && layout->members[ret->count]; ret->count++)
		is_there = find_name(from, layout->members[ret->count], &ret->members[ret->count]);
	return is_there;
}

static bool is_it(const uint8_t *at, const struct type *type, const struct asked *asked, struct layout *layout)
{
	uint32_t i;

	if ((type->info >> 24 & 31) != KIND_STRUCT || type->name != asked->structure)
		return false;
	for (i = 0; i < asked->count; i++) {
		if (!find_member(at, type, asked->members[i], &layout->offsets[i]))
			return false;
	}
	return true;
}

static bool find_structure(const struct module_types *from, struct layout *layout)
{
	struct asked asked;
	struct type type;
	uint32_t at, tail;

	if (!ask(from, layout, &asked))
		return false;
	for (at = 0; from->type_size - at >= sizeof(type); at += tail) {
		dt_memcpy(&type, from->types + at, sizeof(type));
		at += sizeof(type);
		if (!tail_of(&type, &tail) || tail > from->type_size - at)
			return false;
		if (is_it(from->types + at, &type, &asked, layout))
			return true;
	}
	return false;
}

void layout_find(const void *types, size_t size, uint32_t kernel_text, struct layout *layouts, size_t count)
{
	struct module_types from = { .before = kernel_text };
	bool is_open = open_types(types, size, &from);
	size_t i;

	for (i = 0; i < count; i++)
		layouts[i].is_known = is_open && find_structure(&from, &layouts[i]);
}
