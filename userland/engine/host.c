/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* engine/host.c - the way to a core in this process: direct calls. */
#include <dtrace/engine.h>

#include "engine/engine.h"

static int host_open(struct dtrace_hdl *dtp, void **instance_ret)
{
	struct dtrace_host *host;
	int error = dtrace_host_open(&host);

	if (error == 0)
		*instance_ret = host;
	return -error;
}

static int host_ioctl(void *instance, uint32_t command, void *arg)
{
	return dtrace_host_ioctl(instance, command, arg);
}

static void host_close(void *instance)
{
	dtrace_host_close(instance);
}

const struct ldt_engine_ops ldt_engine_host = {
	.name = "host",
	.open = host_open,
	.ioctl = host_ioctl,
	.close = host_close,
};
