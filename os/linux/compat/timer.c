/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * timer.c - preparing an hrtimer: hrtimer_setup() came in 6.13, and hrtimer_init() was removed in
 * 6.15.
 */
#include <linux/hrtimer.h>
#include <linux/version.h>

#include "os/linux/compat/compat.h"

void compat_hrtimer_init(struct hrtimer *timer, enum hrtimer_restart (*fn)(struct hrtimer *timer),
			 enum hrtimer_mode mode)
{
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 13, 0)
	hrtimer_init(timer, CLOCK_MONOTONIC, mode);
	timer->function = fn;
#else
	hrtimer_setup(timer, fn, CLOCK_MONOTONIC, mode);
#endif
}
