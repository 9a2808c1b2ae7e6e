/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* dt_open.c - the handle: made, given an engine, taken down. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "dt_consumer.h"
#include "dt_usyms.h"

int dt_ioctl(struct dtrace_hdl *dtp, uint32_t command, void *arg)
{
	if (!dtp->engine)
		return ENOTTY;
	return -dtp->engine->ioctl(dtp->engine_instance, command, arg);
}

static int engine_use(struct dtrace_hdl *dtp, const struct dt_engine_ops *ops)
{
	int error = ops->open(dtp, &dtp->engine_instance);

	if (error)
		return error;
	dtp->engine = ops;
	error = dt_ioctl(dtp, DTRACEIOC_CONF, &dtp->conf);
	if (error) {
		ops->close(dtp->engine_instance);
		dtp->engine = NULL;
	}
	return error;
}

/*
 * Return 0 or an error number. The kernel's engine; where there is none, or not for this user, and
 * if that is allowed, the host's. A kernel that has it and cannot give it now is an error: who
 * asked for the kernel must not be told about this process.
 */
static int engine_choose(struct dtrace_hdl *dtp, int flags)
{
	int error;

	if (flags & DTRACE_O_NODEV)
		return 0;
	if (!(flags & DTRACE_O_HOST)) {
		error = engine_use(dtp, &dt_engine_kernel);
		if ((error != EDT_NODEVICE && error != EDT_ACCESS) || (flags & DTRACE_O_KERNEL))
			return error;
	} else {
		dtp->engine_why = "the host engine was asked for";
	}
	return engine_use(dtp, &dt_engine_host);
}

dtrace_hdl_t *dtrace_open(int version, int flags, int *error_ret)
{
	struct dtrace_hdl *dtp;
	int error;

	if (version < 1 || version > DTRACE_VERSION) {
		if (error_ret)
			*error_ret = EDT_VERSION;
		return NULL;
	}
	dtp = calloc(1, sizeof(*dtp));
	if (!dtp) {
		if (error_ret)
			*error_ret = EDT_NOMEM;
		return NULL;
	}
	dt_handle_options_init(dtp);
	dtp->conf.word_size = sizeof(void *);
	dtp->consume = dt_consume_create(dtp);
	dtp->aggregate = dt_aggregate_create();
	error = dtp->consume && dtp->aggregate ? engine_choose(dtp, flags) : EDT_NOMEM;
	if (error) {
		dtrace_close(dtp);
		if (error_ret)
			*error_ret = error;
		return NULL;
	}
	return dtp;
}

void dtrace_close(dtrace_hdl_t *dtp)
{
	if (!dtp)
		return;
	if (dtp->engine)
		dtp->engine->close(dtp->engine_instance);
	dt_consume_destroy(dtp->consume);
	dt_aggregate_destroy(dtp->aggregate);
	dt_ksyms_destroy(dtp->ksyms);
	dt_usyms_destroy(dtp->usyms);
	while (dtp->programs) {
		struct dtrace_prog *prog = dtp->programs;

		dtp->programs = prog->next;
		dt_prog_destroy(prog);
	}
	dt_compiler_destroy(dtp->compiler);
	dt_handle_options_fini(dtp);
	free(dtp->errmsg);
	free(dtp);
}

const char *dtrace_engine(dtrace_hdl_t *dtp)
{
	return dtp->engine ? dtp->engine->name : "none";
}

const char *dtrace_engine_why(dtrace_hdl_t *dtp)
{
	return dtp->engine == &dt_engine_kernel || !dtp->engine_why ? "" : dtp->engine_why;
}

void dtrace_dump_to(dtrace_hdl_t *dtp, FILE *out)
{
	dtp->dump = out;
}
