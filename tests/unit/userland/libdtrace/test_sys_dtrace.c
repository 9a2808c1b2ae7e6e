/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_sys_dtrace.c - what <sys/dtrace.h> publishes has the layout that generators of DOF know, and is
 * that which this tracer reads (include/dtrace/dof.h). Both headers have the same names: the tracer's
 * side is in test_sys_dtrace_own.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <sys/dtrace.h>

#include <cmocka.h>

#include "test_sys_dtrace.h"

static void test_layouts(void **state)
{
	assert_int_equal(sizeof(dof_hdr_t), 64);
	assert_int_equal(offsetof(dof_hdr_t, dofh_secoff), 32);
	assert_int_equal(sizeof(dof_sec_t), 32);
	assert_int_equal(offsetof(dof_sec_t, dofs_offset), 16);
	assert_int_equal(sizeof(dof_relohdr_t), 12);
	assert_int_equal(sizeof(dof_relodesc_t), 24);
	assert_int_equal(sizeof(dof_provider_t), 44);
	assert_int_equal(offsetof(dof_provider_t, dofpv_prenoffs), 40);
	assert_int_equal(sizeof(dof_probe_t), 48);
	assert_int_equal(offsetof(dof_probe_t, dofpr_noffs), 34);
	assert_int_equal(offsetof(dof_probe_t, dofpr_enoffidx), 36);
	assert_int_equal(sizeof(dof_helper_t), 80);
	assert_int_equal(offsetof(dof_helper_t, dofhp_dof), 72);
	assert_int_equal(DOF_ATTR(1, 2, 3), 0x01020300);
	assert_int_equal(DOF_ATTR_NAME(0xa1b2c300u), 0xa1);
	assert_int_equal(DOF_ATTR_DATA(0xa1b2c300u), 0xb2);
	assert_int_equal(DOF_ATTR_CLASS(0xa1b2c300u), 0xc3);
	assert_int_equal(DTRACEHIOC_ADDDOF, 0x64746803);
}

static void test_same_as_own(void **state)
{
	const struct own_dof own = own_dof();

	assert_int_equal(own.header_size, sizeof(dof_hdr_t));
	assert_int_equal(own.header_secoff, offsetof(dof_hdr_t, dofh_secoff));
	assert_int_equal(own.header_filesz, offsetof(dof_hdr_t, dofh_filesz));
	assert_int_equal(own.section_size, sizeof(dof_sec_t));
	assert_int_equal(own.section_offset, offsetof(dof_sec_t, dofs_offset));
	assert_int_equal(own.sect_provider, DOF_SECT_PROVIDER);
	assert_int_equal(own.sect_probes, DOF_SECT_PROBES);
	assert_int_equal(own.sect_prargs, DOF_SECT_PRARGS);
	assert_int_equal(own.sect_proffs, DOF_SECT_PROFFS);
	assert_int_equal(own.sect_prenoffs, DOF_SECT_PRENOFFS);
	assert_int_equal(own.sect_strtab, DOF_SECT_STRTAB);
	assert_int_equal(own.model_lp64, DOF_MODEL_LP64);
	assert_int_equal(own.version, DOF_VERSION);
	assert_int_equal(own.regs, DIF_DIR_NREGS);
	assert_int_equal(own.stable, DTRACE_STABILITY_STABLE);
	assert_int_equal(own.common, DTRACE_CLASS_COMMON);
	assert_int_equal(own.names[0], DTRACE_PROVNAMELEN);
	assert_int_equal(own.names[1], DTRACE_MODNAMELEN);
	assert_int_equal(own.names[2], DTRACE_FUNCNAMELEN);
	assert_int_equal(own.names[3], DTRACE_NAMELEN);
	assert_int_equal(own.names[4], DTRACE_ARGTYPELEN);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_layouts), cmocka_unit_test(test_same_as_own) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
