/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* helpers.c - what programs register (os/process.h): by a device of the kernel's module, so there is nothing here. */
#include "os/os.h"
#include "os/process.h"

int os_helpers_get(const struct os_space *space, struct dt_helpers **ret)
{
	return -OS_EOPNOTSUPP;
}

int os_helpers_set(struct dt_helpers *helpers)
{
	return -OS_EOPNOTSUPP;
}

struct os_space *os_process_self(void)
{
	return NULL;
}
