/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/near.c - "did you mean": what the end of a message says of the name that is nearest to an unknown one. */
#include <string.h>

#include "compiler/compilation.h"
#include "compiler/near.h"

/* With compat, what a lineage does not say is not said. */
static const char *near_text(struct ldt_comp *c, const struct ldt_nearest *nearest, const char *before)
{
	if (!nearest->found || c->dtp->copts.compat_set)
		return "";
	return ldt_arena_printf(&c->own_arena, ": did you mean %s%s?", before, nearest->found);
}

const char *ldt_near_text(struct ldt_comp *c, const struct ldt_nearest *nearest)
{
	return near_text(c, nearest, "");
}

static void offer(void *arg, const char *name)
{
	ldt_nearest_offer(arg, name);
}

/* The _t of a type's name says nothing: what is before it decides how many letters may be wrong. */
static void allow_letters(struct ldt_nearest *nearest, const char *name)
{
	size_t length = strlen(name);
	char stem[64];

	if (length < 3 || length - 2 >= sizeof(stem) || strcmp(name + length - 2, "_t") != 0)
		return;
	snprintf(stem, sizeof(stem), "%.*s", (int)(length - 2), name);
	nearest->most = ldt_similar_most(stem);
	nearest->best = nearest->most + 1;
}

const char *ldt_near_type(struct ldt_comp *c, enum ldt_namespace ns, const char *name)
{
	static const char *const keywords[] = {
		[LDT_NS_TYPEDEF] = "", [LDT_NS_STRUCT] = "struct ", [LDT_NS_UNION] = "union ", [LDT_NS_ENUM] = "enum "
	};
	struct ldt_nearest nearest;

	ldt_nearest_begin(&nearest, name);
	allow_letters(&nearest, name);
	ldt_types_names(c->types, ns, offer, &nearest);
	return near_text(c, &nearest, keywords[ns]);
}

const char *ldt_near_incomplete(struct ldt_comp *c, struct ldt_type *type)
{
	type = ldt_type_resolve(type);
	if (!type->name || type->complete)
		return "";
	switch (type->kind) {
	case LDT_KIND_STRUCT:
		return ldt_near_type(c, LDT_NS_STRUCT, type->name);
	case LDT_KIND_UNION:
		return ldt_near_type(c, LDT_NS_UNION, type->name);
	case LDT_KIND_ENUM:
		return ldt_near_type(c, LDT_NS_ENUM, type->name);
	default:
		return "";
	}
}

#define ANONYMOUS_DEPTH 8 /* of structs in structs whose members are looked at */

static void offer_members(struct ldt_comp *c, struct ldt_nearest *nearest, struct ldt_type *type, unsigned int depth)
{
	const struct ldt_member *member;

	type = ldt_type_resolve(type);
	if (depth > ANONYMOUS_DEPTH || !ldt_type_is_sou(type) || !ldt_type_ensure(c->types, type))
		return;
	for (member = type->members; member; member = member->next) {
		if (member->name)
			ldt_nearest_offer(nearest, member->name);
		else
			offer_members(c, nearest, member->type, depth + 1);
	}
}

const char *ldt_near_member(struct ldt_comp *c, struct ldt_type *type, const char *name)
{
	struct ldt_nearest nearest;

	ldt_nearest_begin(&nearest, name);
	offer_members(c, &nearest, type, 0);
	return ldt_near_text(c, &nearest);
}

const char *ldt_near_macro(struct ldt_comp *c, const char *name)
{
	static const char *const names[] = { "pid", "ppid", "pgid", "sid", "uid", "euid", "gid", "egid", "target" };
	struct ldt_nearest nearest;
	size_t i;

	ldt_nearest_begin(&nearest, name);
	for (i = 0; i < DT_ARRAY_SIZE(names); i++)
		ldt_nearest_offer(&nearest, names[i]);
	return near_text(c, &nearest, "$");
}
