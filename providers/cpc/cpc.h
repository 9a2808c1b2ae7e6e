/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* cpc.h - the names of the provider cpc's probes. */
#ifndef PROVIDERS_CPC_CPC_H
#define PROVIDERS_CPC_CPC_H

#include <stdbool.h>
#include <stdint.h>

#include "os/counter.h"

#define CPC_COUNT_MIN 5000 /* events between two firings, at least: a machine would do nothing else */

/* A name, taken apart. */
struct cpc_name {
	char event[OS_COUNTER_NAME_MAX];
	enum os_counter_mode mode;
	uint64_t count;
};

/*
 * cpc_name_parse - take EVENT-MODE-COUNT apart; MODE is all, kernel or user.
 * return:  false: it is no such name. Else *@ret is filled, and *@refused is NULL or why there can be
 *          no such probe, a constant.
 * context: any.
 */
bool cpc_name_parse(const char *text, struct cpc_name *ret, const char **refused);

#endif
