/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * derived.h - providers whose probes are rows of a table (spec/providers/NAME.def).
 *
 * Theory. A row is a probe, the hook it listens to and the adapter that makes its arguments
 * (os/adapter.h). Hooks are looked up when a description may mean the row; a hook that several rows
 * of a provider use is one place, attached once, and its rows fire in the table's order.
 *
 *      description --> row --hook--> place (place.h): a tracepoint's hook, or attachments to sites of
 *                                      |              a function
 *      the kernel passes it -----------+--> each armed row: adapter says no: nothing
 *                                                           says yes: dt_probe_fire with its arguments
 *
 * A hook is one of
 *
 *      tp:NAME          a tracepoint
 *      entry:FUNCTION   a function is entered
 *      return:FUNCTION  it returns (returns.h): what it was called with is in a stash until then (stash.h)
 *      syscall:NAME:entry, syscall:NAME:return
 *                       a system call, of programs of every word size
 *
 * with MODULE` before the name when it is not in the kernel proper: `tp:nfsd`nfsd_read_start`. The
 * probe's module is the hook's, so its probes come and go with the module.
 *
 * A row that is the event whenever its function is entered (DT_DERIVED_ALWAYS), and has that hook for
 * itself, is fired by the site layer like a probe of fbt; its adapter runs when a program asks for an
 * argument.
 *
 * A row whose hook this kernel has not got is no probe. Rows of the same names are alternatives:
 * the first with a hook is the probe. A row without a name is never one: its adapter runs while any
 * probe of the provider is armed, to keep what others need (io: what began, for when it ends). It is
 * looked up with the first probe. Such rows, too, are alternatives when they have the same function.
 */
#ifndef PROVIDERS_DERIVED_DERIVED_H
#define PROVIDERS_DERIVED_DERIVED_H

#include <dtrace/provider.h>

#include "os/adapter.h"

#define DERIVED_NO_HOOK "no-hook-in-this-kernel" /* the kernel has no tracepoint or function of this name */
#define DERIVED_ANOTHER "another-row"            /* another row of the table is this probe here: nothing is missing */

/* One argument of a probe. */
struct derived_arg {
	uint8_t word;           /* which of those that the adapter fills in */
	const char *type;       /* its type in D */
	const char *translated; /* the type that programs see; "": the same */
	uint8_t object; /* the word that has this type, if argN is not to be it; else 0. Of a row: one such word */
};

struct derived_row {
	const char *function, *name;
	const char *hook; /* see above */
	bool (*adapt)(const uint64_t *in, uint64_t *out);
	bool always; /* it never says no, and is asked for arguments only */
	uint8_t arg_count;
	struct derived_arg args[OS_ADAPTER_ARGS];
};

struct derived_place;
struct derived_probe;
struct stash;

/* One provider. The first members are its own, the others zero until it registers. */
struct derived {
	const char *name;
	const struct derived_row *rows;
	size_t row_count;
	int (*begin)(void); /* before its first probe is armed, and after its last; NULL: nothing to do */
	void (*end)(void);
	void (*add_report)(struct dt_report *report); /* what to say besides its probes; NULL: nothing */
	/*
	 * why a row is no probe: @why is NULL when its hook was found, otherwise the reason why not;
	 * returned as it is, or another constant, DERIVED_ANOTHER too. NULL: as it is
	 */
	const char *(*refusal)(const struct derived_row *row, const char *why);
	const struct os_extent *hidden; /* as of dt_provider_ops.frames; NULL: what the hook says */
	struct dt_provider *provider;
	struct derived_place *places; /* of hooks that were found */
	struct derived_probe *probes; /* one for each row */
	size_t armed;                 /* of its probes */
	bool is_asked;                /* somebody wanted some of them */
	struct stash *stash;          /* of the returns; NULL: none is armed */
	unsigned int returns_armed;   /* places */
	unsigned long lost;           /* atomic: calls that were left by a jump that cannot be followed */
	uint64_t full;                /* how often stashes that are gone had no room */
};

/* A row of a table, from DT_DERIVED and DT_DERIVED_ALWAYS. */
#define DERIVED_ROW(...)        DERIVED_ROW_OF(false, __VA_ARGS__)
#define DERIVED_ROW_ALWAYS(...) DERIVED_ROW_OF(true, __VA_ARGS__)
#define DERIVED_ROW_OF(always_, function_, name_, hook_, adapter, ...)                                          \
	{ .function = (function_),                                                                              \
	  .always = (always_),                                                                                  \
	  .name = (name_),                                                                                      \
	  .hook = (hook_),                                                                                      \
	  .adapt = os_adapt_##adapter,                                                                          \
	  .arg_count = sizeof((struct derived_arg[]){ { 0 }, ##__VA_ARGS__ }) / sizeof(struct derived_arg) - 1, \
	  .args = { __VA_ARGS__ } },

/*
 * derived_register / derived_unregister - begin and end such a provider. As dt_provider_register() and
 * dt_provider_unregister() (provider.h); its attributes are those of a stable provider.
 */
int derived_register(struct derived *derived);
void derived_unregister(struct derived *derived);

/* derived_kernel_has - whether the kernel proper has a function of this name. Context: process, may sleep. */
bool derived_kernel_has(const char *function);

/*
 * derived_kernel_calls - whether a function of the kernel proper has a direct call of another one, or a
 * jump to it: a compiler may have put a copy of the other one in its place. Return: false, too, when one of
 * them is not there; true, too, when there is no memory to look. Context: process, may sleep.
 */
bool derived_kernel_calls(const char *caller, const char *called);

/*
 * DERIVED_PROVIDER - all that the file of such a provider has after its rows: what init and fini of
 * providers.h do. @...: members of struct derived besides name and rows.
 */
#define DERIVED_PROVIDER(provider_, ...)                                                          \
	static struct derived provider_ = {                                                       \
		.name = #provider_, .rows = rows, .row_count = DT_ARRAY_SIZE(rows), ##__VA_ARGS__ \
	};                                                                                        \
	int dt_provider_##provider_##_init(void)                                                  \
	{                                                                                         \
		return derived_register(&provider_);                                              \
	}                                                                                         \
	void dt_provider_##provider_##_fini(void)                                                 \
	{                                                                                         \
		derived_unregister(&provider_);                                                   \
	}

#endif
