/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* libdtrace/open.c - the handle: made, given an engine, taken down. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "consumer/consumer.h"
#include "symbols/process_symbols.h"

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
		error = engine_use(dtp, &ldt_engine_kernel);
		if ((error != EDT_NODEVICE && error != EDT_ACCESS) || (flags & DTRACE_O_KERNEL))
			return error;
	} else {
		dtp->engine_why = "the host engine was asked for";
	}
	return engine_use(dtp, &ldt_engine_host);
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
	ldt_handle_options_init(dtp);
	dtp->conf.word_size = sizeof(void *);
	dtp->consume = ldt_consume_create(dtp);
	dtp->aggregate = ldt_aggregate_create();
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
	ldt_consume_destroy(dtp->consume);
	ldt_aggregate_destroy(dtp->aggregate);
	ldt_ksyms_destroy(dtp->ksyms);
	ldt_usyms_destroy(dtp->usyms);
	while (dtp->programs) {
		struct dtrace_prog *prog = dtp->programs;

		dtp->programs = prog->next;
		ldt_prog_destroy(prog);
	}
	ldt_compiler_destroy(dtp->compiler);
	ldt_handle_options_fini(dtp);
	free(dtp->errmsg);
	free(dtp);
}

const char *dtrace_engine(dtrace_hdl_t *dtp)
{
	return dtp->engine ? dtp->engine->name : "none";
}

const char *dtrace_engine_why(dtrace_hdl_t *dtp)
{
	return dtp->engine == &ldt_engine_kernel || !dtp->engine_why ? "" : dtp->engine_why;
}

void dtrace_dump_to(dtrace_hdl_t *dtp, FILE *out)
{
	dtp->dump = out;
}
