/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* program/enable.c - programs and DOF loaded into the core, and why they were refused. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "program/program.h"

int ldt_refusal_set(struct dtrace_hdl *dtp, const struct dtrace_enable *enable)
{
	char text[sizeof(enable->error) + 1] = "";
	char *name, *range;

	memcpy(text, enable->error, sizeof(enable->error));
	name = strchr(text, ':');
	range = name ? strchr(name + 1, ':') : NULL;
	if (!range || strncmp(text, "option-value:", 13) != 0)
		return ldt_set_error(dtp, EDT_BADDOF, "The program was refused as malformed (%s)", text);
	*range = '\0';
	return ldt_set_error(dtp, EDT_BADOPTVAL, "Invalid value for option %s (possible: %s)", name + 1, range + 1);
}

/* What the core has named is for those who may trace the kernel. */
static int right_error(struct dtrace_hdl *dtp, const struct dtrace_enable *enable)
{
	return ldt_set_error(dtp, EDT_ACCESS, "%.*s is not permitted: " LDT_KERNEL_RIGHT, (int)sizeof(enable->error),
			     enable->error);
}

static int enable_error(struct dtrace_hdl *dtp, int error, const struct dtrace_enable *enable)
{
	switch (error) {
	case EACCES:
		return enable->error[0] ? right_error(dtp, enable) : ldt_set_errno(dtp, EDT_DESTRUCTIVE);
	case ENOMEM:
		return ldt_set_error(dtp, EDT_NOMEM, "Not enough memory for the enabled probes");
	case ESRCH:
	case ENOENT:
		return ldt_set_errno(dtp, EDT_NOPROBE);
	case EINVAL:
	case E2BIG:
		if (enable->error[0])
			return ldt_refusal_set(dtp, enable);
		return ldt_set_errno(dtp, EDT_BADDOF);
	case EOPNOTSUPP:
		return ldt_set_error(dtp, EDT_NOTSUP, "%.*s", (int)sizeof(enable->error), enable->error);
	default:
		return ldt_set_errno(dtp, error);
	}
}

static void enable_info(const struct dtrace_enable *enable, dtrace_proginfo_t *info)
{
	info->dpi_matches = enable->matched;
	info->dpi_refused = enable->refused;
	info->dpi_valueless = enable->valueless;
	info->dpi_reasons = DT_MIN(enable->reasons, (uint32_t)DTRACE_REASON_MAX);
	for (unsigned int i = 0; i < info->dpi_reasons; i++) {
		memcpy(info->dpi_reason[i].name, enable->reason[i].name, sizeof(info->dpi_reason[i].name));
		info->dpi_reason[i].name[DTRACE_REASONLEN - 1] = '\0';
		info->dpi_reason[i].count = enable->reason[i].count;
	}
}

void ldt_prog_refused(struct dtrace_prog *prog, const char *reason, uint32_t count)
{
	unsigned int i;

	prog->refused += count;
	for (i = 0; i < prog->reasons && i < DTRACE_REASON_MAX - 1; i++) {
		if (strcmp(prog->reason[i].name, reason) == 0)
			break;
	}
	if (i == prog->reasons) {
		snprintf(prog->reason[i].name, sizeof(prog->reason[i].name), "%s",
			 i < DTRACE_REASON_MAX - 1 ? reason : "other");
		prog->reasons++;
	}
	prog->reason[i].count += count;
}

/* What the core did not see. */
static void add_refused(const struct dtrace_prog *prog, dtrace_proginfo_t *info)
{
	unsigned int i, at;

	info->dpi_refused += prog->refused;
	for (i = 0; i < prog->reasons; i++) {
		for (at = 0; at < info->dpi_reasons && at < DTRACE_REASON_MAX - 1; at++) {
			if (strcmp(info->dpi_reason[at].name, prog->reason[i].name) == 0)
				break;
		}
		if (at == info->dpi_reasons) {
			info->dpi_reason[at].count = 0;
			memcpy(info->dpi_reason[at].name, prog->reason[i].name, DTRACE_REASONLEN);
			info->dpi_reasons++;
		}
		info->dpi_reason[at].count += prog->reason[i].count;
	}
}

static int load_dof(struct dtrace_hdl *dtp, const void *dof, size_t size, dtrace_proginfo_t *info)
{
	struct dtrace_enable enable;
	int error;

	memset(&enable, 0, sizeof(enable));
	enable.dof = (uintptr_t)dof;
	enable.size = size;
	error = ldt_ioctl(dtp, DTRACEIOC_ENABLE, &enable);
	ldt_debug(dtp, "enable: %zu bytes of DOF, error %d, %u probes matched, %u refused", size, error, enable.matched,
		  enable.refused);
	if (error)
		return enable_error(dtp, error, &enable);
	if (info)
		enable_info(&enable, info);
	return 0;
}

int dtrace_program_exec(dtrace_hdl_t *dtp, dtrace_prog_t *prog, dtrace_proginfo_t *info)
{
	size_t size;
	void *dof;
	int result;

	if (!prog)
		return ldt_set_errno(dtp, EDT_BADPROG);
	if (info)
		dtrace_program_info(dtp, prog, info);
	dof = ldt_dof_create(dtp, prog, 0, &size);
	if (!dof)
		return -1;
	result = load_dof(dtp, dof, size, info);
	if (result == 0 && info)
		add_refused(prog, info);
	dtrace_dof_destroy(dtp, dof);
	return result;
}

/*
 * Options of a DOF that are not set in the handle are taken from it. The section has not been
 * checked yet: it may hold anything.
 */
static void take_options(struct dtrace_hdl *dtp, const char *dof, size_t size, const struct dof_sec *section)
{
	if (section->offset > size || section->size > size - section->offset)
		return;
	for (uint64_t at = 0; at + sizeof(struct dof_optdesc) <= section->size; at += sizeof(struct dof_optdesc)) {
		struct dof_optdesc desc;

		memcpy(&desc, dof + section->offset + at, sizeof(desc));
		if (desc.option < LDT_OPT_MAX && desc.strtab == DOF_SECIDX_NONE &&
		    dtp->options[desc.option] == LDT_OPT_UNSET)
			dtp->options[desc.option] = (int64_t)desc.value;
	}
}

static void take_all_options(struct dtrace_hdl *dtp, const char *dof, const struct dof_hdr *header)
{
	for (uint32_t i = 0; i < header->secnum; i++) {
		uint64_t at = header->secoff + (uint64_t)i * sizeof(struct dof_sec);
		struct dof_sec section;

		if (at > header->filesz || header->filesz - at < sizeof(section))
			return;
		memcpy(&section, dof + at, sizeof(section));
		if (section.type == DOF_SECT_OPTDESC)
			take_options(dtp, dof, header->filesz, &section);
	}
}

int dtrace_dof_exec(dtrace_hdl_t *dtp, const void *dof, size_t size, size_t *used_ret, dtrace_proginfo_t *info)
{
	struct dof_hdr header;

	if (info)
		memset(info, 0, sizeof(*info));
	if (size < sizeof(header))
		return ldt_set_errno(dtp, EDT_BADDOF);
	memcpy(&header, dof, sizeof(header));
	if (memcmp(header.ident, DOF_MAGIC, 4) != 0 || header.filesz < sizeof(header) || header.filesz > size)
		return ldt_set_errno(dtp, EDT_BADDOF);
	if (load_dof(dtp, dof, (size_t)header.filesz, info) == -1)
		return -1;
	take_all_options(dtp, dof, &header);
	*used_ret = (size_t)header.filesz;
	return 0;
}

void *dtrace_dof_create(dtrace_hdl_t *dtp, dtrace_prog_t *prog, unsigned int flags, size_t *size_ret)
{
	return ldt_dof_create(dtp, prog, flags, size_ret);
}

void dtrace_dof_destroy(dtrace_hdl_t *dtp, void *dof)
{
	free(dof);
}
