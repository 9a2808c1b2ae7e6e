/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * provider.h - the contract between the framework and a provider.
 *
 * Theory. A provider knows where something can be traced and makes a probe there; the framework
 * knows which consumers use the probe. A provider
 *   1. registers with dt_provider_register();
 *   2. makes probes with dt_probe_create() when the framework calls ops->provide() (lazily: when
 *      somebody's pattern may match this provider) and ops->provide_module();
 *   3. arms the probes that consumers enable, in ONE batch (ops->enable), and disarms those that no
 *      consumer uses any more (ops->disable);
 *   4. calls dt_probe_fire() each time something happens at an enabled probe.
 * Providers of text probes (fbt, instr) do not write breaks themselves: they hand addresses to the
 * site layer (dt_sites_attach), which decodes, allocates slots, writes all breaks with one
 * cross-CPU synchronisation, and fires the probes. Several probes of several providers may be
 * attached to one address; they fire in the order of their `order`.
 *
 * Locking. Control-side calls (everything but dt_probe_fire and arg_get) run in process context and
 * may sleep. The framework holds its own lock while it calls ops; ops may call
 * dt_probe_create/lookup and dt_sites_*, and no other function of this header.
 */
#ifndef DTRACE_PROVIDER_H
#define DTRACE_PROVIDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/compiler.h>
#include <dtrace/ioctl.h>
#include <dtrace/stability.h>

struct dt_probe;
struct dt_provider;
struct dt_report;
struct isa_insn;
struct isa_mem;
struct isa_regs;
struct os_extent;
struct os_func;
struct os_space;

typedef uint32_t dt_probe_id_t;

/* Whose registers a firing has. */
enum dt_firing_user {
	DT_FIRING_KERNEL,      /* of kernel code */
	DT_FIRING_CALLED,      /* of user code that called the kernel: the kernel's stack is there, too */
	DT_FIRING_INTERRUPTED, /* of user code that was interrupted: there is no kernel stack */
};

/* One firing. Lives on the firing CPU's stack. */
struct dt_firing {
	struct isa_regs *regs; /* interrupted state; NULL when there is none (dtrace provider) */
	const uint64_t *args;  /* arguments the provider has at hand; others through ops->arg_get */
	uint64_t data;         /* provider's own: of the attachment, for text probes */
	unsigned int arg_count;
	int error;    /* the D variable errno during this firing */
	uint8_t user; /* enum dt_firing_user */
	bool edge;    /* regs are those of a function's edge (dt_site_attachment.edge): it has no frame there */
};

/* One request of an enable batch. */
struct dt_enable_request {
	struct dt_probe *probe;
	void *arg; /* as given to dt_probe_create */
	/* out: NULL when armed, else the reason's name (a constant string, < DTRACE_REASONLEN) */
	const char *refused;
};

/*
 * What a probe tells of, and where it fires: who may have it (core/rights/rights.h).
 */
enum dt_scope {
	DT_SCOPE_KERNEL,   /* of the kernel */
	DT_SCOPE_PROCESS,  /* of the process that runs: a consumer without rights has it in processes of its own */
	DT_SCOPE_TARGET,   /* of one process, the provider's: who has named it has the probe */
	DT_SCOPE_ANYWHERE, /* of none: it fires wherever the machine is just then */
};

/*
 * struct dt_provider_ops - const, lives as long as the provider. A member that may be NULL says
 * what NULL means.
 */
struct dt_provider_ops {
	/*
	 * provide - make the probes that match a pattern and do not exist yet.
	 * args:    @arg of the registration; @pattern borrowed, NULL means all. Making more than matches is allowed.
	 * context: process, framework lock held, may sleep. NULL: all probes are made at registration.
	 */
	void (*provide)(void *arg, const struct dtrace_probedesc *pattern);

	/*
	 * provide_part - the same for a listing, which shows what is there while the rest is made. For a provider whose
	 * probes take seconds; not more than one provider has it.
	 * args:    *@position 0 at first; it is set to where the next call goes on, or to 0 when all are made. It
	 *          comes from a consumer, who may have changed it.
	 * context: as provide. NULL: provide makes all of them.
	 */
	void (*provide_part)(void *arg, const struct dtrace_probedesc *pattern, uint64_t *position);

	/*
	 * provide_module / remove_module - a module of the kernel has come (its text is final), or
	 * is about to go: in remove_module the provider detaches its sites in that module; the
	 * framework then destroys its probes there (ops->destroy).
	 * context: process, framework lock held, may sleep. NULL: this provider has no probes in modules.
	 */
	void (*provide_module)(void *arg, const char *module);
	void (*remove_module)(void *arg, const char *module);

	/*
	 * enable - arm a batch. One probe that cannot be armed never fails the batch: its request
	 * gets a reason, the others are armed.
	 * args:    @requests borrowed, @count of them, each probe not armed before.
	 * context: process, framework lock held, may sleep. Firings may start before it returns.
	 */
	void (*enable)(void *arg, struct dt_enable_request *requests, size_t count);

	/*
	 * disable - disarm a batch; when it returns no new firing starts, every byte of text is as it was.
	 * context: as enable.
	 */
	void (*disable)(void *arg, struct dt_enable_request *requests, size_t count);

	/*
	 * go - a consumer that uses an armed probe begins to trace now. A provider that counts time
	 * starts its clock here and not in enable, which may have been called long before. Called
	 * once for each such consumer.
	 * return:  0; a negative errno makes the consumer's GO fail with it.
	 * context: as enable. NULL: nothing to do.
	 */
	int (*go)(void *arg, void *probe_arg);

	/*
	 * arg_get - argument @n (0..9) of a firing, when it is not in firing->args.
	 * args:    @probe_arg as given to dt_probe_create.
	 * return:  0 and *@value; -14 (EFAULT) when it could not be read; -34 (ERANGE) when there
	 *          is no such argument (D then reads 0).
	 * context: probe context. NULL: there are no more arguments than firing->args.
	 */
	int (*arg_get)(void *probe_arg, const struct dt_firing *firing, unsigned int n, uint64_t *value);

	/*
	 * arg_desc - types of argument desc->index: fill native, translated, mapping;
	 * DTRACE_ARGNONE as mapping (which it is at the call) when there is none or the type is not
	 * known; flags (0 at the call) when not every firing has the argument.
	 * context: process, framework lock held, may sleep. NULL: untyped.
	 */
	void (*arg_desc)(void *arg, void *probe_arg, struct dtrace_argdesc *desc);

	/*
	 * frames - functions of the kernel that are between the probe and the provider on the stack, or that
	 * the probe is about: they are left out of stacks and `caller`, as the tracer's own are.
	 * args:    @probe_arg as given to dt_probe_create.
	 * return:  the probe's own array, ended by an extent whose end is 0; it stays as long as the
	 *          probe is armed.
	 * context: probe context. NULL: there are none.
	 */
	const struct os_extent *(*frames)(void *probe_arg);

	/*
	 * scope - of a probe.
	 * args:    @probe_arg as given to dt_probe_create.
	 * context: process, framework lock held. NULL: DT_SCOPE_KERNEL.
	 */
	enum dt_scope (*scope)(void *probe_arg);

	/* of_process - @arg of the registration is a process of struct dt_process_ops: its probes are DT_SCOPE_TARGET */
	bool of_process;

	/*
	 * report - list the probes that this provider refuses, and why: the next piece of that text
	 * (base/report.h).
	 * context: process, framework lock held, may sleep. NULL: nothing to report.
	 */
	void (*report)(void *arg, struct dt_report *report);

	/*
	 * named_only - the provider has so many probes that only a description that names the
	 * provider matches them: an empty provider field, or one of wildcards alone, matches none
	 * of them.
	 */
	bool named_only;

	/*
	 * idle_kept - with named_only: probes that nobody uses stay; else they go with the next consumer
	 * that closes.
	 */
	bool idle_kept;

	/*
	 * idle_destroyed - memory is short and no consumer is left: this provider's probes have
	 * been destroyed. provide() makes them again when it is called. Probes that are made again
	 * in the same order get the same ids, unless another provider's probes have higher ids by
	 * then.
	 * context: process, framework lock held. NULL: its probes stay.
	 */
	void (*idle_destroyed)(void *arg);

	/*
	 * destroy - the probe is gone; free @probe_arg.
	 * context: process, framework lock held, no firing can be running. NULL: nothing to free.
	 */
	void (*destroy)(void *arg, void *probe_arg);
};

/*
 * dt_provider_register - make a provider known.
 * args:    @name copied; @attr copied; @ops and @arg kept until dt_provider_unregister.
 * return:  0 and *@ret; -17 (EEXIST) name taken; -12 (ENOMEM).
 * context: process, framework lock not held.
 */
int dt_provider_register(const char *name, const struct dtrace_pattr *attr, const struct dt_provider_ops *ops,
			 void *arg, struct dt_provider **ret);

/*
 * dt_provider_unregister - take a provider and its probes away.
 * return:  0; -16 (EBUSY) while any of its probes is enabled. NULL is accepted (0).
 * context: process, framework lock not held, may sleep.
 */
int dt_provider_unregister(struct dt_provider *provider);

/*
 * dt_provider_retire - what a provider traces is gone for good: its probes go, whether they are enabled
 * or not. The records of enabled ones can still be read. @provider and the provider's @arg are not used
 * any more when it returns.
 * args:    @disarm called with @arg of the registration, framework lock held: it ends all firings of
 *          the provider's probes; ops->destroy follows for each.
 * context: process, framework lock not held, may sleep.
 */
void dt_provider_retire(struct dt_provider *provider, void (*disarm)(void *arg));

/*
 * dt_probe_create - make a probe. Same four names twice in one provider: -17 (EEXIST), nothing
 * made. If a probe of these names is gone but still has ECBs, it comes back with its old id.
 * args:    names are copied (module, function, name may be ""; longer ones than ioctl.h's lengths
 *          are cut); @aframes frames of a stack trace, below the probe, that are the tracer's own;
 *          @arg for arg_get, enable, destroy.
 * return:  the id (> 0), or a negative errno.
 * context: process; called from ops or between register and the first enabling.
 */
int dt_probe_create(struct dt_provider *provider, const char *module, const char *function, const char *name,
		    unsigned int aframes, void *arg);

/*
 * dt_probe_alias - probe @id is another name of probe @of. A description that matches both selects
 * only @of when its function field is empty or a pattern; one that gives the function name of @id
 * selects @id. Several aliases form a chain: each is an alias of the one made before it.
 * context: as dt_probe_create, right after both were made.
 */
void dt_probe_alias(dt_probe_id_t id, dt_probe_id_t of);

/*
 * dt_probe_args - probe @id is of the kernel's text, and this is where its arguments are: a firing then need not ask
 * ops->arg_get for those that are in registers. It gives the same values for them, and is asked for all others.
 * context: as dt_probe_create, right after the probe was made.
 */
enum dt_probe_args {
	DT_ARGS_ENTRY, /* at a function's entry: what isa_arg_get() gives */
	/*
	 * where a function is left: argument 0 is dt_exit_offset() of firing->data; argument 1 is the function's value
	 * (isa_ret_get()), which is not there when the highest bit of firing->data is set
	 */
	DT_ARGS_EXIT,
};
void dt_probe_args(dt_probe_id_t id, enum dt_probe_args args);

/*
 * dt_probe_seldom - probe @id fires once a second on each CPU at most: clauses that record there alone get small
 * buffers, where no size is given.
 * context: as dt_probe_create, right after the probe was made.
 */
void dt_probe_seldom(dt_probe_id_t id);

/* dt_exit_offset - the lower 63 bits of @data, with their sign. Context: any. */
DT_PROBE_INLINE uint64_t dt_exit_offset(uint64_t data)
{
	return (uint64_t)((int64_t)(data << 1) >> 1);
}

/* dt_probe_name_part - one of a probe's four names, never NULL; borrowed. Context: any; the probe is there. */
enum dt_probe_part { DT_PART_PROVIDER, DT_PART_MODULE, DT_PART_FUNCTION, DT_PART_NAME };
const char *dt_probe_name_part(const struct dt_probe *probe, enum dt_probe_part part);

/* dt_probe_lookup - id of the probe with exactly these names, 0 when there is none. Context: as dt_probe_create. */
dt_probe_id_t dt_probe_lookup(struct dt_provider *provider, const char *module, const char *function, const char *name);

/*
 * dt_provide_refused - report, from ops->provide and dt_process_ops.add only, that no probe is made
 * for @count things that match the pattern, and why: a constant string shorter than DTRACE_REASONLEN.
 * They are counted with the probes that the enabling cannot arm.
 */
void dt_provide_refused(const char *reason, uint64_t count);

/*
 * dt_provide_failed - report, from ops->provide only, that the provider could not handle the
 * pattern at all; @count things match, as far as is known. They are counted as refused
 * ("too-many-probes", "no-memory").
 * args:    @error -OS_E2BIG: none of them was made, there would be too many; -OS_ENOMEM: not all could be made, and the
 *          whole enabling fails for it.
 */
void dt_provide_failed(int error, uint64_t count);

/*
 * dt_pattern_match - whether one field of a description means @text: empty means anything, else a
 * glob. Context: any.
 */
bool dt_pattern_match(const char *pattern, const char *text);

/*
 * dt_probe_provided - the @arg of dt_probe_create() for probe @id: a provider with two things of one
 * name can tell whose probe it is. NULL when there is no such probe. Context: as dt_probe_create.
 */
void *dt_probe_provided(dt_probe_id_t id);

/* dt_probe_by_id - borrowed probe, NULL when there is none. Context: as dt_probe_create. */
struct dt_probe *dt_probe_by_id(dt_probe_id_t id);

/*
 * dt_probe_fire - something happened at a probe: run all its ECBs.
 * args:    @probe enabled by ops->enable; @firing filled by the provider.
 * context: probe context is entered and left here; interrupts may be on or off. Nested firings on
 *          this CPU are counted and not run.
 */
void dt_probe_fire(struct dt_probe *probe, const struct dt_firing *firing);

/*
 * dt_probe_fire_masked - the same, where the caller knows that interrupts are off.
 * return:  this CPU.
 * context: probe context, interrupts off.
 */
uint32_t dt_probe_fire_masked(struct dt_probe *probe, const struct dt_firing *firing);

/*
 * The probes of one system call: a list that is read in probe context, changed by DT_STORE_RELEASE. The operating
 * system gives it to dt_call_entered() and dt_call_left() (core/entry.h), which fire them in this order. At an entry
 * arguments come from ops->arg_get; at a return arg0 and arg1 are the value, and errno follows from it.
 */
struct dt_called {
	struct dt_probe *probe;
	struct dt_called *next;
};

/*
 * Register one of the three probes that the framework fires itself, for one consumer at a time. The
 * provider that makes them (dtrace) calls this. Id 0 removes one. Context: as dt_probe_create.
 */
enum dt_special_probe { DT_SPECIAL_BEGIN, DT_SPECIAL_END, DT_SPECIAL_ERROR, DT_SPECIAL_COUNT };
void dt_probe_special(enum dt_special_probe which, dt_probe_id_t id);

/* ---- processes ------------------------------------------------------------------------------- */

/* A probe of a process: all of it is checked but for what is in the process. Borrowed for the call. */
struct dt_process_probe {
	const char *module, *function, *name;
	const struct dtrace_processsite *sites; /* in order of address, no two at one */
	size_t site_count;
	const struct dtrace_processpart *parts; /* none is empty, no two overlap */
	size_t part_count;
	/* of a provider of the program's own; pid: NULL */
	const char *provider; /* without the number */
	/*
	 * the program has registered it at run time (dtrace/helper.h): a site's length is 0, because it
	 * has the instruction that is there, DT_SITE_ASKS may be set, and arguments are those of a call
	 * at the site: @args is NULL
	 */
	bool registered;
	const struct dtrace_processusdt *usdt;
	const struct dtrace_usdt_arg *args; /* valid; usdt->natives of each site */
	const char *types;                  /* one after the other: usdt->natives, then usdt->seen */
	size_t types_size;                  /* bytes, NULs included */
	/* of plockstat; else NULL */
	const struct dtrace_processlock *lock;
};

/* flags of a registered site: it asks whether the probe is enabled, by an instruction that says no */
#define DT_SITE_ASKS 0x80u

/*
 * What the programs in one memory have registered (dtrace/helper.h). It is never changed, and has a count of
 * references: dt_helpers_hold, dt_helpers_put - one more or less; the last one frees it. NULL is accepted.
 * context: any; dt_helpers_put: process.
 */
struct dt_helpers;
void dt_helpers_hold(struct dt_helpers *helpers);
void dt_helpers_put(struct dt_helpers *helpers);

/* Whether consumers trace what a process registers. Each process has one; the core alone reads and writes it. */
struct dt_followed {
	bool is_followed;           /* probes are made of what the process registers */
	struct dt_helpers *helpers; /* of which they were made; a reference, put with the process */
	uint32_t limit;             /* of the sites of all processes */
};

/* As in struct dtrace_loss (dtrace/ioctl.h), all of a process. */
struct dt_process_losses {
	uint64_t overwritten, again, locks;
};

/*
 * What makes probes of processes, in a provider for each of them, when a consumer says where
 * (DTRACEIOC_PROCESS).
 */
struct dt_process_ops {
	/*
	 * open - a process that the caller is permitted to trace.
	 * args:    @pid as the process that calls has it, in its namespace; @provider of its own that probes will be added to, without the number, and its
	 *          attributes; NULL: pid. *@ret is the same for one process as long as somebody has it; given
	 *          back by close().
	 * return:  0, or as os_process_open(); -OS_EEXIST: another provider has that name.
	 * context: process, may sleep; framework lock not held.
	 */
	int (*open)(uint64_t pid, const char *provider, const struct dtrace_pattr *attr, void **ret);

	/*
	 * add - make a probe, or add sites to one. Sites that cannot be are reported by
	 * dt_provide_refused().
	 * args:    @limit of the sites of all processes; *@made, *@added are counted up.
	 * return:  0; -OS_ENOMEM; -OS_ESRCH: its memory is gone.
	 * context: process, framework lock held, may sleep; between open() and close().
	 */
	int (*add)(void *process, const struct dt_process_probe *probe, uint32_t limit, uint32_t *made,
		   uint32_t *added);

	/*
	 * close - the caller does not need the process any more; the last one takes its probes away.
	 * context: as open.
	 */
	void (*close)(void *process);

	/*
	 * find - the process that somebody has whose memory this is: close() gives it back. NULL: nobody has.
	 * context: as open.
	 */
	void *(*find)(const struct os_space *space);

	/*
	 * space - of its memory; constant. followed - the process's.
	 * context: process, between open() or find() and close().
	 */
	struct os_space *(*space)(void *process);
	struct dt_followed *(*followed)(void *process);

	/*
	 * own, retire - the provider of registered probes of a name (without the number) is made; it
	 * goes, with its probes.
	 * return:  own: 0; -OS_EEXIST there is another of that name; -OS_ESRCH its memory is gone; -OS_ENOMEM.
	 * context: as open, between open() or find() and close().
	 */
	int (*own)(void *process, const char *name, const struct dtrace_pattr *attr);
	void (*retire)(void *process, const char *name);

	/*
	 * number - the process's number in the initial namespace, which its providers are called by; constant.
	 * context: process, between open() or find() and close().
	 */
	uint64_t (*number)(void *process);

	/*
	 * losses - what was lost in the process since it was made; its memory may have gone meanwhile.
	 * args:    @check: breaks that are not there any more are looked for first; *@looked is how many places that
	 *          were, else 0.
	 * return:  false: it is not known at this moment, for the memory is about to go.
	 * context: as open, between open() or find() and close().
	 */
	bool (*losses)(void *process, bool check, struct dt_process_losses *ret, size_t *looked);
};

/*
 * dt_space_get - take @count references more.
 * return:  false when the space is dying, or the last reference has been given back: nothing was taken.
 * context: process; the memory of @space stays during the call.
 */
bool dt_space_get(struct os_space *space, uint32_t count);

/*
 * dt_space_put - give back @count references to a space; the last one closes it.
 * context: process, may sleep; a lock that the watcher of os/process.h takes is not held.
 */
void dt_space_put(struct os_space *space, uint32_t count);

/*
 * dt_process_provider - who that is: one, NULL ends it.
 * context: process; NULL: nobody has a process.
 */
void dt_process_provider(const struct dt_process_ops *ops);

/* A process at a site of a probe that its program has defined, as far as arguments need it. */
struct dt_usdt_place {
	const struct isa_regs *regs; /* of the kernel's CPU, also for a 32-bit process of a 64-bit kernel */
	const struct isa_mem *mem;   /* its load reads the process's memory, guarded; store is not called */
	uint64_t moved;              /* how far the file is from the addresses it was linked for */
	uint8_t word;                /* bytes of the process's addresses: 4 or 8 */
};

/*
 * dt_usdt_arg_get - the value of an argument.
 * args:    @arg is valid; @place is borrowed for the call.
 * return:  0 and *@value, extended to 64 bits by its sign or by zeros; -OS_EFAULT when the argument
 *          is REFUSED or the memory is not there, *@value untouched.
 * context: probe context.
 */
int dt_usdt_arg_get(const struct dtrace_usdt_arg *arg, const struct dt_usdt_place *place, uint64_t *value);

/* ---- sites ----------------------------------------------------------------------------------- */

/* The order in which several attachments at one address fire. */
enum dt_site_order {
	DT_SITE_ORDER_ENTRY = 0,
	DT_SITE_ORDER_INSTR = 1,
	DT_SITE_ORDER_RETURN = 2,
	DT_SITE_ORDER_LAST = 3, /* of one that changes where the thread goes on */
};

/* Which of `inside` and `fire` an attachment has. */
enum dt_site_special {
	DT_SITE_PLAIN = 0, /* neither */
	DT_SITE_INSIDE,
	DT_SITE_FIRE,
};

/*
 * One probe at one address. The provider owns the memory and keeps it unmoved from attach until detach returned.
 */
struct dt_site_attachment {
	union {
		struct os_space *space;          /* in: of the text; while it is armed dt_site_space() tells */
		struct dt_site_attachment *next; /* used by the site layer while it is armed */
	};
	uint64_t addr;          /* in: address of an instruction in that space */
	struct dt_probe *probe; /* in: fired with firing.data = data; with @fire it may be NULL */
	uint64_t data;          /* in: provider's own (fbt return: offset in the function) */
	/* in: one of the two, as @special says; NULL with DT_SITE_PLAIN */
	union {
		/*
		 * DT_SITE_INSIDE: where the function's code is, ended by an extent whose end is 0: a branch
		 * or an indirect jump then fires only when it leads out of all of them. The array stays
		 * unmoved as long as the attachment does.
		 */
		const struct os_extent *inside;
		/*
		 * DT_SITE_FIRE: called instead of firing @probe: it looks at the registers and fires what it
		 * likes, with @firing, where it may set args and arg_count. It may change registers, too: if it
		 * changes the pc, the thread goes on there, and what fires after it (@order) sees that. In the
		 * kernel only the one with DT_SITE_ORDER_LAST may, of which a place has one. return: this CPU.
		 * context: probe context, interrupts off.
		 */
		uint32_t (*fire)(struct dt_site_attachment *attachment, struct dt_firing *firing);
	};
	/* used by the site layer */
	union {
		uint32_t *counts; /* armed: firings on CPU 0; the next CPU's are `stride` further on */
		const char *why;  /* else: dt_site_refused() */
	};
	uint32_t stride;
	uint32_t index; /* of its count among those of its batch */
	uint32_t wraps; /* how often a count has wrapped round to 0 */
	uint8_t order;  /* in: enum dt_site_order */
	/*
	 * in: the instruction is a function's first one, or one that leaves the function: the
	 * function has no frame there. This is a property of the address: if one attachment of a
	 * site sets it, it holds for all of them.
	 */
	bool edge;
	uint8_t special; /* in: enum dt_site_special */
	bool armed;      /* out */
};

/*
 * dt_site_refused - why an attachment could not be armed.
 * return:  the reason's name (constant); NULL: it is armed, was disarmed, or was not given to dt_sites_attach() yet.
 * context: one at a time with the code that arms and disarms it.
 */
static inline const char *dt_site_refused(const struct dt_site_attachment *attachment)
{
	return attachment->armed ? NULL : attachment->why;
}

/*
 * dt_site_space - the space of an attachment that is armed.
 * return:  borrowed; it stays at least as long as the attachment is armed. context: where it fires; process, while
 *          nobody disarms it.
 */
struct os_space *dt_site_space(const struct dt_site_attachment *attachment);

/*
 * dt_sites_attach - arm a batch: all breaks of one space are written together, with as few cross
 * calls as possible.
 * args:    @attachments array of pointers, reordered by space and address; @count.
 * return:  how many were armed; dt_site_refused() tells why the others were not. Never partly armed:
 *          on return an attachment is armed or refused.
 * context: process, may sleep.
 */
size_t dt_sites_attach(struct dt_site_attachment **attachments, size_t count);

/* What the counts of a space's sites do not tell, since it was opened. */
struct dt_sites_losses {
	unsigned long late; /* traps that came after the last probe of their site had gone */
	/*
	 * breaks that others had overwritten when they were to be taken away, or were looked for (a program that has
	 * its text read anew): their probes have missed firings
	 */
	unsigned long overwritten;
	unsigned long again; /* of processes: executions that began again and have fired twice */
	/*
	 * of processes: breaks that went with the text that they were in (madvise(MADV_DONTNEED), munmap()), and
	 * were written again when it was back: other threads may have come there before
	 */
	unsigned long restored;
	unsigned long gone; /* of processes: sites whose text is not there now, or is another's; or was so at the end */
};

/*
 * dt_sites_given_back - how many breaks of ours debuggers have written back, and we have taken away again, since the
 * module was loaded. Context: any.
 */
unsigned long dt_sites_given_back(void);

/* dt_sites_losses - them. Context: process, may sleep. */
void dt_sites_losses(struct os_space *space, struct dt_sites_losses *ret);

/*
 * dt_sites_check - look whether the breaks of a process are still there: those that are not count as overwritten,
 * once. Traps go on meanwhile, arming and disarming wait.
 * return:  how many places had to be looked at.
 * context: process, may sleep; a reference to the space is held.
 */
size_t dt_sites_check(struct os_space *space);

/*
 * dt_site_fired - how often an armed attachment has fired on all CPUs; 0 when it is not armed.
 * context: one at a time with the code that arms and disarms it.
 */
uint64_t dt_site_fired(const struct dt_site_attachment *attachment);

/*
 * dt_sites_detach - disarm a batch: bytes restored, one synchronisation, one grace period; then no
 * firing of these attachments runs and their memory may be freed. Attachments that are not armed
 * are skipped. The bytes of a module that is about to be unloaded are restored like any others;
 * nothing is written to a space that is dying.
 * args:    @attachments array of pointers, reordered; @count.
 * context: process, may sleep.
 */
void dt_sites_detach(struct dt_site_attachment **attachments, size_t count);

/*
 * dt_site_target - where the instruction at regs' pc, a call, jump, branch or return of the kernel
 * with a site on it, goes next.
 * return:  0 and *@target; -14 (EFAULT) when it reads its target from memory that is not there; -34
 *          (ERANGE): it is none of these.
 * context: probe context, during a firing of that site.
 */
int dt_site_target(const struct isa_regs *regs, uint64_t *target);

/*
 * dt_sites_text - read text as it is without our breaks, for a provider to decode.
 * return:  0, or -14 (EFAULT).
 * context: process, may sleep.
 */
int dt_sites_text(struct os_space *space, uint64_t addr, void *dst, size_t size);

/*
 * dt_site_refusal - can this instruction be a site? Every provider asks before it makes a probe,
 * and arming asks again. It depends on the instruction, on its address, and on what a firing there
 * has to find out.
 * args:    @space; @func the function it is in, NULL: not known (its landing pad and the places of
 *          the kernel's own tracers are not checked then); @insn decoded, without our breaks, by
 *          space->isa; @leads_out: it is to fire only when it leads out of its function
 *          (dt_site_attachment.inside).
 * return:  NULL when it can, else the reason's name (constant). Reasons that only arming finds (no
 *          memory, text that has changed) are told by dt_site_refused().
 * context: process, may sleep.
 */
const char *dt_site_refusal(struct os_space *space, const struct os_func *func, const struct isa_insn *insn,
			    bool leads_out);

/*
 * dt_site_decode - decode the instruction at an address, as it is without our breaks. Near the end
 * of the text fewer bytes than the longest instruction may be readable.
 * args:    *@insn filled when the function returns true, whatever its verdict.
 * return:  false: there is no text.
 * context: process, may sleep.
 */
bool dt_site_decode(struct os_space *space, uint64_t addr, struct isa_insn *insn);

#endif
