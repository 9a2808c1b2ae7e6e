/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* space.c - there is no kernel here, and no text of one, unless a test says so. */
#include "os/host/host.h"
#include "os/os.h"

static struct os_space *kernel_space;

struct os_space *os_kernel_space(void)
{
	return kernel_space;
}

void os_host_kernel_space(struct os_space *space)
{
	kernel_space = space;
}
