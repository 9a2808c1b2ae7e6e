/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* fsinfo.c - the provider fsinfo: operations on open files. The table is spec/providers/fsinfo.def. */
#include "base/text.h"
#include "providers/derived/derived.h"
#include "providers/providers.h"

static const struct derived_row rows[] = {
#define DT_DERIVED        DERIVED_ROW
#define DT_DERIVED_ALWAYS DERIVED_ROW_ALWAYS
#include "spec/providers/fsinfo.def"
#undef DT_DERIVED
#undef DT_DERIVED_ALWAYS
};

/*
 * fsync() and fdatasync() of programs, and vfs_fsync(), which other parts of the kernel call, end in
 * vfs_fsync_range(): that is the hook. Where the compiler has put a copy of it into one of them, that one needs
 * a hook of its own. Nothing may be told twice.
 */
static const char *refusal(const struct derived_row *row, const char *why)
{
	bool is_told = false;

	if (why || !dt_str_same(row->name, "fsync"))
		return why;
	if (dt_str_same(row->function, "vfs_fsync"))
		is_told = derived_kernel_calls("vfs_fsync", "vfs_fsync_range");
	else if (*row->function)
		is_told = !derived_kernel_has("do_fsync") || derived_kernel_calls("do_fsync", "vfs_fsync") ||
			  derived_kernel_calls("do_fsync", "vfs_fsync_range");
	return is_told ? DERIVED_ANOTHER : NULL;
}

DERIVED_PROVIDER(fsinfo, .refusal = refusal)
