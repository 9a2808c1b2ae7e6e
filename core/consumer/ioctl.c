/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * ioctl.c - the commands of a consumer: one table says for each which structure goes in, which
 * comes back, and who does it. Sections: simple commands; ENABLE; DOFGET; the table.
 */
#include "core/consumer/ioctl.h"

#include <dt_version.h>
#include <dtrace/dif.h>
#include <isa_types.h>

#include "core/enabling/enabling.h"
#include "core/entry.h"
#include "core/consumer/consumer.h"
#include "base/memory.h"
#include "base/text.h"
#include "isa/isa.h"
#include "os/os.h"

/* ---- simple commands ------------------------------------------------------------------------- */

static int ioctl_conf(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg)
{
	struct dtrace_conf *conf = &arg->conf;

	dt_memset(conf, 0, sizeof(*conf));
	conf->abi_version = DTRACE_ABI_VERSION;
	conf->dif_version = DIF_VERSION;
	conf->int_regs = DIF_REGS;
	conf->tuple_regs = DIF_TUPLE_REGS;
	conf->cpus = os_cpu_count();
	conf->word_size = isa_self.word_size;
	conf->page_size = os_page_size();
	if (!os_is_kernel())
		conf->flags |= DTRACE_CONF_HOST;
	if (state->own_only)
		conf->flags |= DTRACE_CONF_OWN;
	dt_strlcpy(conf->isa, isa_self.name, sizeof(conf->isa));
	dt_strlcpy(conf->release, "anytrace " ANYTRACE_VERSION, sizeof(conf->release));
	return 0;
}

static int ioctl_go(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg)
{
	return dt_state_go(state, &arg->cpu);
}

static int ioctl_stop(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg)
{
	return dt_state_stop(state, &arg->cpu);
}

static int ioctl_option(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg)
{
	if (dt_option_check(arg->option.option, (uint64_t)DTRACE_OPTION_UNSET) != NULL)
		return -OS_EINVAL;
	arg->option.value = state->options.value[arg->option.option];
	return 0;
}

/* ---- ENABLE ---------------------------------------------------------------------------------- */

static void enable_report(struct dtrace_enable *request, const struct dt_enable_result *result, const char *reason)
{
	uint32_t i;

	request->matched = result->matched;
	request->refused = result->refused;
	request->reasons = result->reasons;
	request->valueless = result->valueless;
	dt_memset(request->reason, 0, sizeof(request->reason));
	for (i = 0; i < result->reasons; i++) {
		dt_strlcpy(request->reason[i].name, result->reason[i].name, sizeof(request->reason[i].name));
		request->reason[i].count = result->reason[i].count;
	}
	dt_memset(request->error, 0, sizeof(request->error));
	if (reason != NULL)
		dt_strlcpy(request->error, reason, sizeof(request->error));
}

static int ioctl_enable(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg)
{
	struct dtrace_enable *request = &arg->enable;
	struct dt_enable_result result;
	const char *reason = NULL;
	void *data;
	int error;

	dt_memset(&result, 0, sizeof(result));
	if (request->size < sizeof(struct dof_hdr) || request->size > DOF_SIZE_MAX) {
		enable_report(request, &result, "dof-size");
		return -OS_EINVAL;
	}
	data = os_alloc((size_t)request->size);
	if (data == NULL)
		return -OS_ENOMEM;
	if (os_copyin(data, request->dof, (size_t)request->size) != 0) {
		os_free(data);
		return -OS_EFAULT;
	}
	error = dt_state_load(state, data, (size_t)request->size, &result, &reason);
	enable_report(request, &result,
		      error == -OS_EINVAL || error == -OS_EOPNOTSUPP || error == -OS_EACCES ? reason : NULL);
	return error;
}

/* ---- DOFGET ---------------------------------------------------------------------------------- */

/* Options as one DOF: a header, one section, its entries. String options live in the consumer alone. */
struct options_dof {
	struct dof_hdr header;
	struct dof_sec section;
	struct dof_optdesc options[DTRACEOPT_MAX];
};

static size_t options_dof_fill(const struct dt_state *state, struct options_dof *dof)
{
	uint32_t count = 0, i;

	for (i = 0; i < DTRACEOPT_MAX; i++) {
		if (dt_option_check(i, (uint64_t)DTRACE_OPTION_UNSET) != NULL || dt_option_is_string(i) ||
		    state->options.value[i] < 0)
			continue;
		dof->options[count].option = i;
		dof->options[count].strtab = DOF_SECIDX_NONE;
		dof->options[count].value = (uint64_t)state->options.value[i];
		count++;
	}
	dt_memcpy(dof->header.ident, DOF_MAGIC, 4);
	dof->header.ident[DOF_ID_MODEL] = isa_self.word_size == 8 ? DOF_MODEL_LP64 : DOF_MODEL_ILP32;
	dof->header.ident[DOF_ID_ENCODING] = isa_self.big_endian ? DOF_ENCODE_MSB : DOF_ENCODE_LSB;
	dof->header.ident[DOF_ID_VERSION] = DOF_VERSION;
	dof->header.ident[DOF_ID_DIFVERS] = DIF_VERSION;
	dof->header.ident[DOF_ID_DIFIREG] = DIF_REGS;
	dof->header.ident[DOF_ID_DIFTREG] = DIF_TUPLE_REGS;
	dof->header.hdrsize = sizeof(dof->header);
	dof->header.secsize = sizeof(dof->section);
	dof->header.secnum = 1;
	dof->header.secoff = offsetof(struct options_dof, section);
	dof->section.type = DOF_SECT_OPTDESC;
	dof->section.align = 8;
	dof->section.flags = DOF_SECF_LOAD;
	dof->section.entsize = sizeof(struct dof_optdesc);
	dof->section.offset = offsetof(struct options_dof, options);
	dof->section.size = count * sizeof(struct dof_optdesc);
	dof->header.loadsz = dof->header.filesz = dof->section.offset + dof->section.size;
	return (size_t)dof->header.filesz;
}

static int ioctl_dofget(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg)
{
	struct options_dof *dof = os_alloc(sizeof(*dof));
	size_t size;
	int error = 0;

	if (dof == NULL)
		return -OS_ENOMEM;
	size = options_dof_fill(state, dof);
	if (arg->dofget.buffer != 0 && arg->dofget.size >= size)
		error = os_copyout(arg->dofget.buffer, dof, size);
	arg->dofget.size = size;
	os_free(dof);
	return error;
}

/* ---- the table ------------------------------------------------------------------------------- */

#define IN         1 /* the structure is read */
#define OUT        2 /* it is written back when the command succeeds */
#define OUT_ALWAYS 4 /* ... or fails */

static const struct command {
	uint32_t number;
	uint16_t size;
	uint16_t flags;
	int (*run)(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg);
} commands[] = {
	{ DTRACEIOC_PROVIDER, sizeof(struct dtrace_providerdesc), IN | OUT, dt_ioctl_provider },
	{ DTRACEIOC_PROBES, sizeof(struct dtrace_probelist), IN | OUT, dt_ioctl_probes },
	{ DTRACEIOC_BUFSNAP, sizeof(struct dtrace_bufdesc), IN | OUT, dt_ioctl_bufsnap },
	{ DTRACEIOC_PROBEMATCH, sizeof(struct dtrace_probematch), IN | OUT, dt_ioctl_probematch },
	{ DTRACEIOC_ENABLE, sizeof(struct dtrace_enable), IN | OUT | OUT_ALWAYS, ioctl_enable },
	{ DTRACEIOC_AGGSNAP, sizeof(struct dtrace_bufdesc), IN | OUT, dt_ioctl_aggsnap },
	{ DTRACEIOC_EPROBE, offsetof(struct dtrace_eprobedesc, rec), IN | OUT, dt_ioctl_eprobe },
	{ DTRACEIOC_PROBEARG, sizeof(struct dtrace_argdesc), IN | OUT, dt_ioctl_probearg },
	{ DTRACEIOC_CONF, sizeof(struct dtrace_conf), OUT, ioctl_conf },
	{ DTRACEIOC_STATUS, sizeof(struct dtrace_status), OUT, dt_ioctl_status },
	{ DTRACEIOC_GO, sizeof(uint32_t), OUT, ioctl_go },
	{ DTRACEIOC_STOP, sizeof(uint32_t), OUT, ioctl_stop },
	{ DTRACEIOC_AGGDESC, offsetof(struct dtrace_aggdesc, rec), IN | OUT, dt_ioctl_aggdesc },
	{ DTRACEIOC_FORMAT, sizeof(struct dtrace_fmtdesc), IN | OUT, dt_ioctl_format },
	{ DTRACEIOC_DOFGET, sizeof(struct dtrace_dofget), IN | OUT, ioctl_dofget },
	{ DTRACEIOC_OPTION, sizeof(struct dtrace_option), IN | OUT, ioctl_option },
	{ DTRACEIOC_ACCOUNT, sizeof(struct dtrace_account), IN | OUT, dt_ioctl_account },
	{ DTRACEIOC_PROCESS, sizeof(struct dtrace_process), IN | OUT, dt_ioctl_process },
	{ DTRACEIOC_HELPERS, sizeof(struct dtrace_helpers), IN | OUT, dt_ioctl_helpers },
	{ DTRACEIOC_FILES, sizeof(struct dtrace_files), IN | OUT, dt_ioctl_files },
	{ DTRACEIOC_MAPPED, sizeof(struct dtrace_mapped), IN | OUT, dt_ioctl_mapped },
	{ DTRACEIOC_UNWIND, sizeof(struct dtrace_unwindfile), IN, dt_ioctl_unwind },
	{ DTRACEIOC_WATCH, sizeof(struct dtrace_watch), IN, dt_ioctl_watch },
	{ DTRACEIOC_NEWS, sizeof(struct dtrace_news), IN | OUT, dt_ioctl_news },
	{ DTRACEIOC_LOSSES, sizeof(struct dtrace_losses), IN | OUT, dt_ioctl_losses },
	{ DTRACEIOC_MODULES, sizeof(uint32_t), OUT, dt_ioctl_modules },
};

static int command_run(const struct command *command, struct dt_state *state, uint64_t uarg)
{
	union dt_ioctl_arg *arg = state->ioctl_arg;
	int error;

	dt_memset(arg, 0, sizeof(*arg));
	if ((command->flags & IN) && os_copyin(arg, uarg, command->size) != 0)
		return -OS_EFAULT;
	error = command->run(state, arg, uarg);
	if (error != 0 && !(command->flags & OUT_ALWAYS))
		return error;
	if (os_copyout(uarg, arg, command->size) != 0)
		return -OS_EFAULT;
	return error;
}

/*
 * The descriptor of a consumer that may not trace the kernel serves who has opened it: another user who gets it, or a
 * set-id program that inherits it, has other processes.
 */
static bool is_served(const struct dt_state *state)
{
	return !state->own_only || os_subject_is_self(state->subject);
}

int dt_state_ioctl(struct dt_state *state, uint32_t command, uint64_t uarg)
{
	int error = -OS_ENOTTY;
	size_t i;

	if (!is_served(state))
		return -OS_EPERM;

	os_mutex_lock(&state->lock);
	for (i = 0; i < DT_ARRAY_SIZE(commands); i++) {
		if (commands[i].number == command) {
			error = command_run(&commands[i], state, uarg);
			break;
		}
	}
	os_mutex_unlock(&state->lock);
	return error;
}
