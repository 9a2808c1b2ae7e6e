/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* types/type_table.c - the table of types: predefined types, making types, lookup, layout of structures. */
#include <stdlib.h>
#include <string.h>
#include <setjmp.h>

#include "types/type.h"

#define NESTING_LIMIT 200 /* structures within structures, against stack overflow by a damaged file */

/* Typedefs that every D program has. Soft ones are conveniences that programs may define themselves. */
static const struct {
	const char *name, *target32, *target64;
	bool soft;
} predefined[] = {
	{ "int8_t", "signed char", "signed char", false },
	{ "int16_t", "short", "short", false },
	{ "int32_t", "int", "int", false },
	{ "int64_t", "long long", "long", false },
	{ "uint8_t", "unsigned char", "unsigned char", false },
	{ "uint16_t", "unsigned short", "unsigned short", false },
	{ "uint32_t", "unsigned int", "unsigned int", false },
	{ "uint64_t", "unsigned long long", "unsigned long", false },
	{ "intptr_t", "int", "long", false },
	{ "uintptr_t", "unsigned int", "unsigned long", false },
	{ "size_t", "unsigned int", "unsigned long", false },
	{ "ssize_t", "int", "long", false },
	{ "ptrdiff_t", "int", "long", false },
	{ "uchar_t", "unsigned char", "unsigned char", false },
	{ "ushort_t", "unsigned short", "unsigned short", false },
	{ "uint_t", "unsigned int", "unsigned int", false },
	{ "ulong_t", "unsigned long", "unsigned long", false },
	{ "u_longlong_t", "unsigned long long", "unsigned long long", false },
	{ "longlong_t", "long long", "long long", false },
	{ "id_t", "int", "int", false },
	{ "pid_t", "int", "int", false },
	{ "uid_t", "unsigned int", "unsigned int", true },
	{ "gid_t", "unsigned int", "unsigned int", true },
	{ "dev_t", "unsigned int", "unsigned int", true },
	{ "ipaddr_t", "unsigned int", "unsigned int", true },
	{ "zoneid_t", "int", "int", true },
	{ "processorid_t", "int", "int", true },
	{ "psetid_t", "int", "int", true },
	{ "chipid_t", "int", "int", true },
	{ "lgrp_id_t", "int", "int", true },
	/* Names that scripts for illumos, FreeBSD and macOS cast to, of sizes that the system calls share */
	{ "u_char", "unsigned char", "unsigned char", true },
	{ "u_short", "unsigned short", "unsigned short", true },
	{ "u_int", "unsigned int", "unsigned int", true },
	{ "u_long", "unsigned long", "unsigned long", true },
	{ "hrtime_t", "long long", "long long", true },
	{ "offset_t", "long long", "long long", true },
	{ "time_t", "long", "long", true },
	{ "in_addr_t", "unsigned int", "unsigned int", true },
	{ "in_port_t", "unsigned short", "unsigned short", true },
	{ "major_t", "unsigned int", "unsigned int", true },
	{ "minor_t", "unsigned int", "unsigned int", true },
	{ "taskid_t", "int", "int", true },
	{ "projid_t", "int", "int", true },
	{ "poolid_t", "int", "int", true },
	{ "boolean_t", "int", "int", true },
};

static struct ldt_type *type_new(struct ldt_types *types, enum ldt_kind kind, const char *name)
{
	struct ldt_type *type = ldt_arena_alloc(&types->arena, sizeof(*type));

	type->kind = kind;
	type->name = name ? ldt_arena_strdup(&types->arena, name) : NULL;
	type->align = 1;
	type->generation = types->generation;
	return type;
}

static struct ldt_type *add_intrinsic(struct ldt_types *types, enum ldt_kind kind, const char *name, uint32_t size,
				      bool is_signed, int rank)
{
	struct ldt_type *type = type_new(types, kind, name);

	type->size = size;
	type->align = size ? size : 1;
	if (types->word_size == 4 && kind == LDT_KIND_INT && size == 8)
		type->align = 4;
	type->is_signed = is_signed;
	type->rank = (uint8_t)rank;
	type->is_char = rank == 1;
	type->complete = true;
	ldt_map_put(&types->names[LDT_NS_TYPEDEF], type->name, type);
	return type;
}

static void add_intrinsics(struct ldt_types *types)
{
	uint32_t word = types->word_size;

	types->void_ = add_intrinsic(types, LDT_KIND_VOID, "void", 0, false, 0);
	types->bool_ = add_intrinsic(types, LDT_KIND_INT, "_Bool", 1, false, 0);
	types->bool_->is_bool = true;
	types->char_ = add_intrinsic(types, LDT_KIND_INT, "char", 1, true, 1);
	types->schar = add_intrinsic(types, LDT_KIND_INT, "signed char", 1, true, 1);
	types->uchar = add_intrinsic(types, LDT_KIND_INT, "unsigned char", 1, false, 1);
	types->short_ = add_intrinsic(types, LDT_KIND_INT, "short", 2, true, 2);
	types->ushort = add_intrinsic(types, LDT_KIND_INT, "unsigned short", 2, false, 2);
	types->int_ = add_intrinsic(types, LDT_KIND_INT, "int", 4, true, 3);
	types->uint = add_intrinsic(types, LDT_KIND_INT, "unsigned int", 4, false, 3);
	types->long_ = add_intrinsic(types, LDT_KIND_INT, "long", word, true, 4);
	types->ulong = add_intrinsic(types, LDT_KIND_INT, "unsigned long", word, false, 4);
	types->llong = add_intrinsic(types, LDT_KIND_INT, "long long", 8, true, 5);
	types->ullong = add_intrinsic(types, LDT_KIND_INT, "unsigned long long", 8, false, 5);
	types->float_ = add_intrinsic(types, LDT_KIND_FLOAT, "float", 4, true, 6);
	types->double_ = add_intrinsic(types, LDT_KIND_FLOAT, "double", 8, true, 7);
	types->ldouble = add_intrinsic(types, LDT_KIND_FLOAT, "long double", word == 8 ? 16 : 12, true, 8);
	types->string = add_intrinsic(types, LDT_KIND_STRING, "string", 0, false, 0);
	types->stack = add_intrinsic(types, LDT_KIND_STACK, "stack", 0, false, 0);
	types->symaddr = add_intrinsic(types, LDT_KIND_SYMADDR, "_symaddr", 8, false, 0);
	types->usymaddr = add_intrinsic(types, LDT_KIND_USYMADDR, "_usymaddr", 16, false, 0);
	types->dyn = type_new(types, LDT_KIND_DYN, "<dynamic>");
}

struct ldt_type *ldt_type_find(const struct ldt_types *types, enum ldt_namespace ns, const char *name)
{
	return ldt_map_get(&types->names[ns], name);
}

static void add_predefined(struct ldt_types *types)
{
	struct ldt_type *type;
	size_t i;

	for (i = 0; i < sizeof(predefined) / sizeof(predefined[0]); i++) {
		const char *target = types->word_size == 8 ? predefined[i].target64 : predefined[i].target32;

		type = ldt_type_typedef(types, predefined[i].name, ldt_type_find(types, LDT_NS_TYPEDEF, target));
		type->soft = predefined[i].soft;
	}
	type = ldt_type_typedef(types, "caddr_t",
				ldt_type_pointer(types, ldt_type_find(types, LDT_NS_TYPEDEF, "char")));
	type->soft = true;
	types->int64 = ldt_type_find(types, LDT_NS_TYPEDEF, "int64_t");
	types->uint64 = ldt_type_find(types, LDT_NS_TYPEDEF, "uint64_t");
	types->uintptr = ldt_type_find(types, LDT_NS_TYPEDEF, "uintptr_t");
	types->size = ldt_type_find(types, LDT_NS_TYPEDEF, "size_t");
}

static void create_failed(void *arg)
{
	longjmp(*(jmp_buf *)arg, 1);
}

/* Fill a new table; false without memory. Its own function, so that nothing of the caller's lives across the jump. */
static bool predefine(struct ldt_types *types)
{
	jmp_buf recover;
	int ns;

	ldt_arena_init(&types->arena, create_failed, &recover);
	if (setjmp(recover))
		return false;
	for (ns = 0; ns < 4; ns++)
		ldt_map_init(&types->names[ns], &types->arena);
	ldt_map_init(&types->constants, &types->arena);
	add_intrinsics(types);
	add_predefined(types);
	return true;
}

struct ldt_types *ldt_types_create(uint32_t word_size)
{
	struct ldt_types *types = calloc(1, sizeof(*types));

	if (!types)
		return NULL;
	types->texts_tail = &types->texts;
	types->word_size = word_size;
	if (!predefine(types)) {
		ldt_types_destroy(types);
		return NULL;
	}
	return types;
}

void ldt_types_destroy(struct ldt_types *types)
{
	struct ldt_type_loader *loader;

	if (!types)
		return;
	for (loader = types->loaders; loader; loader = loader->next)
		loader->destroy(loader->arg);
	ldt_arena_fini(&types->arena);
	free(types);
}

void ldt_types_add_loader(struct ldt_types *types, struct ldt_type_loader *loader)
{
	loader->next = types->loaders;
	types->loaders = loader;
}

/* ---- making types ---------------------------------------------------------------------------- */

struct ldt_type *ldt_type_pointer(struct ldt_types *types, struct ldt_type *target)
{
	struct ldt_type *type = target->pointer;

	if (type)
		return type;
	type = type_new(types, LDT_KIND_POINTER, NULL);
	type->target = target;
	type->size = type->align = types->word_size;
	type->complete = true;
	target->pointer = type;
	return type;
}

struct ldt_type *ldt_type_array(struct ldt_types *types, struct ldt_type *element, uint64_t count, bool complete)
{
	struct ldt_type *type = type_new(types, LDT_KIND_ARRAY, NULL);

	type->target = element;
	type->count = count;
	type->complete = complete;
	type->size = ldt_type_storage(types, element) * count;
	type->align = ldt_type_resolve(element)->align;
	return type;
}

struct ldt_type *ldt_type_function(struct ldt_types *types, struct ldt_type *result, struct ldt_param *params,
				   bool varargs)
{
	struct ldt_type *type = type_new(types, LDT_KIND_FUNCTION, NULL);

	type->target = result;
	type->params = params;
	type->varargs = varargs;
	return type;
}

struct ldt_type *ldt_type_qualified(struct ldt_types *types, enum ldt_kind qualifier, struct ldt_type *target)
{
	struct ldt_type *type = type_new(types, qualifier, NULL);

	type->target = target;
	return type;
}

static void name_enter(struct ldt_types *types, enum ldt_namespace ns, struct ldt_type *type)
{
	type->shadowed = ldt_type_find(types, ns, type->name);
	type->next_named = types->named;
	types->named = type;
	ldt_map_put(&types->names[ns], type->name, type);
}

struct ldt_type *ldt_type_typedef(struct ldt_types *types, const char *name, struct ldt_type *target)
{
	struct ldt_type *type = type_new(types, LDT_KIND_TYPEDEF, name);

	type->target = target;
	name_enter(types, LDT_NS_TYPEDEF, type);
	return type;
}

static enum ldt_namespace kind_namespace(enum ldt_kind kind)
{
	return kind == LDT_KIND_STRUCT ? LDT_NS_STRUCT : kind == LDT_KIND_UNION ? LDT_NS_UNION : LDT_NS_ENUM;
}

struct ldt_type *ldt_type_tagged(struct ldt_types *types, enum ldt_kind kind, const char *name)
{
	struct ldt_type *type = name ? ldt_type_find(types, kind_namespace(kind), name) : NULL;

	if (type)
		return type;
	type = type_new(types, kind, name);
	if (kind == LDT_KIND_ENUM) {
		type->size = type->align = 4;
		type->is_signed = true;
		type->rank = 3;
	}
	if (name)
		name_enter(types, kind_namespace(kind), type);
	return type;
}

static uint64_t round_up(uint64_t value, uint64_t align)
{
	return (value + align - 1) / align * align;
}

/* Where a bit-field goes: into the storage unit of its type that holds the next free bit, unless it would cross its
 * end. */
static uint64_t place_bits(uint64_t next, uint32_t width, struct ldt_type *base)
{
	uint64_t unit = base->size * 8;

	if (width == 0 || next / unit != (next + width - 1) / unit)
		next = round_up(next, unit);
	return next;
}

static void map_members(struct ldt_types *types, struct ldt_type *sou)
{
	struct ldt_member *member;

	ldt_map_init(&sou->member_map, &types->arena);
	sou->mapped = true;
	for (member = sou->members; member; member = member->next)
		if (member->name)
			ldt_map_put(&sou->member_map, member->name, member);
}

/* Members defined so far; those of anonymous structs and unions belong to the outer one. */
static const struct ldt_member *find_member(struct ldt_types *types, struct ldt_type *sou, const char *name,
					    uint64_t *bit_offset_ret)
{
	const struct ldt_member *member, *inner;
	uint64_t offset = 0;

	sou = ldt_type_resolve(sou);
	if (!sou->mapped)
		map_members(types, sou);
	member = ldt_map_get(&sou->member_map, name);
	if (member) {
		*bit_offset_ret = member->bit_offset;
		return member;
	}
	for (member = sou->members; member; member = member->next) {
		if (member->name || !ldt_type_is_sou(member->type))
			continue;
		ldt_type_ensure(types, member->type);
		inner = find_member(types, member->type, name, &offset);
		if (!inner)
			continue;
		*bit_offset_ret = member->bit_offset + offset;
		return inner;
	}
	return NULL;
}

static void place_member(struct ldt_types *types, struct ldt_type *sou, struct ldt_member *member)
{
	struct ldt_type *base = ldt_type_resolve(member->type);
	uint64_t next = sou->kind == LDT_KIND_STRUCT ? sou->count : 0, end;
	uint32_t align = ldt_type_alignment(types, base), width = member->bit_width;

	if (member->round && sou->kind == LDT_KIND_STRUCT)
		next = round_up(next, member->round);
	member->bit_offset = width ? place_bits(next, width, base) : round_up(next, (uint64_t)align * 8);
	end = member->bit_offset + (width ? width : ldt_type_storage(types, member->type) * 8);
	sou->count = sou->kind == LDT_KIND_STRUCT || end > sou->count ? end : sou->count;
	if (align > sou->align && (member->name || !width)) /* a bit-field without a name does not count */
		sou->align = align;
}

struct ldt_member *ldt_type_add_member(struct ldt_types *types, struct ldt_type *sou, const char *name,
				       struct ldt_type *type, uint32_t width)
{
	struct ldt_member *member;
	uint64_t end;

	if (name && find_member(types, sou, name, &end))
		return NULL;
	member = ldt_arena_alloc(&types->arena, sizeof(*member));
	member->name = name ? ldt_arena_strdup(&types->arena, name) : NULL;
	member->type = type;
	member->bit_width = width;
	member->round = sou->round;
	sou->round = 0;
	place_member(types, sou, member);
	if (sou->last_member)
		sou->last_member->next = member;
	else
		sou->members = member;
	sou->last_member = member;
	if (sou->mapped && member->name)
		ldt_map_put(&sou->member_map, member->name, member);
	return member;
}

void ldt_type_round(struct ldt_type *sou, uint32_t unit)
{
	sou->round = unit;
	if (sou->kind == LDT_KIND_STRUCT)
		sou->count = round_up(sou->count, unit);
}

static bool has_strings(struct ldt_type *type)
{
	const struct ldt_member *member;

	type = ldt_type_resolve(type);
	while (type->kind == LDT_KIND_ARRAY)
		type = ldt_type_resolve(type->target);
	if (type->kind == LDT_KIND_STRING || type->has_strings)
		return true;
	if (!ldt_type_is_sou(type) || type->complete)
		return false;
	for (member = type->members; member; member = member->next)
		if (has_strings(member->type))
			return true;
	return false;
}

static void set_size(struct ldt_type *sou)
{
	sou->size = round_up(round_up(sou->count, 8) / 8, sou->align);
}

void ldt_type_finish(struct ldt_types *types, struct ldt_type *sou)
{
	if (ldt_type_is_sou(sou) && has_strings(sou)) {
		sou->has_strings = true;
		*types->texts_tail = sou;
		types->texts_tail = &sou->next_text;
	}
	sou->complete = true;
	if (sou->kind != LDT_KIND_ENUM)
		set_size(sou);
}

void ldt_types_set_string_size(struct ldt_types *types, uint32_t size)
{
	struct ldt_member *member;
	struct ldt_type *sou;

	if (types->string_size == size)
		return;
	types->string_size = size;
	for (sou = types->texts; sou; sou = sou->next_text) { /* one inside another was finished before it */
		sou->count = 0;
		for (member = sou->members; member; member = member->next)
			place_member(types, sou, member);
		set_size(sou);
	}
}

void ldt_type_add_enumerator(struct ldt_types *types, struct ldt_type *enumeration, const char *name, int64_t value,
			     enum ldt_origin origin)
{
	struct ldt_enumerator *entry = ldt_arena_alloc(&types->arena, sizeof(*entry));
	struct ldt_constant *constant = ldt_arena_alloc(&types->arena, sizeof(*constant));

	entry->name = ldt_arena_strdup(&types->arena, name);
	entry->value = value;
	if (enumeration->last_enumerator)
		enumeration->last_enumerator->next = entry;
	else
		enumeration->enumerators = entry;
	enumeration->last_enumerator = entry;
	constant->value = value;
	constant->type = enumeration;
	constant->origin = origin;
	constant->name = entry->name;
	constant->generation = types->generation;
	if (ldt_map_get(&types->constants, entry->name))
		return;
	ldt_map_put(&types->constants, entry->name, constant);
	constant->next = types->made;
	types->made = constant;
}

bool ldt_type_is_entered(const struct ldt_types *types, const struct ldt_type *type)
{
	enum ldt_namespace ns = type->kind == LDT_KIND_TYPEDEF ? LDT_NS_TYPEDEF : kind_namespace(type->kind);

	return ldt_type_find(types, ns, type->name) == type;
}

void ldt_types_forget(struct ldt_types *types, uint32_t generation)
{
	struct ldt_constant *constant;
	struct ldt_type *type;

	for (type = types->named; type && type->generation == generation; type = type->next_named) {
		enum ldt_namespace ns = type->kind == LDT_KIND_TYPEDEF ? LDT_NS_TYPEDEF : kind_namespace(type->kind);

		ldt_map_remove(&types->names[ns], type->name);
		if (type->shadowed)
			ldt_map_put(&types->names[ns], type->name, type->shadowed);
	}
	types->named = type;
	for (constant = types->made; constant && constant->generation == generation; constant = constant->next)
		if (constant->origin != LDT_ORIGIN_FILE)
			ldt_map_remove(&types->constants, constant->name);
	types->made = constant;
}

const struct ldt_enumerator *ldt_type_enumerator(struct ldt_types *types, struct ldt_type *enumeration,
						 const char *name)
{
	const struct ldt_enumerator *entry;

	enumeration = ldt_type_resolve(enumeration);
	ldt_type_ensure(types, enumeration);
	for (entry = enumeration->enumerators; entry; entry = entry->next)
		if (!strcmp(entry->name, name))
			return entry;
	return NULL;
}

/* ---- lookup ---------------------------------------------------------------------------------- */

struct ldt_type *ldt_type_lookup(struct ldt_types *types, const char *module, enum ldt_namespace ns, const char *name)
{
	struct ldt_type *type = !module || !*module || !strcmp(module, "D") ? ldt_type_find(types, ns, name) : NULL;
	struct ldt_type_loader *loader;

	for (loader = types->loaders; !type && loader; loader = loader->next)
		type = loader->lookup(loader->arg, types, module, ns, name);
	return type;
}

void ldt_types_names(const struct ldt_types *types, enum ldt_namespace ns, void (*fn)(void *fn_arg, const char *name),
		     void *fn_arg)
{
	const struct ldt_map *map = &types->names[ns];
	const struct ldt_type_loader *loader;
	size_t i;

	for (i = 0; i < map->room; i++)
		if (map->slots[i].name && map->slots[i].value)
			fn(fn_arg, map->slots[i].name);
	for (loader = types->loaders; loader; loader = loader->next)
		if (loader->names)
			loader->names(loader->arg, ns, fn, fn_arg);
}

bool ldt_type_ensure(struct ldt_types *types, struct ldt_type *type)
{
	struct ldt_type_loader *loader;

	type = ldt_type_resolve(type);
	if (type->kind != LDT_KIND_STRUCT && type->kind != LDT_KIND_UNION && type->kind != LDT_KIND_ENUM)
		return type->complete || type->kind == LDT_KIND_STRING;
	if (type->complete || type->busy || types->nesting >= NESTING_LIMIT)
		return type->complete;
	types->nesting++;
	for (loader = types->loaders; !type->complete && loader; loader = loader->next)
		loader->complete(loader->arg, types, type);
	types->nesting--;
	return type->complete;
}

struct ldt_type *ldt_type_constant(struct ldt_types *types, const char *name, int64_t *value_ret)
{
	struct ldt_type_loader *loader;
	struct ldt_type *type = NULL;

	for (loader = types->loaders; !type && loader; loader = loader->next)
		if (loader->constant)
			type = loader->constant(loader->arg, types, name, value_ret);
	return type;
}

uint32_t ldt_type_alignment(struct ldt_types *types, struct ldt_type *type)
{
	const struct ldt_member *member;
	uint32_t align = 1, inner;

	type = ldt_type_resolve(type);
	if (type->kind == LDT_KIND_ARRAY)
		return ldt_type_alignment(types, type->target);
	if (!type->origin || type->kind == LDT_KIND_ENUM || !ldt_type_ensure(types, type))
		return type->align;
	for (member = type->members; member; member = member->next) {
		inner = ldt_type_alignment(types, member->type);
		align = inner > align ? inner : align;
	}
	type->align = align;
	return align;
}

const struct ldt_member *ldt_type_member(struct ldt_types *types, struct ldt_type *sou, const char *name,
					 uint64_t *bit_offset_ret)
{
	const struct ldt_member *member;
	uint64_t offset;

	ldt_type_ensure(types, sou);
	member = find_member(types, sou, name, &offset);
	if (member && bit_offset_ret)
		*bit_offset_ret = offset;
	return member;
}

uint64_t ldt_type_size(struct ldt_types *types, struct ldt_type *type)
{
	type = ldt_type_resolve(type);
	switch (type->kind) {
	case LDT_KIND_STRUCT:
	case LDT_KIND_UNION:
	case LDT_KIND_ENUM:
		ldt_type_ensure(types, type);
		return type->complete ? type->size : 0;
	case LDT_KIND_ARRAY:
		return type->count * ldt_type_storage(types, type->target);
	default:
		return type->size;
	}
}

uint64_t ldt_type_storage(struct ldt_types *types, struct ldt_type *type)
{
	return ldt_type_resolve(type)->kind == LDT_KIND_STRING ? types->string_size : ldt_type_size(types, type);
}
