/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_dif_validate.c - every rule of the DIF format has an object that breaks it and nothing else. */
#include <stdarg.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dif_build.h"
#include "os/os.h"

static struct dif_build b;

static int begin(void **state)
{
	build_begin(&b);
	return 0;
}

/* Complete the object with a ret and see it refused for this reason. */
static void refused(const char *tag)
{
	const char *reason = "(accepted)";

	build_ret(&b, 0);
	assert_int_equal(dt_difo_validate(&b.difo, &reason), -OS_EINVAL);
	assert_string_equal(reason, tag);
	build_begin(&b);
}

static void accepted(void)
{
	const char *reason = "untouched";

	build_ret(&b, 0);
	if (dt_difo_validate(&b.difo, &reason))
		fail_msg("refused: %s", reason);
	assert_string_equal(reason, "untouched");
	build_begin(&b);
}

static void test_opcodes(void **state)
{
	build_op(&b, 0, 0, 0, 0);
	refused("dif-opcode");
	build_op(&b, DIF_OP_LAST + 1, 0, 0, 0);
	refused("dif-opcode");
	build_op(&b, 255, 0, 0, 0);
	refused("dif-opcode");
	build_wide(&b, DIF_OP_XLATE, 0, 1);
	refused("dif-translator");
	build_wide(&b, DIF_OP_XLARG, 0, 1);
	refused("dif-translator");
}

static void test_arithmetic(void **state)
{
	static const uint8_t two[] = { DIF_OP_OR,   DIF_OP_XOR,  DIF_OP_AND, DIF_OP_SLL,  DIF_OP_SRL,
				       DIF_OP_SUB,  DIF_OP_ADD,  DIF_OP_MUL, DIF_OP_SDIV, DIF_OP_UDIV,
				       DIF_OP_SREM, DIF_OP_UREM, DIF_OP_SRA, DIF_OP_COPYS };

	for (unsigned int i = 0; i < sizeof(two); i++) {
		build_op(&b, two[i], 1, 2, 3);
		accepted();
		build_op(&b, two[i], 8, 2, 3);
		refused("dif-reg");
		build_op(&b, two[i], 1, 8, 3);
		refused("dif-reg");
		build_op(&b, two[i], 1, 2, 8);
		refused("dif-reg");
		build_op(&b, two[i], 1, 2, 0);
		refused("dif-reg-zero");
	}
}

static void test_one_operand(void **state)
{
	static const uint8_t one[] = { DIF_OP_NOT,    DIF_OP_MOV,   DIF_OP_LDSB, DIF_OP_LDX,
				       DIF_OP_ALLOCS, DIF_OP_ULDSB, DIF_OP_ULDX, DIF_OP_RLDUB };

	for (unsigned int i = 0; i < sizeof(one); i++) {
		build_op(&b, one[i], 1, 0, 3);
		accepted();
		build_op(&b, one[i], 1, 1, 3);
		refused("dif-reserved");
		build_op(&b, one[i], 8, 0, 3);
		refused("dif-reg");
		build_op(&b, one[i], 1, 0, 0);
		refused("dif-reg-zero");
	}
	for (unsigned int op = DIF_OP_STB; op <= DIF_OP_STX; op++) {
		build_op(&b, op, 1, 0, 3);
		accepted();
		build_op(&b, op, 1, 0, 0);
		refused("dif-store-zero");
		build_op(&b, op, 1, 2, 3);
		refused("dif-reserved");
	}
}

static void test_compare(void **state)
{
	build_op(&b, DIF_OP_CMP, 1, 2, 0);
	build_op(&b, DIF_OP_SCMP, 1, 2, 0);
	build_op(&b, DIF_OP_TST, 1, 0, 0);
	accepted();
	build_op(&b, DIF_OP_CMP, 1, 2, 3);
	refused("dif-reserved");
	build_op(&b, DIF_OP_CMP, 1, 9, 0);
	refused("dif-reg");
	build_op(&b, DIF_OP_TST, 1, 2, 0);
	refused("dif-reserved");
	build_op(&b, DIF_OP_TST, 8, 0, 0);
	refused("dif-reg");
}

static void test_branches(void **state)
{
	for (unsigned int op = DIF_OP_BA; op <= DIF_OP_BLEU; op++) {
		build_branch(&b, op, 1);
		accepted();
		build_branch(&b, op, 0);
		refused("dif-branch-backwards");
		build_op(&b, DIF_OP_NOP, 0, 0, 0);
		build_branch(&b, op, 0);
		refused("dif-branch-backwards");
		build_branch(&b, op, 2);
		refused("dif-branch-outside");
		build_branch(&b, op, DIF_LABEL_MAX);
		refused("dif-branch-outside");
	}
}

static void test_end(void **state)
{
	const char *reason;

	assert_int_equal(dt_difo_validate(&b.difo, &reason), -OS_EINVAL);
	assert_string_equal(reason, "dif-empty");
	build_op(&b, DIF_OP_NOP, 0, 0, 0);
	assert_int_equal(dt_difo_validate(&b.difo, &reason), -OS_EINVAL);
	assert_string_equal(reason, "dif-no-ret");
	build_begin(&b);
	build_op(&b, DIF_OP_RET, 1, 0, 0);
	refused("dif-reserved");
	build_ret(&b, 8);
	refused("dif-reg");
	build_ret(&b, 7);
	accepted();
}

static void test_no_operands(void **state)
{
	static const uint8_t none[] = { DIF_OP_NOP, DIF_OP_POPTS, DIF_OP_FLUSHTS };

	for (unsigned int i = 0; i < sizeof(none); i++) {
		build_op(&b, none[i], 0, 0, 0);
		accepted();
		build_op(&b, none[i], 0, 0, 1);
		refused("dif-reserved");
		build_op(&b, none[i], 1, 0, 0);
		refused("dif-reserved");
	}
}

static void test_tables(void **state)
{
	build_setx(&b, 1, 5);
	build_sets(&b, 2, "abc");
	accepted();
	build_wide(&b, DIF_OP_SETX, 0, 1);
	refused("dif-int-index");
	build_setx(&b, 0, 5);
	refused("dif-reg-zero");
	build_wide(&b, DIF_OP_SETX, 0, 8);
	refused("dif-reg");
	build_wide(&b, DIF_OP_SETS, 1, 1);
	refused("dif-string-index");
	build_string(&b, "ab");
	b.difo.string_size--;
	refused("dif-string-end");
}

static void test_sizes(void **state)
{
	b.difo.int_count = DIF_OBJECT_MAX / 8;
	refused("dif-size");
	b.difo.code_count = UINT32_MAX - 1;
	assert_int_equal(dt_difo_validate(&b.difo, &(const char *){ NULL }), -OS_EINVAL);
	build_begin(&b);
	b.difo.var_count = 4097;
	refused("dif-var-count");
}

static void test_subroutines(void **state)
{
	build_wide(&b, DIF_OP_CALL, DIF_SUBR_STRLEN, 1);
	accepted();
	build_wide(&b, DIF_OP_CALL, DIF_SUBR_STRLEN, 0);
	refused("dif-reg-zero");
	build_wide(&b, DIF_OP_CALL, 54, 1);
	refused("dif-subr-unknown");
	build_wide(&b, DIF_OP_CALL, DIF_SUBR_LAST + 1, 1);
	refused("dif-subr-unknown");
	build_wide(&b, DIF_OP_CALL, DIF_SUBR_MSGSIZE, 1);
	refused("dif-subr-foreign");
	build_wide(&b, DIF_OP_CALL, DIF_SUBR_GETF, 1);
	refused("dif-subr-foreign");
	build_wide(&b, DIF_OP_CALL, DIF_SUBR_D_PATH, 1);
	accepted();
	build_wide(&b, DIF_OP_CALL, DIF_SUBR_SIGNAME, 1);
	accepted();
}

static void test_facts(void **state)
{
	build_wide(&b, DIF_OP_CALL, DIF_CALL_INDEX(DIF_SUBR_NUMBER, DIF_FACT_LOCK_KIND), 1);
	accepted();
	build_wide(&b, DIF_OP_CALL, DIF_CALL_INDEX(DIF_SUBR_TEXT, DIF_FACT_TASK_COMM), 1);
	accepted();
	build_wide(&b, DIF_OP_CALL, DIF_SUBR_NUMBER, 1);
	refused("dif-fact-unknown");
	build_wide(&b, DIF_OP_CALL, DIF_CALL_INDEX(DIF_SUBR_NUMBER, 255), 1);
	refused("dif-fact-unknown");
	build_wide(&b, DIF_OP_CALL, DIF_CALL_INDEX(DIF_SUBR_TEXT, 39), 1);
	refused("dif-fact-unknown");
	build_wide(&b, DIF_OP_CALL, DIF_CALL_INDEX(DIF_SUBR_TEXT, DIF_FACT_TASK_PID), 1);
	refused("dif-fact-kind");
	build_wide(&b, DIF_OP_CALL, DIF_CALL_INDEX(DIF_SUBR_NUMBER, DIF_FACT_TASK_COMM), 1);
	refused("dif-fact-kind");
	build_wide(&b, DIF_OP_CALL, DIF_CALL_INDEX(DIF_SUBR_STRLEN, DIF_FACT_TASK_PID), 1);
	refused("dif-subr-unknown");
}

static void test_marks(void **state)
{
	const char *reason;

	build_wide(&b, DIF_OP_CALL, DIF_SUBR_COPYOUT, 1);
	build_ret(&b, 1);
	assert_int_equal(dt_difo_validate(&b.difo, &reason), 0);
	assert_true(b.difo.destructive);
	assert_false(b.difo.probe_names);
	build_begin(&b);
	b.difo.destructive = true;
	build_wide(&b, DIF_OP_LDGS, DIF_VAR_PROBEFUNC, 1);
	build_ret(&b, 1);
	assert_int_equal(dt_difo_validate(&b.difo, &reason), 0);
	assert_false(b.difo.destructive);
	assert_true(b.difo.probe_names);
}

static void test_builtins(void **state)
{
	for (unsigned int id = DIF_VAR_CURTHREAD; id <= DIF_VAR_EXECARGS; id++) {
		build_wide(&b, DIF_OP_LDGS, id, 1);
		if (id == DIF_VAR_ZONENAME)
			refused("dif-var-unsupported");
		else
			accepted();
	}
	for (unsigned int id = DIF_VAR_PGID; id <= DIF_VAR_ARGC; id++) {
		build_wide(&b, DIF_OP_LDGS, id, 1);
		accepted();
	}
	build_wide(&b, DIF_OP_LDGS, DIF_VAR_ARGC + 1, 1);
	refused("dif-var-unknown");
	build_wide(&b, DIF_OP_LDGS, DIF_VAR_CPU, 1);
	accepted();
	build_wide(&b, DIF_OP_LDGS, DIF_VAR_CURCPU, 1);
	refused("dif-var-unsupported");
	build_wide(&b, DIF_OP_LDGS, 0x122, 1);
	refused("dif-var-unknown");
	build_wide(&b, DIF_OP_LDGS, DIF_VAR_ARGS, 1);
	refused("dif-var-unknown");
	build_wide(&b, DIF_OP_STGS, DIF_VAR_PID, 1);
	refused("dif-var-readonly");
	build_wide(&b, DIF_OP_LDTS, DIF_VAR_PID, 1);
	refused("dif-var-unknown");
	build_op(&b, DIF_OP_LDGA, DIF_VAR_ARGS, 2, 1);
	build_op(&b, DIF_OP_LDGA, DIF_VAR_UREGS, 2, 1);
	accepted();
	build_op(&b, DIF_OP_LDGA, 1, 2, 1);
	refused("dif-var-unknown");
	build_op(&b, DIF_OP_LDGA, DIF_VAR_ARGS, 2, 0);
	refused("dif-reg-zero");
	build_op(&b, DIF_OP_LDGA, DIF_VAR_ARGS, 8, 1);
	refused("dif-reg");
	build_op(&b, DIF_OP_LDTA, DIF_VAR_ARGS, 2, 1);
	refused("dif-var-unknown");
}

static void test_variables(void **state)
{
	static const struct {
		uint8_t load, store, scope, kind;
	} forms[] = {
		{ DIF_OP_LDGS, DIF_OP_STGS, DIF_SCOPE_GLOBAL, DIF_VARKIND_SCALAR },
		{ DIF_OP_LDTS, DIF_OP_STTS, DIF_SCOPE_THREAD, DIF_VARKIND_SCALAR },
		{ DIF_OP_LDLS, DIF_OP_STLS, DIF_SCOPE_LOCAL, DIF_VARKIND_SCALAR },
		{ DIF_OP_LDGAA, DIF_OP_STGAA, DIF_SCOPE_GLOBAL, DIF_VARKIND_ARRAY },
		{ DIF_OP_LDTAA, DIF_OP_STTAA, DIF_SCOPE_THREAD, DIF_VARKIND_ARRAY },
	};

	for (unsigned int i = 0; i < DT_ARRAY_SIZE(forms); i++) {
		uint32_t id = build_var(&b, i, forms[i].scope, forms[i].kind, type_int);

		build_wide(&b, forms[i].load, id, 1);
		build_wide(&b, forms[i].store, id, 0);
		accepted();
		build_wide(&b, forms[i].load, id, 1);
		refused("dif-var-undeclared");
		build_wide(&b, forms[i].store, id, 1);
		refused("dif-var-undeclared");
		build_var(&b, i, (forms[i].scope + 1) % 3, DIF_VARKIND_SCALAR, type_int);
		build_wide(&b, forms[i].load, id, 1);
		refused("dif-var-undeclared");
		if (forms[i].scope == DIF_SCOPE_LOCAL)
			continue;
		build_var(&b, i, forms[i].scope, !forms[i].kind, type_int);
		build_wide(&b, forms[i].load, id, 1);
		refused("dif-var-kind");
	}
}

static void test_variable_table(void **state)
{
	build_var(&b, 0, DIF_SCOPE_GLOBAL, DIF_VARKIND_SCALAR, type_int);
	b.vars[0].name = 1;
	refused("dif-var-name");
	build_var(&b, 0, DIF_SCOPE_GLOBAL, 2, type_int);
	refused("dif-var-kind");
	build_var(&b, 0, 3, DIF_VARKIND_SCALAR, type_int);
	refused("dif-var-scope");
	build_var(&b, 0, DIF_SCOPE_GLOBAL, DIF_VARKIND_SCALAR, type_int);
	b.vars[0].flags = 4;
	refused("dif-var-flags");
	build_var(&b, 0, DIF_SCOPE_GLOBAL, DIF_VARKIND_SCALAR, type_int);
	build_var(&b, 0, DIF_SCOPE_GLOBAL, DIF_VARKIND_SCALAR, type_int);
	refused("dif-var-twice");
	build_var(&b, 0, DIF_SCOPE_GLOBAL, DIF_VARKIND_SCALAR, type_int);
	b.vars[0].id = 0x10000;
	refused("dif-var-id");
	build_var(&b, 0, DIF_SCOPE_LOCAL, DIF_VARKIND_ARRAY, type_int);
	refused("dif-var-local-array");
	build_var(&b, 0, DIF_SCOPE_GLOBAL, DIF_VARKIND_SCALAR, type_struct(16 * 1024));
	accepted();
	build_var(&b, 0, DIF_SCOPE_GLOBAL, DIF_VARKIND_SCALAR, type_struct(16 * 1024 + 1));
	refused("dif-var-size");
	build_var(&b, 0, DIF_SCOPE_GLOBAL, DIF_VARKIND_SCALAR, type_struct(0));
	refused("dif-var-size");
	build_var(&b, 0, DIF_SCOPE_GLOBAL, DIF_VARKIND_SCALAR, type_int);
	b.vars[0].type.size = 9;
	refused("dif-var-size");
	build_var(&b, 0, DIF_SCOPE_GLOBAL, DIF_VARKIND_SCALAR, type_string);
	b.vars[0].type.size = 16 * 1024 + 1;
	refused("dif-var-size");
	build_var(&b, 0, DIF_SCOPE_GLOBAL, DIF_VARKIND_SCALAR, type_int);
	b.vars[0].type.kind = 2;
	refused("dif-type-kind");
	build_var(&b, 0, DIF_SCOPE_GLOBAL, DIF_VARKIND_SCALAR, type_int);
	b.vars[0].type.flags = 4;
	refused("dif-type-flags");
}

/* The compiler may list built-in variables too. */
static void test_builtins_in_table(void **state)
{
	build_var(&b, 0, DIF_SCOPE_GLOBAL, DIF_VARKIND_SCALAR, type_string);
	b.vars[0].id = DIF_VAR_EXECNAME;
	b.vars[0].flags = DIF_VARFLAG_REF;
	accepted();
	build_var(&b, 0, DIF_SCOPE_GLOBAL, DIF_VARKIND_SCALAR, type_string);
	b.vars[0].id = DIF_VAR_EXECNAME;
	b.vars[0].flags = DIF_VARFLAG_MOD;
	refused("dif-var-readonly");
	build_var(&b, 0, DIF_SCOPE_LOCAL, DIF_VARKIND_SCALAR, type_string);
	b.vars[0].id = DIF_VAR_EXECNAME;
	refused("dif-var-scope");
	build_var(&b, 0, DIF_SCOPE_GLOBAL, DIF_VARKIND_ARRAY, type_int);
	b.vars[0].id = DIF_VAR_ARGS;
	accepted();
	build_var(&b, 0, DIF_SCOPE_GLOBAL, DIF_VARKIND_ARRAY, type_int);
	b.vars[0].id = 1;
	refused("dif-var-unknown");
	build_var(&b, 0, DIF_SCOPE_GLOBAL, DIF_VARKIND_SCALAR, type_string);
	b.vars[0].id = DIF_VAR_ZONENAME;
	refused("dif-var-unsupported");
}

static void test_pushes(void **state)
{
	build_op(&b, DIF_OP_PUSHTR, DIF_TYPE_STRING, 0, 1);
	build_op(&b, DIF_OP_PUSHTV, DIF_TYPE_CTF, 0, 0);
	accepted();
	build_op(&b, DIF_OP_PUSHTR, 2, 0, 1);
	refused("dif-push-type");
	build_op(&b, DIF_OP_PUSHTV, 0, 8, 1);
	refused("dif-reg");
	build_op(&b, DIF_OP_PUSHTV, 0, 0, 8);
	refused("dif-reg");
}

static void test_result(void **state)
{
	static const uint32_t sizes[] = { 0, 1, 2, 4, 8 };

	for (unsigned int i = 0; i < DT_ARRAY_SIZE(sizes); i++) {
		b.difo.rtype.size = sizes[i];
		accepted();
	}
	b.difo.rtype.size = 3;
	refused("dif-result-size");
	b.difo.rtype.size = 16;
	refused("dif-result-size");
	b.difo.rtype = type_struct(1024 * 1024 + 1);
	refused("dif-result-size");
	b.difo.rtype = type_string;
	accepted();
	b.difo.rtype.kind = 9;
	refused("dif-type-kind");
	b.difo.rtype.flags = 0x80;
	refused("dif-type-flags");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_opcodes, begin),
		cmocka_unit_test_setup(test_arithmetic, begin),
		cmocka_unit_test_setup(test_one_operand, begin),
		cmocka_unit_test_setup(test_compare, begin),
		cmocka_unit_test_setup(test_branches, begin),
		cmocka_unit_test_setup(test_end, begin),
		cmocka_unit_test_setup(test_no_operands, begin),
		cmocka_unit_test_setup(test_tables, begin),
		cmocka_unit_test_setup(test_sizes, begin),
		cmocka_unit_test_setup(test_subroutines, begin),
		cmocka_unit_test_setup(test_facts, begin),
		cmocka_unit_test_setup(test_marks, begin),
		cmocka_unit_test_setup(test_builtins, begin),
		cmocka_unit_test_setup(test_variables, begin),
		cmocka_unit_test_setup(test_variable_table, begin),
		cmocka_unit_test_setup(test_builtins_in_table, begin),
		cmocka_unit_test_setup(test_pushes, begin),
		cmocka_unit_test_setup(test_result, begin),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
