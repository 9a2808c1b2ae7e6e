/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/types_write.c - the types that programs have declared, as files of BTF: -x ctypes=FILE those of
 * C, -x dtypes=FILE those of D.
 */
#include <errno.h>
#include <stdlib.h>

#include "compiler/compilation.h"
#include "compiler/driver.h"
#include "types/types.h"

/* C's own and those of headers. */
static bool is_c(const struct ldt_type *type)
{
	return type->generation == 0 || type->header;
}

/* Declared in the text of programs and of the D library. */
static bool is_d(const struct ldt_type *type)
{
	return !is_c(type);
}

struct dump {
	const char *path;
	bool (*wanted)(const struct ldt_type *type);
	uint8_t *data;
	size_t size;
	const char *why;
};

static void dump_make(struct ldt_comp *c, void *arg)
{
	struct dump *dump = arg;

	dump->data = ldt_btf_write(c->types, dump->wanted, &dump->size, &dump->why);
}

static bool dump_write(const struct dump *dump)
{
	FILE *file = fopen(dump->path, "we");
	bool good;

	if (!file)
		return false;
	good = fwrite(dump->data, 1, dump->size, file) == dump->size;
	return fclose(file) == 0 && good;
}

static int write_dump(struct dtrace_hdl *dtp, struct dump *dump)
{
	int ret = 0;

	if (!dump->path)
		return 0;
	if (ldt_compiler_call(dtp, dump_make, dump))
		return -1;
	if (!dump->data)
		ret = ldt_set_error(dtp, EIO, "cannot write the types to %s: %s", dump->path, dump->why);
	else if (!dump_write(dump))
		ret = ldt_set_error(dtp, errno, "cannot write the types to %s: %s", dump->path,
				    dtrace_errmsg(NULL, errno));
	free(dump->data);
	return ret;
}

int dtrace_types_write(dtrace_hdl_t *dtp)
{
	struct dump c = { .path = dtp->copts.ctypes_file, .wanted = is_c };
	struct dump d = { .path = dtp->copts.dtypes_file, .wanted = is_d };

	return write_dump(dtp, &c) || write_dump(dtp, &d) ? -1 : 0;
}
