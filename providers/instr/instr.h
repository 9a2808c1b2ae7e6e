/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * instr.h - instr's own structures.
 *
 * Theory. There are millions of instructions, so none is kept until a description asks for it. The
 * provider then walks the functions that the description can match, twice if it is wide. The first
 * walk counts, and if there are more than INSTR_PROBES_MAX nothing is made; the second makes the
 * probes. When all instructions are meant, counting ends as soon as there are too many. A listing
 * shows probes while others are made: there one walk does it, a stretch of functions at a time, and
 * where there is no more room it ends. An
 * instruction that cannot be a site gets no probe; it is counted by its reason in the enabling
 * (dt_provide_refused). The same description comes several times in a row (compiling, listing,
 * enabling): the result of the last one is kept.
 */
#ifndef PROVIDERS_INSTR_INSTR_H
#define PROVIDERS_INSTR_INSTR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/provider.h>

#include "isa/isa.h"
#include "os/os.h"

/* One probe: small, there may be many. */
struct instr_probe {
	uint64_t addr;                   /* of the instruction */
	struct dt_site_attachment *site; /* while armed, else NULL */
	uint32_t offset;                 /* in its function */
	bool edge;                       /* a function is entered or left by it */
	bool in_module;                  /* part of a struct instr_module_probe */
};

/* One in a module: found again when the module goes. */
struct instr_module_probe {
	struct instr_probe probe;
	struct instr_module_probe *next;
	struct instr_module_probe **link; /* the pointer to this one */
};

#define INSTR_PROBES_MAX  (1u << 19) /* of all descriptions together */
/* largest function that is scanned, in bytes; a longer one is not a function */
#define INSTR_CODE_MAX    (256 * 1024)
#define INSTR_NAME_MAX    32 /* bytes of a probe's name */
/* A stretch of a listing ends after so many functions, or probes: some hundredths of a second. */
#define INSTR_PART_FUNCS  1000
#define INSTR_PART_PROBES 2000
#define INSTR_REASONS     16

/* Refused instructions, by reason. */
struct instr_refusals {
	size_t count;
	struct {
		const char *reason;
		uint64_t count;
	} of[INSTR_REASONS]; /* the last one counts all further ones */
};

/* One class in a count. */
struct instr_count {
	uint64_t all;
	uint64_t refused; /* by the instruction; a count does not check places */
};
#define INSTR_CLASSES 16 /* >= ISA_CLASS_COUNT */

/* instr_refuse - one more, or @count more. Context: process. */
void instr_refuse(struct instr_refusals *refusals, const char *reason, uint64_t count);

/*
 * instr_name - CLASS-OFFSET: the name that isa.h gives the class, and the offset in hexadecimal.
 * @name has INSTR_NAME_MAX bytes. Context: any.
 */
void instr_name(char *name, unsigned int class, uint64_t offset);

/*
 * instr_edge - whether a function is entered or left by an instruction: its first one, a return, a
 * jump out of it that is not to a part the compiler split off. Context: process.
 */
bool instr_edge(const struct os_func *func, const struct isa_insn *insn);

/* instr_classes - the classes, as bits, whose names a pattern of a probe's name can mean. Context: any. */
uint32_t instr_classes(const char *pattern);

/*
 * instr_walk - scan every function that @pattern can match.
 * args:    @make called for each instruction that can be a site, with its function; NULL: only
 *          count, into @counts by class, until a function's end finds more than @most (all of
 *          the kernel's instructions would take seconds). @refusals are added to when @make is there.
 * return:  how many probes they are, aliases included; more than @most: not all were looked at.
 *          -OS_ENOMEM or an error of @make ends the walk.
 * context: process, may sleep.
 */
int64_t instr_walk(const struct dtrace_probedesc *pattern,
		   int (*make)(const struct os_func *func, const struct isa_insn *insn, const char *name),
		   struct instr_refusals *refusals, struct instr_count *counts, int64_t most);

/*
 * instr_walk_part - make the probes of a stretch of functions, as instr_walk does.
 * args:    *@position 0 at first; where the next stretch begins, 0: that was the last one.
 * return:  as instr_walk. context: as instr_walk.
 */
int64_t instr_walk_part(const struct dtrace_probedesc *pattern,
			int (*make)(const struct os_func *func, const struct isa_insn *insn, const char *name),
			struct instr_refusals *refusals, uint64_t *position);

/*
 * instr_walk_unseen - count the instructions of all functions that @pattern can match, whatever it
 * says about names, refused ones included. Their lengths are all that is looked at.
 * return:  as instr_walk, with a count of instructions. context: process, may sleep.
 */
int64_t instr_walk_unseen(const struct dtrace_probedesc *pattern, int64_t most);

/* The figures of the report. */
struct instr_state {
	uint64_t probes; /* made */
	uint64_t armed;
	struct dtrace_probedesc last; /* the description that was handled last */
	bool last_known;
	struct instr_refusals refused;            /* of that description */
	int failed;                               /* 0, or why it could not be served as a whole ... */
	uint64_t failed_count;                    /* ... and how many things it means */
	struct instr_count counts[INSTR_CLASSES]; /* of the last one that was counted */
};
extern struct instr_state instr_state;

/*
 * instr_report - the numbers of probes, and the refusals of the last description. Context: process,
 * framework lock held.
 */
void instr_report(void *arg, struct dt_report *report);

#endif
