/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* usdt/argument.h - the text of a site's arguments is parsed to argument programs. Private to this room. */
#ifndef LDT_USDT_ARGUMENT_H
#define LDT_USDT_ARGUMENT_H

#include <dtrace/usdt.h>

#include "usdt/cpu.h"

/* The file that the text is in. */
struct ldt_usdt_context {
	const struct ldt_usdt_cpu *cpu;
	/* whose registers are numbered: the kernel's; its names contain those of @cpu */
	const struct ldt_usdt_cpu *numbers;
	/* the address of a symbol of the file; false: it has none of that name */
	bool (*symbol)(void *arg, const char *name, size_t length, uint64_t *addr_ret);
	void *arg;
};

/*
 * ldt_usdt_parse_args - the arguments in a text like "-4@%eax 8@16(%rbp)".
 * args:    @text is of @length bytes; @args has room for DTRACE_USDT_ARGS_MAX.
 * return:  how many there are, each of them valid; one that cannot be had is DTRACE_USDT_REFUSED
 *          with the reason. -1: more than DTRACE_USDT_ARGS_MAX.
 */
int ldt_usdt_parse_args(const struct ldt_usdt_context *context, const char *text, size_t length,
			struct dtrace_usdt_arg *args);

#endif
