/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* handle/clock.c - the time that the library measures with. */
#include <time.h>

#include "handle/handle.h"

uint64_t ldt_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}
