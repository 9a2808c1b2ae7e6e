/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* engine/engine.c - which engine a handle has, and commands to it. */
#include <errno.h>

#include "engine/engine.h"

int ldt_ioctl(struct dtrace_hdl *dtp, uint32_t command, void *arg)
{
	if (!dtp->engine)
		return ENOTTY;
	return -dtp->engine->ioctl(dtp->engine_instance, command, arg);
}

static int engine_use(struct dtrace_hdl *dtp, const struct ldt_engine_ops *ops)
{
	int error = ops->open(dtp, &dtp->engine_instance);

	if (error)
		return error;
	dtp->engine = ops;
	error = ldt_ioctl(dtp, DTRACEIOC_CONF, &dtp->conf);
	if (error) {
		ops->close(dtp->engine_instance);
		dtp->engine = NULL;
	}
	return error;
}

/*
 * Return 0 or an error number. The kernel's engine is taken first. The host's is taken, if @flags
 * allow it, when the kernel has none or this user may not use it. Any other failure of the kernel's
 * engine is an error: a user who wants to trace the kernel must not get data of this process.
 */
int ldt_engine_choose(struct dtrace_hdl *dtp, int flags)
{
	int error;

	if (flags & DTRACE_O_NODEV)
		return 0;
	if (!(flags & DTRACE_O_HOST)) {
		error = engine_use(dtp, &ldt_engine_kernel);
		if ((error != EDT_NODEVICE && error != EDT_ACCESS) || (flags & DTRACE_O_KERNEL))
			return error;
	} else {
		dtp->engine_why = "the host engine was asked for";
	}
	return engine_use(dtp, &ldt_engine_host);
}

void ldt_engine_close(struct dtrace_hdl *dtp)
{
	if (dtp->engine)
		dtp->engine->close(dtp->engine_instance);
}

const char *dtrace_engine(dtrace_hdl_t *dtp)
{
	return dtp->engine ? dtp->engine->name : "none";
}

int ldt_engine_descriptor(const struct dtrace_hdl *dtp)
{
	return dtp->engine && dtp->engine->descriptor ? dtp->engine->descriptor(dtp->engine_instance) : -1;
}

const char *dtrace_engine_why(dtrace_hdl_t *dtp)
{
	return dtp->engine == &ldt_engine_kernel || !dtp->engine_why ? "" : dtp->engine_why;
}
