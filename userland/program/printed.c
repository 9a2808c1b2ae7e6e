/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* program/printed.c - the types that print() was used with, by number: 1 + index. */
#include <stdlib.h>

#include "program/program.h"

struct ldt_printed {
	struct ldt_types *types;
	struct ldt_type **list; /* malloc'ed */
	size_t count, room;
};

uint32_t ldt_printed_number(struct dtrace_hdl *dtp, struct ldt_types *types, struct ldt_type *type)
{
	struct ldt_printed *printed = dtp->printed;

	if (!printed) {
		printed = dtp->printed = calloc(1, sizeof(*printed));
		if (!printed)
			return 0;
		printed->types = types;
	}
	for (size_t i = 0; i < printed->count; i++) {
		if (printed->list[i] == type)
			return (uint32_t)i + 1;
	}
	if (printed->count == printed->room) {
		size_t room = printed->room ? printed->room * 2 : 16;
		struct ldt_type **list = realloc(printed->list, room * sizeof(struct ldt_type *));

		if (!list)
			return 0;
		printed->list = list;
		printed->room = room;
	}
	printed->list[printed->count++] = type;
	return (uint32_t)printed->count;
}

struct ldt_type *ldt_printed_type(const struct dtrace_hdl *dtp, uint32_t number)
{
	const struct ldt_printed *printed = dtp->printed;

	return printed && number >= 1 && number <= printed->count ? printed->list[number - 1] : NULL;
}

struct ldt_types *ldt_printed_types(const struct dtrace_hdl *dtp)
{
	return dtp->printed ? dtp->printed->types : NULL;
}

void ldt_printed_destroy(struct ldt_printed *printed)
{
	if (printed)
		free(printed->list);
	free(printed);
}
