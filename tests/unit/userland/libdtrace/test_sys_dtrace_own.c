/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_sys_dtrace_own.c - the tracer's side of test_sys_dtrace.c. */
#include <stddef.h>

#include <dtrace/dif.h>
#include <dtrace/dof.h>
#include <dtrace/ioctl.h>
#include <dtrace/stability.h>

#include "test_sys_dtrace.h"

struct own_dof own_dof(void)
{
	return (struct own_dof){
		.header_size = sizeof(struct dof_hdr),
		.header_secoff = offsetof(struct dof_hdr, secoff),
		.header_filesz = offsetof(struct dof_hdr, filesz),
		.section_size = sizeof(struct dof_sec),
		.section_offset = offsetof(struct dof_sec, offset),
		.sect_provider = DOF_SECT_PROVIDER,
		.sect_probes = DOF_SECT_PROBES,
		.sect_prargs = DOF_SECT_PRARGS,
		.sect_proffs = DOF_SECT_PROFFS,
		.sect_prenoffs = DOF_SECT_PRENOFFS,
		.sect_strtab = DOF_SECT_STRTAB,
		.model_lp64 = DOF_MODEL_LP64,
		.version = DOF_VERSION,
		.regs = DIF_REGS,
		.stable = DTRACE_STABILITY_STABLE,
		.common = DTRACE_CLASS_COMMON,
		.names = { DTRACE_PROVNAMELEN, DTRACE_MODNAMELEN, DTRACE_FUNCNAMELEN, DTRACE_NAMELEN,
			   DTRACE_ARGTYPELEN },
	};
}
