/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ioctl.h - declarations that the files of a consumer's commands share. */
#ifndef CORE_IOCTL_H
#define CORE_IOCTL_H

#include <dtrace/ioctl.h>

struct dt_state;

/* The fixed part of any command's structure. */
union dt_ioctl_arg {
	struct dtrace_providerdesc provider;
	struct dtrace_probelist list;
	struct dtrace_probematch match;
	struct dtrace_enable enable;
	struct dtrace_bufdesc buffer;
	struct dtrace_eprobedesc eprobe;
	struct dtrace_aggdesc agg;
	struct dtrace_fmtdesc format;
	struct dtrace_argdesc arg;
	struct dtrace_conf conf;
	struct dtrace_status status;
	struct dtrace_dofget dofget;
	struct dtrace_option option;
	struct dtrace_account account;
	struct dtrace_process process;
	struct dtrace_helpers helpers;
	struct dtrace_files files;
	struct dtrace_unwindfile unwind;
	struct dtrace_mapped mapped;
	struct dtrace_watch watch;
	struct dtrace_news news;
	struct dtrace_losses losses;
	uint32_t cpu;
	uint32_t changes;
};

/* A listed probe with the longest names. */
#define DT_ITEM_MAX DT_ROUNDUP(offsetof(struct dtrace_probeitem, names) + 4 * 256, 8)

/*
 * One command: arg is a copy of the consumer's structure, copied back when it returns 0 (ENABLE:
 * also with an error). @uarg is the structure's user address, to reach the data after the fixed
 * part. Context: process, [S].
 */
int dt_ioctl_probes(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg);
int dt_ioctl_probematch(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg);
int dt_ioctl_provider(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg);
int dt_ioctl_probearg(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg);
int dt_ioctl_bufsnap(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg);
int dt_ioctl_aggsnap(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg);
int dt_ioctl_eprobe(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg);
int dt_ioctl_aggdesc(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg);
int dt_ioctl_format(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg);
int dt_ioctl_status(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg);
int dt_ioctl_account(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg);
int dt_ioctl_process(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg);
int dt_ioctl_helpers(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg);
int dt_ioctl_files(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg);
int dt_ioctl_mapped(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg);
int dt_ioctl_unwind(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg);
int dt_ioctl_watch(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg);
int dt_ioctl_news(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg);
int dt_ioctl_losses(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg);
int dt_ioctl_modules(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg);

#endif
