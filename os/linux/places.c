/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* places.c - walks through the kernel's tables of addresses (places.h). */
#include <linux/extable.h>
#include <linux/jump_label.h>
#include <linux/module.h>
#include <linux/static_call.h>

#include "os/linux/linux.h"
#include "os/linux/compat/compat.h"
#include "os/linux/places.h"

static struct jump_entry *jumps, *jumps_end;
static struct exception_table_entry *exceptions, *exceptions_end;
#ifdef CONFIG_HAVE_STATIC_CALL_INLINE
static struct static_call_site *calls, *calls_end;
#endif

int linux_places_init(void)
{
	jumps = (void *)linux_symbol("__start___jump_table");
	jumps_end = (void *)linux_symbol("__stop___jump_table");
	exceptions = (void *)linux_symbol("__start___ex_table");
	exceptions_end = (void *)linux_symbol("__stop___ex_table");
#ifdef CONFIG_HAVE_STATIC_CALL_INLINE
	calls = (void *)linux_symbol("__start_static_call_sites");
	calls_end = (void *)linux_symbol("__stop_static_call_sites");
#endif
	return 0;
}

bool linux_places_known(void)
{
	return jumps && jumps_end;
}

const struct exception_table_entry *linux_exception_table(const struct exception_table_entry **end)
{
	*end = exceptions ? exceptions_end : NULL;
	return exceptions;
}

unsigned long linux_exception_addr(const struct exception_table_entry *entry)
{
	static_assert(sizeof(entry->insn) == 4, "a distance");
	return (unsigned long)&entry->insn + entry->insn;
}

static unsigned long fixup_addr(const struct exception_table_entry *entry)
{
	static_assert(sizeof(entry->fixup) == 4, "a distance");
	return (unsigned long)&entry->fixup + entry->fixup;
}

struct walk {
	void (*fn)(void *arg, enum linux_place place, unsigned long addr);
	void *arg;
	const struct module *last;
};

static void tell_jumps(const struct walk *walk, const struct jump_entry *entry, const struct jump_entry *end)
{
	for (; entry < end; entry++) {
		walk->fn(walk->arg, LINUX_PLACE_PATCHED, jump_entry_code(entry));
		walk->fn(walk->arg, LINUX_PLACE_DESTINATION, jump_entry_target(entry));
	}
}

static void tell_exceptions(const struct walk *walk, const struct exception_table_entry *entry,
			    const struct exception_table_entry *end)
{
	for (; entry < end; entry++) {
		walk->fn(walk->arg, LINUX_PLACE_EXCEPTION, linux_exception_addr(entry));
		walk->fn(walk->arg, LINUX_PLACE_FIXUP, fixup_addr(entry));
	}
}

#ifdef CONFIG_HAVE_STATIC_CALL_INLINE
static void tell_calls(const struct walk *walk, const struct static_call_site *site, const struct static_call_site *end)
{
	for (; site < end; site++)
		walk->fn(walk->arg, LINUX_PLACE_PATCHED, (unsigned long)&site->addr + site->addr);
}
#endif

/* Called for each symbol of a module; the first one is enough. */
static int tell_module(void *arg, struct module *mod, const char *name, unsigned long addr)
{
	struct walk *walk = arg;

	if (walk->last == mod)
		return 0;
	walk->last = mod;
	tell_jumps(walk, mod->jump_entries, mod->jump_entries + mod->num_jump_entries);
	tell_exceptions(walk, mod->extable, mod->extable + mod->num_exentries);
#ifdef CONFIG_HAVE_STATIC_CALL_INLINE
	tell_calls(walk, mod->static_call_sites, mod->static_call_sites + mod->num_static_call_sites);
#endif
	return 0;
}

void linux_places_each(void (*fn)(void *arg, enum linux_place place, unsigned long addr), void *arg)
{
	struct walk walk = { .fn = fn, .arg = arg };

	if (linux_places_known())
		tell_jumps(&walk, jumps, jumps_end);
	if (exceptions && exceptions_end)
		tell_exceptions(&walk, exceptions, exceptions_end);
#ifdef CONFIG_HAVE_STATIC_CALL_INLINE
	if (calls && calls_end)
		tell_calls(&walk, calls, calls_end);
#endif
	compat_module_symbols(NULL, tell_module, &walk);
}
