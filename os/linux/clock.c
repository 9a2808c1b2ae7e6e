/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* clock.c - the kernel's two clocks that may be read in any context: lock-free, safe in an NMI. */
#include <linux/ktime.h>
#include <linux/timekeeping.h>

#include "os/linux/linux.h"

DT_PROBE_CTX DT_BY_NAME uint64_t os_time_mono(void)
{
	return ktime_get_mono_fast_ns();
}

DT_PROBE_CTX uint64_t os_time_wall(void)
{
	return ktime_get_real_fast_ns();
}
