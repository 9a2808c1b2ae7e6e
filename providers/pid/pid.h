/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * pid.h - the providers of processes: their own structures.
 *
 *   pidN:MODULE:FUNCTION:entry     the first instruction of a function after its landing pad; arg0..arg9
 *                                  by the calling convention of programs
 *   pidN:MODULE:FUNCTION:return    each instruction that leaves it; arg0 = its offset in the function,
 *                                  arg1 = the value, none where it jumps to another function
 *   pidN:MODULE:FUNCTION:OFFSET    any instruction, by its offset in hexadecimal digits
 *   NAMEN:MODULE:FUNCTION:PROBE    a probe that the program defines (docs/usdt.md): an instruction that does
 *                                  nothing; arguments where its compiler says. A semaphore of the probe is
 *                                  counted up while it is enabled
 *   plockstatN:MODULE:FUNCTION:mutex-acquire ...    what a function of a C library does with locks (locks.h)
 *   NAMEN:MODULE:FUNCTION:PROBE    a probe that the program registers at run time (dtrace/helper.h): such an
 *                                  instruction in the place of a call; arguments are that call's. Other
 *                                  sites of the probe ask whether it is enabled: the instruction says no,
 *                                  and is left out, with the answer yes, while it is
 *
 * Theory. Files and their symbols are the consumer's affair: it says where (DTRACEIOC_PROCESS), and each
 * place is looked at here, in the memory of the process. There are providers for each process that a
 * consumer has named:
 *
 *      consumers --hold--> pid_process --has a reference--> os_space (os/process.h)
 *                              | |
 *                              | +--> pid_provider pidN -> pid_provider NAMEN -> ...
 *                              +----> pid_probe -> pid_probe -> ...
 *                                        +--> pid_sites -> pid_sites: what came together
 *
 *      the last consumer lets go        the providers are retired, then the process freed
 *      the process's memory goes        the providers are retired; what is left waits for its consumers
 *
 * Locks: [L] the list's, for the list and who holds; [F] the framework's, for all of one process. [L] is
 * taken before [F], and held while a process is opened: whoever comes to take one away waits for that.
 * Neither is held when a reference to a space is given back: its end may wait for who takes them.
 */
#ifndef PROVIDERS_PID_PID_H
#define PROVIDERS_PID_PID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/provider.h>

#include "isa/isa.h"
#include "os/os.h"
#include "os/space.h"

#define PID_TAIL    (1ull << 63) /* in an attachment's data: a tail jump, which has no return value */
#define PID_PAGE    4096u
#define PID_REASONS 16

enum pid_kind { PID_ENTRY, PID_RETURN, PID_OFFSET, PID_DEFINED };

/*
 * Sites that came together, of one item of the consumer's, in order of address. The data of one is the offset, and
 * PID_TAIL; DEFINED: its struct pid_place; where the program asks whether the probe is enabled (DT_SITE_FIRE): where
 * it goes on then.
 */
struct pid_sites {
	struct pid_sites *next;
	size_t count;
	struct dt_site_attachment sites[];
};

/* The parts of a function, ended by an extent whose end is 0; a probe may be of several functions. */
struct pid_parts {
	struct pid_parts *next;
	struct os_extent extents[];
};

/* Where the arguments are at one site of a probe that the program defines. */
struct pid_place {
	const struct pid_places *of;
	const struct dtrace_usdt_arg *args;
};

/* Those of sites that came together: of one file. */
struct pid_places {
	struct pid_places *next;
	uint64_t moved;        /* struct dtrace_processusdt */
	uint64_t semaphore;    /* 0: none */
	bool is_counted;       /* it was counted up */
	uint8_t natives;       /* arguments of each site */
	struct pid_place at[]; /* then their arguments */
};

/* The arguments that programs of D see. */
struct pid_signature {
	bool is_mapped; /* else the native ones */
	uint8_t natives, seen;
	uint8_t from[DTRACE_USDT_ARGS_MAX];
	char types[]; /* natives, then seen, each ended by NUL */
};

struct pid_locks;

struct pid_probe {
	struct pid_process *process;
	struct pid_probe *next, **link; /* of the process */
	struct pid_sites *sites;        /* the first ones follow the probe in memory */
	uint32_t site_count;            /* of all */
	uint8_t kind;                   /* enum pid_kind */
	bool is_registered;             /* DEFINED: by the program, at run time */
	struct pid_provider *provider;
	bool has_value, has_tail;        /* some return has a value, has none */
	struct pid_parts *parts;         /* of all its functions */
	struct pid_places *places;       /* DEFINED: of all its files */
	struct pid_signature *signature; /* DEFINED: by the first of them */
	struct dt_probe *enabled;        /* NULL: it is not */
};

struct pid_provider {
	struct pid_provider *next; /* [A] of the process; [F] held when one is taken away */
	struct dt_provider *provider;
	bool is_registered;            /* its probes are: it may go before the process does */
	char name[DTRACE_PROVNAMELEN]; /* without the number */
};

struct pid_process {
	struct pid_process *next; /* [L] */
	uint32_t holds;           /* [L] consumers, and whoever takes its probes away */
	bool is_listed;           /* [L] its providers are there, or about to be */
	uint64_t pid;
	struct os_space *space;         /* a reference, as long as it is listed */
	struct pid_provider *providers; /* [A] the last one that was added */
	struct pid_locks *locks;        /* of plockstatN; NULL: it is not there */
	struct pid_probe *probes;       /* [F] as is all that follows */
	bool gone;                      /* its memory, or the consumers */
	struct pid_provider *retiring;  /* [L] and [F]: the one that is taken away */
	struct dt_followed followed;    /* the core's */
	struct dt_sites_losses losses;  /* of its sites, when `is_gone` */
	bool is_gone;                   /* [L] its sites are */
	bool is_shown;                  /* in the report */
	struct pid_process *next_shown;
	uint32_t probe_count, site_count;
	struct {
		const char *name;
		uint64_t count;
	} refused[PID_REASONS]; /* why sites were refused, from the first on */
	uint32_t opened;        /* [A] how often: once for each command */
	/* a page of its text, and the start of the next one; known for the time of one command */
	uint64_t page;
	uint32_t page_command; /* which */
	uint32_t page_size;    /* bytes that are known; 0: none */
	uint8_t bytes[PID_PAGE + ISA_INSN_MAX];
};

/*
 * place.c: pid_place_refusal - why a place in the process cannot be a site, NULL when it can. *@insn is
 * the instruction there. Context: process, [F] held.
 */
const char *pid_place_refusal(struct pid_process *process, const struct dtrace_processsite *site,
			      struct isa_insn *insn);

/*
 * pid.c: pid_provider_find - the one of a name, without the number. Context: process; the process is held, and
 * so is [L] or [F].
 */
struct pid_provider *pid_provider_find(const struct pid_process *process, const char *name);

/*
 * defined.c, of probes that programs define:
 *
 * pid_places_make - the places of a probe's sites. pid_signature_make - its arguments. Both NULL without memory.
 * pid_places_count - the semaphores of a probe: up, or down those that were. Return: NULL, or why one cannot be.
 * pid_defined_arg_get, pid_defined_arg_desc - as in struct dt_provider_ops.
 * pid_defined_answer - as dt_site_attachment.fire, at a site that asks.
 * Context: process, [F] held; pid_defined_arg_get: probe context.
 */
struct pid_places *pid_places_make(const struct dt_process_probe *from);
struct pid_signature *pid_signature_make(const struct dt_process_probe *from);
const char *pid_places_count(struct pid_probe *probe, int change);
int pid_defined_arg_get(const struct pid_probe *probe, const struct dt_firing *firing, unsigned int n, uint64_t *value);
void pid_defined_arg_desc(const struct pid_probe *probe, struct dtrace_argdesc *desc);
uint32_t pid_defined_answer(struct dt_site_attachment *attachment, struct dt_firing *firing);

/*
 * probe.c: pid_has_site - whether a site is there. pid_refuse - @count places of the process are refused: they are
 * counted, and reported. pid_probe_add - as dt_process_ops.add (dtrace/provider.h). pid_disarm_all - no probe of the
 * process fires any more. pid_disarm_provider - none of one of its providers. pid_probe_ops - those of each pidN.
 * pid_site_total - of all processes.
 * Context: process, [F] held.
 */
bool pid_has_site(const struct pid_sites *sites, uint64_t addr);
void pid_refuse(struct pid_process *process, const char *reason, uint64_t count);
int pid_probe_add(struct pid_process *process, const struct dt_process_probe *probe, uint32_t limit, uint32_t *made,
		  uint32_t *added);
void pid_disarm_all(struct pid_process *process);
void pid_disarm_provider(struct pid_process *process, const struct pid_provider *provider);
extern const struct dt_provider_ops pid_probe_ops;
enum dt_scope pid_scope(void *probe_arg); /* of all of them (pid.c) */
extern uint32_t pid_site_total;

#endif
