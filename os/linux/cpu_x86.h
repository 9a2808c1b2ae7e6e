/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* cpu_x86.h - what the Linux side of x86_64 and i386 has in common. */
#ifndef OS_LINUX_CPU_X86_H
#define OS_LINUX_CPU_X86_H

#include "os/linux/linux.h"

/* x86_notifier_init / fini - the portable way to traps: the kernel's chain of die notifiers, first in it. Return of init: 0 or a negative errno. */
int x86_notifier_init(void);
void x86_notifier_fini(void);

/* x86_device_memory - whether any of these addresses is mapped as anything but ordinary memory: reading it might do something. Context: probe context. */
bool x86_device_memory(unsigned long addr, size_t size);

#endif
