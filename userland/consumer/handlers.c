/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer/handlers.c - one callback each for errors, losses, buffered text and changed options. */
#include <errno.h>

#include "consumer/consumer.h"

int dtrace_handle_err(dtrace_hdl_t *dtp, dtrace_handle_err_f *fn, void *arg)
{
	if (dtp->handlers.err && fn)
		return ldt_set_errno(dtp, EALREADY);
	dtp->handlers.err = fn;
	dtp->handlers.err_arg = arg;
	return 0;
}

int dtrace_handle_drop(dtrace_hdl_t *dtp, dtrace_handle_drop_f *fn, void *arg)
{
	if (dtp->handlers.drop && fn)
		return ldt_set_errno(dtp, EALREADY);
	dtp->handlers.drop = fn;
	dtp->handlers.drop_arg = arg;
	return 0;
}

int dtrace_handle_buffered(dtrace_hdl_t *dtp, dtrace_handle_buffered_f *fn, void *arg)
{
	if (dtp->handlers.buffered && fn)
		return ldt_set_errno(dtp, EALREADY);
	dtp->handlers.buffered = fn;
	dtp->handlers.buffered_arg = arg;
	return 0;
}

int dtrace_handle_setopt(dtrace_hdl_t *dtp, dtrace_handle_setopt_f *fn, void *arg)
{
	if (dtp->handlers.setopt && fn)
		return ldt_set_errno(dtp, EALREADY);
	dtp->handlers.setopt = fn;
	dtp->handlers.setopt_arg = arg;
	return 0;
}
