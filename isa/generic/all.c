/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* all.c - the CPUs by name, for programs that link every backend. */
#include <string.h>

#include "isa/isa.h"

static const struct isa *const all[] = {
#define DT_ISA(name) &isa_##name,
#include "spec/isa.def"
#undef DT_ISA
};

const struct isa *isa_by_name(const char *name)
{
	size_t i;

	for (i = 0; i < DT_ARRAY_SIZE(all); i++) {
		if (strcmp(all[i]->name, name) == 0)
			return all[i];
	}
	return NULL;
}
