/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* tracee/room.h - what the files of this room share. */
#ifndef LDT_TRACEE_ROOM_H
#define LDT_TRACEE_ROOM_H

#include "process/process.h"
#include "tracee/tracee.h"

/* A description that was looked up in a process. */
struct ldt_described {
	struct ldt_described *next;
	struct dtrace_probedesc as_written, as_named; /* names that the probes have */
	size_t own;    /* of a provider of the program's own so many characters are without the number; else 0 */
	bool is_locks; /* plockstat */
	bool is_coming; /* of processes that may not be there yet; `own` is the length of the whole provider's name then */
	struct dtrace_probedesc *meanings; /* of such ones: what it meant in the processes that were there */
	size_t meaning_count;
};

struct ldt_tracee {
	struct ldt_tracee *next;
	uint32_t pid;
	struct ldt_described *described;
	struct ldt_target *target; /* as it was at @looked; NULL: it is to be opened */
	uint64_t looked;           /* ldt_now() */
	uint64_t mapped;           /* a sum of what is mapped and can be executed */
	bool is_watched;           /* the core tells what it maps */
	bool is_held;              /* it waits until it has been looked at: not all of a file may be mapped yet */
	bool is_unfinished;        /* out: something has to be looked at again when it has mapped more */
};

/* A process of dtrace_proc_create() or dtrace_proc_grab(). */
struct ps_prochandle {
	struct ps_prochandle *next;
	pid_t pid;
	int fd; /* of the process (pidfd_open(2)); -1: the kernel has no such thing */
	bool is_created, is_held, has_ended;
};

struct ldt_tracees {
	struct ldt_tracee *all;
	struct ps_prochandle *procs; /* in order */
	struct ldt_described *coming;
	bool is_watching;                /* the core tells what processes map */
	struct ldt_templates *templates; /* of processes to come; NULL: there was no memory */
	size_t with_probes;
	unsigned int held;       /* commands that wait for dtrace_proc_continue() */
	bool stops_were_blocked; /* before the first of them: SIGTSTP */
	struct ldt_tracee_losses losses;
};

/* ldt_procs_destroy - release all. */
void ldt_procs_destroy(struct ldt_tracees *tracees);

/*
 * ldt_stops_hold - a command is about to be held: from now on ^Z waits, in the calling thread. ldt_stops_come - one is held
 * no more; after the last one a ^Z that has waited stops all commands and us. ldt_stops_own - in the new process, before
 * its program: it gets ^Z as we did before.
 */
void ldt_stops_hold(struct ldt_tracees *tracees);
void ldt_stops_come(struct ldt_tracees *tracees);
void ldt_stops_own(const struct ldt_tracees *tracees);

/*
 * ldt_tracee_look_up - tell the core the places of a description, in @object if it is not NULL.
 * args:    *@found: how many there are.
 * return:  as ldt_tracee_probes().
 */
bool ldt_tracee_look_up(struct dtrace_hdl *dtp, struct ldt_tracee *tracee, struct ldt_described *described,
			const struct ldt_object *object, bool strict, ldt_tracee_refused_f *refused, void *arg,
			size_t *found, struct ldt_tracee_error *error);

/*
 * ldt_tracee_defined - the same for a description whose provider is the program's own.
 * args:    *@found: how many places it means now.
 */
bool ldt_tracee_defined(struct dtrace_hdl *dtp, struct ldt_tracee *tracee, struct ldt_described *described,
			const char *module, ldt_tracee_refused_f *refused, void *arg, size_t *found,
			struct ldt_tracee_error *error);

/* ldt_tracee_defined_free - what defined.c keeps of a file in the templates. */
void ldt_tracee_defined_free(void *other);

/* ldt_tracee_locks - the same for one whose provider is plockstat. */
bool ldt_tracee_locks(struct dtrace_hdl *dtp, struct ldt_tracee *tracee, struct ldt_described *described,
		      const char *module, ldt_tracee_refused_f *refused, void *arg, size_t *found,
		      struct ldt_tracee_error *error);

/*
 * ldt_tracee_open - look at the process, if that was not done just now. ldt_tracee_failed - why the core did
 * not take a request. ldt_tracee_no_memory - there was none to make one.
 * return:  false: *@error says why.
 */
bool ldt_tracee_open(struct dtrace_hdl *dtp, struct ldt_tracee *tracee, struct ldt_tracee_error *error);
struct ldt_request;
bool ldt_tracee_failed(const struct ldt_request *request, struct ldt_tracee_error *error);
bool ldt_tracee_no_memory(uint32_t pid, struct ldt_tracee_error *error);

/*
 * ldt_tracee_coming - as ldt_tracee_probes() for a provider pid* or NAME*: of the processes that there are, and, as soon
 * as ldt_tracees_watch() was called, of those to come. NAME* of the system's own providers is left alone.
 */
bool ldt_tracee_coming(struct dtrace_hdl *dtp, const struct dtrace_probedesc *desc, ldt_tracee_refused_f *refused,
		       void *arg, struct ldt_tracee_error *error);

/* ldt_tracee_follow - look at what is new in a process with descriptions, or, with @all, at all that it has. */
void ldt_tracee_follow(struct dtrace_hdl *dtp, struct ldt_tracee *tracee, bool all);

/* ldt_tracee_module - what a description calls an object that it means. Return: the object's, or constant. */
const char *ldt_tracee_module(const struct ldt_object *object);

/* ldt_tracee_means - whether a description's module means the object. Context: the process is open. */
bool ldt_tracee_means(const struct ldt_tracee *tracee, const char *module, const struct ldt_object *object);

/* ldt_tracee_lost_places - as ldt_tracee_refused_f, of a handle: places in what a process has mapped while it is traced. */
ldt_tracee_refused_f ldt_tracee_lost_places;

/* ldt_tracee_take_module - the description's module is named as the probes name the object that it means. */
void ldt_tracee_take_module(struct ldt_described *described, const struct ldt_object *object);

/* ldt_tracee_quote - a name as a pattern that means just it. */
void ldt_tracee_quote(char *to, size_t size, const char *name);

/* ldt_tracee_get - the one of a number, made if there is none; NULL without memory. */
struct ldt_tracee *ldt_tracee_get(struct dtrace_hdl *dtp, uint32_t pid);

#endif
