/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * lockstat.c - the provider lockstat: threads wait for locks, get and release them. The table is
 * spec/providers/lockstat.def.
 *
 * The functions that locks are made of are left out of stacks and `caller`: a program wants to know
 * who took the lock.
 */
#include "base/report.h"
#include "base/text.h"
#include "os/os.h"
#include "providers/derived/derived.h"
#include "providers/providers.h"

static const struct derived_row rows[] = {
#define DT_DERIVED        DERIVED_ROW
#define DT_DERIVED_ALWAYS DERIVED_ROW_ALWAYS
#include "spec/providers/lockstat.def"
#undef DT_DERIVED
#undef DT_DERIVED_ALWAYS
};

/* ---- functions of locks ---------------------------------------------------------------------- */

#define EXTENTS 256 /* functions that follow one another are one */

static struct os_extent hidden[EXTENTS + 1];
static size_t hidden_count, hidden_lost;

static bool is_lock(void *arg, const char *module, const char *name)
{
	return os_lock_function(name);
}

static int hide(void *arg, const struct os_func *func)
{
	struct os_extent *last = hidden_count ? &hidden[hidden_count - 1] : NULL;

	if (last && last->end == func->addr) {
		last->end += func->size;
	} else if (hidden_count < EXTENTS) {
		hidden[hidden_count].start = func->addr;
		hidden[hidden_count++].end = func->addr + func->size;
	} else {
		hidden_lost++;
	}
	return 0;
}

/* Without them stacks begin in the lock's own functions. */
static void find_lock_functions(void)
{
	struct os_func_query query = { .module = "vmlinux", .wants = is_lock };
	struct os_space *space = os_kernel_space();

	hidden_count = hidden_lost = 0;
	space->ops->func_each(space, &query, hide, NULL);
	hidden[hidden_count].start = hidden[hidden_count].end = 0;
}

/* ---- what this kernel cannot have ------------------------------------------------------------ */

/* Tickets are drawn and waited for where the lock is taken. x86 has two functions, and calls one of them. */
static const char *spin_refusal(const char *why)
{
	return derived_kernel_has("queued_spin_lock_slowpath") || derived_kernel_has("native_queued_spin_lock_slowpath")
		       ? why
		       : "ticket-locks-are-inlined";
}

static const char *refusal(const struct derived_row *row, const char *why)
{
	if (dt_str_same(row->name, "thread-spin"))
		return "no-such-lock-in-linux";
	if (dt_str_same(row->name, "rw-upgrade"))
		return "locks-cannot-be-upgraded";
	if (why && (dt_str_same(row->function, "queued_spin_lock_slowpath") ||
		    dt_str_same(row->function, "__pv_queued_spin_lock_slowpath")))
		return spin_refusal(why);
	return why && dt_str_same(why, DERIVED_NO_HOOK) && *row->function ? "inlined-in-this-kernel" : why;
}

/* ---- the provider ---------------------------------------------------------------------------- */

static int begin(void)
{
	find_lock_functions();
	os_lock_waits_reset();
	return 0;
}

static void add_report(struct dt_report *report)
{
	dt_report_line(report, "waits lost %lu", os_lock_waits_lost());
}

DERIVED_PROVIDER(lockstat, .begin = begin, .add_report = add_report, .refusal = refusal, .hidden = hidden)
