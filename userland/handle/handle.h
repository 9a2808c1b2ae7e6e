/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * handle/handle.h - struct dtrace_hdl: everything hangs off it. Its errors and options are defined
 * here; each other room defines its own part of it.
 *
 *      text --compiler--> struct dtrace_prog --program--> DOF --engine--> (kernel ioctl | host)
 *      output <--consumer-- records of buffers <--engine--
 *
 * Rules: no exit, no output, no global, no signal handler. Functions return 0/-1 or object/NULL and
 * set the handle's error (ldt_set_errno) and, where there is more to say, its text (ldt_set_error).
 */
#ifndef LDT_HANDLE_HANDLE_H
#define LDT_HANDLE_HANDLE_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <dtrace.h>
#include <dtrace/compiler.h>
#include <dtrace/ioctl.h>

#include "handle/demangle.h"
#include "handle/error.h"
#include "handle/options.h"

/* Each is its room's own. */
struct ldt_engine_ops;
struct ldt_provattr;
struct ldt_printed;
struct ldt_compiler;
struct ldt_ksyms;
struct ldt_usyms;
struct ldt_tracees;
struct ldt_aggregate;
struct ldt_consume;

struct dtrace_hdl {
	const struct ldt_engine_ops *engine; /* NULL until opened with DTRACE_O_NODEV */
	void *engine_instance;
	struct dtrace_conf conf;
	int error;                 /* errno or enum ldt_error */
	char *errmsg;              /* text of a compile error, owned */
	int errmsg_error;          /* the error that errmsg belongs to; 0: none */
	enum ldt_errtag errtag;    /* of the last compile error */
	struct ldt_loc errplace;   /* the same; its file is owned */
	const char *engine_why;    /* why the kernel's engine is not used; NULL: it is */
	char engine_why_text[320]; /* engine_why points here when it is made */
	struct ldt_compile_options copts;
	int64_t options[LDT_OPT_MAX]; /* run-time options by number, LDT_OPT_UNSET */
	bool temporal_set;            /* the option temporal was given: flowindent does not imply it */
	char *string_options[LDT_OPT_MAX];
	struct ldt_demangler *demangler; /* handle/demangle.c's; NULL: -x demangle is not set */
	bool active, stopped;
	volatile sig_atomic_t is_woken; /* dtrace_wake() was called, and no dtrace_sleep() has ended since */
	struct dtrace_prog *programs;
	struct ldt_compiler *compiler; /* compiler's */
	struct ldt_printed *printed;   /* types of print() */
	char **agg_names;              /* program/aggregation.c's: by number of the variable */
	size_t agg_name_count;
	struct ldt_provattr *provattrs; /* compiler's */
	/* what the D library and programs say of providers of programs; compiler's */
	const struct ldt_usdt_provider *definitions;
	uint64_t recorded;               /* ns of ldt_now(): when records were last taken over; all are older */
	struct ldt_ksyms *ksyms;         /* symbols/'s */
	struct ldt_usyms *usyms;         /* symbols/'s */
	struct ldt_tracees *tracees;     /* tracee/'s */
	struct ldt_aggregate *aggregate; /* consumer/aggregate.c's */
	struct ldt_consume *consume;     /* consumer/consume.c's */
	uint64_t tables_refused;         /* stacks/'s: files for whose table the core has no room */
	FILE *dump;                      /* -S and -xdump output; NULL: stderr of the caller */
	struct dtrace_handlers {         /* set by dtrace_handle_* (consumer/handlers.c) */
		dtrace_handle_err_f *err;
		void *err_arg;
		dtrace_handle_drop_f *drop;
		void *drop_arg;
		dtrace_handle_buffered_f *buffered;
		void *buffered_arg;
		dtrace_handle_setopt_f *setopt;
		void *setopt_arg;
		const dtrace_outputops_t *output;
		void *output_arg;
		dtrace_handle_proc_f *proc; /* dtrace_handle_proc (tracee/control.c) */
		void *proc_arg;
	} handlers;
};

/* ldt_now - ns, monotonic. */
uint64_t ldt_now(void);

/* ldt_procfs - where /proc is mounted (option procfspath). */
const char *ldt_procfs(const struct dtrace_hdl *dtp);

#endif
