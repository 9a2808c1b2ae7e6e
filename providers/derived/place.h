/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * place.h - where the kernel is listened to: a hook of a table that this kernel has.
 *
 * A place belongs to one provider. It has a hook on a tracepoint, which for a system call is the one
 * that all of them pass, or attachments to sites: one at a function's entry, and for a return one at
 * each of its exits (returns.h).
 */
#ifndef PROVIDERS_DERIVED_PLACE_H
#define PROVIDERS_DERIVED_PLACE_H

#include <dtrace/provider.h>

#include "os/os.h"
#include "os/tracepoint.h"
#include "providers/derived/derived.h"

enum derived_kind { DERIVED_POINT, DERIVED_ENTRY, DERIVED_RETURN, DERIVED_CALL, DERIVED_KINDS };

#define DERIVED_CALL_LENGTH 32

/* A hook of a table, taken apart. */
struct derived_hook {
	enum derived_kind kind;
	char module[DTRACE_MODNAMELEN];
	const char *name; /* of a system call, too, which may be longer: `call` */
	char call[DERIVED_CALL_LENGTH];
	bool leaves; /* the system call returns */
};

/* What is on one way out of a function. */
enum derived_way {
	DERIVED_WAY_RETURN,
	DERIVED_WAY_LOST, /* a jump to somewhere that cannot be followed */
	DERIVED_WAY_JUMP  /* a jump that may also stay: lost when it leads out */
};

struct derived_exit {
	struct dt_site_attachment site;
	struct derived_place *place;
	enum derived_way way;
};

struct derived_probe {
	const struct derived *derived;
	const struct derived_row *row;
	struct derived_hook hook;
	struct derived_place *place;
	struct derived_probe *next; /* of the place */
	struct dt_probe *probe;     /* read while it fires; NULL: not armed */
	uint8_t found;
	/*
	 * of its adapter's words, those that a firing has: of each argument, then the one that an
	 * argument's type is of and its argN is not (a row has one such word, or none)
	 */
	uint8_t words[OS_ADAPTER_ARGS + 1];
	uint8_t word_count;
	bool in_order;   /* words[] is 0, 1, 2... */
	bool helps;      /* its row has no name; never armed */
	bool is_helping; /* it is armed */
	const char *why; /* it is missing: a constant */
};

struct derived_place {
	struct derived_place *next;
	struct derived *derived;
	const char *text; /* the hook, as the table has it */
	struct derived_hook hook;
	struct derived_probe *first; /* its rows, in the table's order */
	unsigned int armed;          /* of its rows */
	bool uses_stash;             /* it is one of derived->returns_armed */
	struct os_tracepoint_hook point;
	unsigned int numbers[OS_SYSCALL_ABIS]; /* of a system call, by ABI, and 1 more; 0: it has none there */
	struct dt_site_attachment entry;
	bool is_plain; /* the attachment fires the one row's probe, whose arguments are derived_place_arg()'s */
	/* of a return, else NULL: its exits; where the code of the function, and of those it ends in, is */
	struct derived_exit *exits;
	struct os_extent *inside;
	struct dt_site_attachment **sites; /* entry and exits; NULL for a tracepoint */
	size_t site_count;
};

#define DERIVED_NO_MODULE "module-not-loaded"

/* Whether it is a tracepoint's hook that is attached. */
static inline bool derived_place_is_point(const struct derived_place *place)
{
	return place->site_count == 0;
}

/*
 * derived_place_arg - argument @n of a firing of a plain place. As dt_provider_ops.arg_get.
 */
int derived_place_arg(const struct derived_probe *self, const struct dt_firing *firing, unsigned int n,
		      uint64_t *value);

/* derived_hook_parse - take a hook of a table apart. Return: false: it is none. Context: process. */
bool derived_hook_parse(const char *text, struct derived_hook *hook);

/*
 * derived_place_find - look a hook up in this kernel.
 * args:    @text, @hook the same hook, @text kept.
 * return:  0 and *@ret, for derived_place_free(), or NULL with *@why a constant: the kernel has not
 *          got it; -OS_ENOMEM.
 * context: process, may sleep.
 */
int derived_place_find(struct derived *derived, const char *text, const struct derived_hook *hook,
		       struct derived_place **ret, const char **why);
void derived_place_free(struct derived_place *place); /* not attached */

/*
 * derived_place_attach / derived_place_detach - of one place alone; attaching many at once is the
 * caller's (place->point, place->sites). Detaching one that is not attached does nothing.
 * derived_place_refusal - NULL: after an attach all of it is attached; else why not.
 * Context: process, may sleep.
 */
void derived_place_detach(struct derived_place *place);
const char *derived_place_refusal(const struct derived_place *place);

/* derived_fire_rows - the armed rows of a place. Context: probe context, interrupts off. */
void derived_fire_rows(const struct derived_place *place, const uint64_t *in, struct dt_firing *firing);

#endif
