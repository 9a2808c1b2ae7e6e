/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_sys_dtrace.h - what the tracer's own headers say about DOF. */
#ifndef TEST_SYS_DTRACE_H
#define TEST_SYS_DTRACE_H

#include <stddef.h>

struct own_dof {
	size_t header_size, header_secoff, header_filesz, section_size, section_offset;
	unsigned int sect_provider, sect_probes, sect_prargs, sect_proffs, sect_prenoffs, sect_strtab;
	unsigned int model_lp64, version, regs, stable, common;
	unsigned int names[5];
};
struct own_dof own_dof(void);

#endif
