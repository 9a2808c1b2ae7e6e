/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_compile.c - texts to programs, with no engine: listings, actions, DOF, messages, and that time grows with the
 * text and no faster. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "program/program.h"

static dtrace_hdl_t *handle(void)
{
	int error;
	dtrace_hdl_t *dtp = dtrace_open(DTRACE_VERSION, DTRACE_O_NODEV, &error);

	assert_non_null(dtp);
	return dtp;
}

static dtrace_prog_t *compile(dtrace_hdl_t *dtp, const char *text)
{
	dtrace_prog_t *prog = dtrace_program_strcompile(dtp, text, DTRACE_PROBESPEC_NAME, 0, 0, NULL);

	if (!prog)
		print_error("%s\n", dtrace_errmsg(dtp, dtrace_errno(dtp)));
	assert_non_null(prog);
	return prog;
}

/* The opcodes of an object, separated by blanks. */
static void opcodes(const struct ldt_difo_user *difo, char *buf, size_t size)
{
	static const char *const names[] = {
#define DIF_OP(number, NAME, text, format) [number] = text,
#include "../../../../spec/dif.def"
#undef DIF_OP
	};

	*buf = '\0';
	for (size_t i = 0; i < difo->code_count; i++) {
		size_t length = strlen(buf);

		snprintf(buf + length, size - length, "%s%s", i ? " " : "", names[DIF_INSTR_OP(difo->code[i])]);
	}
}

static void check_code(const char *text, const char *expected)
{
	dtrace_hdl_t *dtp = handle();
	dtrace_prog_t *prog = compile(dtp, text);
	char got[1024];

	opcodes(prog->stmts->actions[0].difo, got, sizeof(got));
	assert_string_equal(got, expected);
	dtrace_close(dtp);
}

static void test_code(void **state)
{
	(void)state;
	check_code("BEGIN { trace(1 + 2); }", "setx ret");
	check_code("BEGIN { trace(0); }", "mov ret");
	check_code("BEGIN { trace(\"a\"); }", "sets ret");
	check_code("BEGIN { trace(timestamp); }", "ldgs ret");
	check_code("BEGIN { self->x = 5; }", "setx stts ret");
	check_code("BEGIN { this->x = 5; }", "setx stls ret");
	check_code("BEGIN { a[1] = 5; }", "setx flushts setx pushtv stgaa ret");
	check_code("BEGIN { self->a[\"k\"] = 5; }", "setx flushts sets pushtr sttaa ret");
	check_code("BEGIN { trace(arg0 + 1); }", "ldgs setx add ret");
	check_code("BEGIN { trace(pid + 1); }", "ldgs setx add ret");
	check_code("BEGIN { trace(pid * pid / pid - pid); }", "ldgs ldgs mul ldgs sdiv ldgs sub ret");
	check_code("BEGIN { trace((int)(pid * pid)); }", "ldgs ldgs mul setx sll sra ret");
	check_code("BEGIN { trace((int)((pid * pid) & 255)); }", "ldgs ldgs mul setx and ret");
	check_code("BEGIN { this->x = pid + 1; }", "ldgs setx add setx sll sra stls ret");
	check_code("BEGIN { trace(arg0 & 3); }", "ldgs setx and ret");
	check_code("BEGIN { trace(probename == \"x\"); }", "ldgs sets scmp be mov ba setx ret");
	check_code("BEGIN { trace(*(int *)arg0); }", "ldgs ldsw ret");
	check_code("BEGIN { trace(*(unsigned char *)arg0); }", "ldgs ldub ret");
	check_code("BEGIN { trace(strlen(probename)); }", "flushts ldgs pushtr call ret");
	check_code("BEGIN { trace(1 ? 2 : 3); }", "setx ret");
	check_code("struct s { int a; int b; }; BEGIN { trace(((struct s *)arg0)->b); }", "ldgs setx add ldsw ret");
	check_code("struct s { int a; int b; }; BEGIN { trace(((struct s *)arg0)->a); }", "ldgs ldsw ret");
	check_code("struct s { int a : 3; }; BEGIN { trace(((struct s *)arg0)->a); }",
		   "ldgs lduw setx sll setx sra ret");
}

static void test_actions(void **state)
{
	dtrace_hdl_t *dtp = handle();
	dtrace_prog_t *prog = compile(dtp, "BEGIN, END /pid/ { printf(\"%d %s\", pid, \"x\"); @a[pid, stack()] = "
					   "lquantize(pid, 0, 10, 2, 5); exit(1); }");
	const struct ldt_stmt *stmt = prog->stmts;

	(void)state;
	assert_int_equal(prog->stmt_count, 2);
	assert_string_equal(stmt->probe.name, "BEGIN");
	assert_string_equal(stmt->next->probe.name, "END");
	assert_non_null(stmt->predicate);
	assert_ptr_equal(stmt->predicate, stmt->next->predicate);
	assert_int_equal(stmt->action_count, 7);
	assert_int_equal(stmt->actions[0].kind, DTRACEACT_PRINTF);
	assert_int_equal(stmt->actions[0].arg >> 32, DTRACE_EXPR_SIGNED);
	assert_int_equal(stmt->actions[1].arg >> 32, DTRACE_EXPR_STRING);
	assert_int_equal(stmt->actions[0].uarg, stmt->actions[1].uarg);
	assert_int_equal(stmt->actions[2].kind, DTRACEACT_DIFEXPR);
	assert_int_equal(stmt->actions[3].kind, DTRACEACT_STACK);
	assert_int_equal(stmt->actions[5].kind, DTRACEAGG_LQUANTIZE);
	assert_int_equal(stmt->actions[5].ntuple, 3);
	assert_int_equal(stmt->actions[5].arg, DTRACE_LQUANTIZE_ARG(0, 5, 2));
	assert_true(stmt->actions[5].uarg & DTRACE_AGG_INCR);
	assert_int_equal(DTRACE_AGG_VARID(stmt->actions[5].uarg), 1);
	assert_int_equal(stmt->actions[6].kind, DTRACEACT_EXIT);
	dtrace_close(dtp);
}

static unsigned int count_sections(const void *dof, uint32_t type)
{
	const struct dof_hdr *header = dof;
	const struct dof_sec *section = (const struct dof_sec *)((const char *)dof + header->secoff);
	unsigned int count = 0;

	for (uint32_t i = 0; i < header->secnum; i++)
		count += section[i].type == type;
	return count;
}

static void test_dof(void **state)
{
	dtrace_hdl_t *dtp = handle();
	dtrace_prog_t *prog = compile(dtp, "BEGIN, END, ERROR /pid/ { trace(1); trace(\"x\"); }");
	const struct dof_hdr *header;
	size_t size;
	void *dof = dtrace_dof_create(dtp, prog, 0, &size);

	(void)state;
	assert_non_null(dof);
	header = dof;
	assert_memory_equal(header->ident, DOF_MAGIC, 4);
	assert_int_equal(header->filesz, size);
	assert_int_equal(count_sections(dof, DOF_SECT_ECBDESC), 3);
	assert_int_equal(count_sections(dof, DOF_SECT_PROBEDESC), 3);
	assert_int_equal(count_sections(dof, DOF_SECT_ACTDESC), 1);
	assert_int_equal(count_sections(dof, DOF_SECT_DIFOHDR), 3);
	dtrace_dof_destroy(dtp, dof);
	dtrace_close(dtp);
}

static void check_error(const char *text, const char *tag, const char *message)
{
	dtrace_hdl_t *dtp = handle();

	assert_null(dtrace_program_strcompile(dtp, text, DTRACE_PROBESPEC_NAME, 0, 0, NULL));
	assert_string_equal(dtrace_errtag(dtp), tag);
	assert_string_equal(dtrace_errmsg(dtp, dtrace_errno(dtp)), message);
	dtrace_close(dtp);
}

static void test_messages(void **state)
{
	(void)state;
	check_error(
		"BEGIN { trace(nosuch); }", "D_IDENT_UNDEF",
		"line 1: failed to resolve 'nosuch': unknown variable name\nBEGIN { trace(nosuch); }\n              ^\n"
		"hint: a variable is there once something is assigned to it, in this clause or one above; "
		"`NAME is a variable of the kernel");
	check_error("BEGIN\n{\n\ttrace(1 +);\n}", "D_SYNTAX",
		    "line 3: syntax error near ')': expected an expression\n\ttrace(1 +);\n\t         ^");
	check_error(
		"# 7 \"other.h\"\nint x;\nint y;\nstring x;\n", "D_DECL_IDRED",
		"\"other.h\", line 9: 'x' is declared already, as a scalar variable of type int\nstring x;\n       ^");
}

static void check_place(const char *text, const char *file, int line, int column)
{
	dtrace_hdl_t *dtp = handle();
	dtrace_errplace_t place;

	assert_int_equal(dtrace_errplace(dtp, &place), -1);
	assert_null(dtrace_program_strcompile(dtp, text, DTRACE_PROBESPEC_NAME, 0, 0, NULL));
	assert_int_equal(dtrace_errplace(dtp, &place), 0);
	if (file)
		assert_string_equal(place.file, file);
	else
		assert_null(place.file);
	assert_int_equal(place.line, line);
	assert_int_equal(place.column, column);
	assert_int_equal(dtrace_setopt(dtp, "nosuch", NULL), -1);
	assert_int_equal(dtrace_errplace(dtp, &place), -1); /* of another error */
	dtrace_close(dtp);
}

static void test_places(void **state)
{
	char text[256];

	(void)state;
	check_place("BEGIN { trace(nosuch); }", NULL, 1, 15);
	check_place("BEGIN\n{\n\ttrace(1 +);\n}", NULL, 3, 11);
	check_place("# 7 \"other.h\"\nint x;\nint y;\nstring x;\n", "other.h", 9, 8);
	snprintf(text, sizeof(text), "BEGIN { %0180d; trace(nosuch); }", 1); /* the message shows a part of the line */
	check_place(text, NULL, 1, 197);
}

/* A description, as its fields; and whether it has a predicate. */
static void check_fields(const char *text, dtrace_probespec_t spec, const char *fields, bool has_predicate)
{
	dtrace_hdl_t *dtp = handle();
	dtrace_prog_t *prog = dtrace_program_strcompile(dtp, text, spec, 0, 0, NULL);
	char got[DTRACE_FULLNAMELEN];

	if (!prog)
		print_error("%s: %s\n", text, dtrace_errmsg(dtp, dtrace_errno(dtp)));
	assert_non_null(prog);
	snprintf(got, sizeof(got), "%s:%s:%s:%s", prog->stmts->probe.provider, prog->stmts->probe.module,
		 prog->stmts->probe.function, prog->stmts->probe.name);
	assert_string_equal(got, fields);
	assert_int_equal(prog->stmts->predicate != NULL, has_predicate);
	dtrace_close(dtp);
}

/* A path is a module directly after the first colon, up to the next one; elsewhere a / begins a predicate. */
static void test_paths(void **state)
{
	const dtrace_probespec_t name = DTRACE_PROBESPEC_NAME, func = DTRACE_PROBESPEC_FUNC, mod = DTRACE_PROBESPEC_MOD;

	(void)state;
	check_fields("pid7:/usr/lib/libc.so.6:malloc:entry { }", name, "pid7:/usr/lib/libc.so.6:malloc:entry", false);
	check_fields("pid7:/opt/c++/a~1=@%:f:entry { }", name, "pid7:/opt/c++/a~1=@%:f:entry", false);
	check_fields("pid7:/lib/a.so::/pid == 1/ { }", name, "pid7:/lib/a.so::", true);
	check_fields("pid7:/lib/a.so:f:entry/pid?1:0/ { }", name, "pid7:/lib/a.so:f:entry", true);
	check_fields("BEGIN, pid7:/lib/a.so:f:entry { }", name, ":::BEGIN", false);
	check_fields("python7:/usr/bin/python3::gc-start { }", name, "python7:/usr/bin/python3::gc-start", false);
	check_fields("pid7:/lib/a.so:f { }", func, "pid7:/lib/a.so:f:", false);
	check_fields("pid7:/lib/a.so:f/pid == 1/ { }", func, "pid7:/lib/a.so:f:", true);
	check_fields("pid7:/lib/a.so", mod, "pid7:/lib/a.so::", false);
	check_fields("pid7:/lib/a.so { }", mod, "pid7:/lib/a.so::", false);
	check_fields("pid7:/lib/a.so /pid == 1/ { }", mod, "pid7:/lib/a.so::", true);
	check_fields("pid7:libstdc++.so.6:f:entry { }", name, "pid7:libstdc++.so.6:f:entry", false);
	check_fields("libstdcxx7:libstdc++.so.6:: { }", name, "libstdcxx7:libstdc++.so.6::", false);

	check_fields("BEGIN/pid/ { }", name, ":::BEGIN", true);
	check_fields("tick-1s/pid/ { }", name, ":::tick-1s", true);
	check_fields("syscall::read:entry/pid==1/ { }", name, "syscall::read:entry", true);
	check_fields("fbt:::/pid/ { }", name, "fbt:::", true);
	check_fields("fbt::/pid/ { }", name, ":fbt::", true);
	check_fields("fbt:/pid/ { }", name, "::fbt:", true);
	check_fields("fbt:/pid?1:0/ { }", name, "::fbt:", true);
	check_fields("fbt:/pid/ { trace(1); } fbt:a:b:c { }", name, "::fbt:", true);
	check_fields("fbt::/pid/ { }", func, "fbt:::", true);
	check_fields("fbt:/pid?1:0/ { }", func, ":fbt::", true);
	check_fields("fbt:/pid/ { }", mod, "fbt:::", true);
	check_fields("fbt:/pid == 1/ { }", mod, "fbt:::", true);
	check_fields("fbt/pid/ { }", DTRACE_PROBESPEC_PROVIDER, "fbt:::", true);
}

#define RECOVERED                                                                                  \
	"typedef int uid_t; struct made { int a; }; enum { one = 1 }; typedef struct made made_t;" \
	"translator made_t < int i > { a = i; }; provider mine { probe p(int); }; inline int i = one;"

/* A failed compilation leaves no names: they can be used again, with other types. */
static void test_recovery(void **state)
{
	dtrace_hdl_t *dtp = handle();

	(void)state;
	assert_null(dtrace_program_strcompile(dtp, "int x; BEGIN { @a[1] = count(); y = 1; trace(nosuch); }",
					      DTRACE_PROBESPEC_NAME, 0, 0, NULL));
	compile(dtp, "string x; BEGIN { @a = sum(1); y = \"text\"; }");
	assert_null(dtrace_program_strcompile(dtp, "BEGIN { x = 1; }", DTRACE_PROBESPEC_NAME, 0, 0, NULL));
	compile(dtp, "BEGIN { x = \"kept\"; }");
	assert_null(dtrace_program_strcompile(dtp, RECOVERED " BEGIN { trace(nosuch); }", DTRACE_PROBESPEC_NAME, 0, 0,
					      NULL));
	assert_null(dtrace_program_strcompile(dtp, "BEGIN { trace(((struct made *)0)->a); }", DTRACE_PROBESPEC_NAME, 0,
					      0, NULL));
	assert_null(dtrace_program_strcompile(dtp, "BEGIN { trace(one); }", DTRACE_PROBESPEC_NAME, 0, 0, NULL));
	compile(dtp, "uid_t user; BEGIN { user = -1; trace(user > 0); }");
	compile(dtp, RECOVERED " BEGIN { trace(one); }");
	assert_null(dtrace_program_strcompile(dtp, RECOVERED " BEGIN {}", DTRACE_PROBESPEC_NAME, 0, 0, NULL));
	dtrace_close(dtp);
}

/* A line as macros make them is shown around the place. */
static void test_long_line(void **state)
{
	char program[4096] = "BEGIN { ", message[4096], *at;
	dtrace_hdl_t *dtp = handle();
	int i;

	(void)state;
	for (i = 0; i < 100; i++)
		strcat(program, "x = 1; ");
	strcat(program, "trace(nosuch); ");
	for (i = 0; i < 100; i++)
		strcat(program, "y = 1; ");
	strcat(program, "}");
	assert_null(dtrace_program_strcompile(dtp, program, DTRACE_PROBESPEC_NAME, 0, 0, NULL));
	snprintf(message, sizeof(message), "%s", dtrace_errmsg(dtp, dtrace_errno(dtp)));
	at = strchr(message, '\n');
	assert_non_null(at);
	assert_memory_equal(at, "\n...", 4);
	assert_int_equal(strcspn(at + 1, "\n"), 3 + 50 + 40 + 3);
	assert_int_equal(strchr(strchr(at + 1, '\n') + 1, '^') - (strchr(at + 1, '\n') + 1),
			 strstr(at, "nosuch") - (at + 1));
	dtrace_close(dtp);
}

static void test_ilp32(void **state)
{
	dtrace_hdl_t *dtp = handle();
	dtrace_prog_t *prog;
	char got[256];

	(void)state;
	dtp->conf.word_size = 4;
	prog = compile(dtp, "struct s { long a; char *b; }; BEGIN { trace(sizeof (struct s)); trace(((struct s "
			    "*)arg0)->b); trace(*(long *)arg0); }");
	assert_int_equal(prog->stmts->actions[0].difo->ints[0], 8);
	opcodes(prog->stmts->actions[1].difo, got, sizeof(got));
	assert_string_equal(got, "ldgs setx sll srl setx add lduw ret");
	assert_int_equal(prog->stmts->actions[1].difo->rtype.size, 4);
	opcodes(prog->stmts->actions[2].difo, got, sizeof(got));
	assert_string_equal(got, "ldgs setx sll srl ldsw ret");
	dtrace_close(dtp);
}

static double compile_clauses(unsigned int count)
{
	dtrace_hdl_t *dtp = handle();
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	struct timespec before, after;

	for (unsigned int i = 0; i < count; i++)
		fprintf(out,
			"BEGIN /pid != %u/ { v%u = %u; a[%u, \"k\"] = v%u; @g%u[execname] = sum(v%u); printf(\"%%d "
			"%u\\n\", v%u); }\n",
			i, i, i, i, i, i, i, i, i);
	fclose(out);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
	compile(dtp, text);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
	free(text);
	dtrace_close(dtp);
	return (double)(after.tv_sec - before.tv_sec) + (double)(after.tv_nsec - before.tv_nsec) / 1e9;
}

/* Shown, and judged only against a quadratic: eight times the clauses may not take thirty times as long. */
static void test_linear(void **state)
{
	double small = compile_clauses(500), large = compile_clauses(4000);

	(void)state;
	print_message("500 clauses %.3f s, 1000 %.3f s, 2000 %.3f s, 4000 %.3f s\n", small, compile_clauses(1000),
		      compile_clauses(2000), large);
	assert_true(large < (small + 0.005) * 30);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_code),     cmocka_unit_test(test_actions),  cmocka_unit_test(test_dof),
		cmocka_unit_test(test_messages), cmocka_unit_test(test_recovery), cmocka_unit_test(test_long_line),
		cmocka_unit_test(test_ilp32),    cmocka_unit_test(test_linear),   cmocka_unit_test(test_places),
		cmocka_unit_test(test_paths),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
