/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * fuzz_parse.c - the compiler on random programs: bytes as they are, or bytes as words of D. What compiles must be
 * accepted by the core: a DOF of ours that the core refuses is a finding, and so is anything that the sanitizers find.
 */
#include <stdlib.h>
#include <string.h>

#include "dt_impl.h"
#include "fuzz.h"

static const char *const words[] = {
	"BEGIN",
	" ",
	"{",
	"}",
	";",
	"/",
	"(",
	")",
	"[",
	"]",
	",",
	"x",
	"y",
	"self->",
	"this->",
	"@a",
	"@",
	"=",
	"+",
	"-",
	"*",
	"%",
	"&",
	"|",
	"^",
	"!",
	"~",
	"?",
	":",
	"<",
	">",
	"<<",
	">>",
	"<=",
	">=",
	"==",
	"!=",
	"&&",
	"||",
	"^^",
	"++",
	"--",
	"+=",
	"-=",
	"*=",
	"/=",
	"->",
	".",
	"...",
	"0",
	"1",
	"-1",
	"255",
	"0x7fffffff",
	"0x80000000",
	"4294967296",
	"'a'",
	"\"s\"",
	"\"%d %s\\n\"",
	"int ",
	"char ",
	"long ",
	"unsigned ",
	"string ",
	"struct s ",
	"union u ",
	"enum e ",
	"void ",
	"*",
	"typedef ",
	"inline ",
	"translator ",
	"provider p ",
	"probe ",
	"xlate ",
	"sizeof ",
	"offsetof ",
	"stringof ",
	"trace(",
	"printf(",
	"printa(",
	"count()",
	"sum(1)",
	"quantize(",
	"lquantize(1,0,10)",
	"llquantize(1,10,0,3,10)",
	"strlen(",
	"strjoin(",
	"substr(",
	"copyin(",
	"alloca(8)",
	"stack()",
	"ustack()",
	"sym(",
	"speculation()",
	"speculate(",
	"commit(",
	"exit(0)",
	"tracemem(",
	"clear(",
	"trunc(",
	"if (",
	") {",
	"} else {",
	"pid",
	"timestamp",
	"arg0",
	"probename",
	"NULL",
	"args[0]",
	"uregs[0]",
	"$1",
	"$$1",
	"$pid",
	"\n",
	"#pragma D option quiet\n",
	"# 5 \"f\"\n",
	"/* c */",
	"tick-1s",
	"END",
	"dtrace:::",
	"a[1]",
	"a[x, y]",
	"p->a",
	"(int)",
	"(struct s *)",
	"int a",
	"int b : 3",
	"char c[4]",
	"int m[int]",
	"struct s { int a; char b[4]; int c : 3; };",
	"struct s *p;",
	"BEGIN { ",
	"; }",
	"x = 1; ",
	"x = ",
	"BEGIN /",
	"/ {",
	"inline int i[int n] = n + 1;",
	"i[",
	"enum e { A, B };",
	"A",
	"self int t;",
	"this string u;",
	"`sym",
};

static dtrace_hdl_t *handle;
static unsigned int uses;

static char *make_text(const uint8_t *data, size_t size)
{
	size_t room = size * 48 + 64, length = 0, i;
	char *text = malloc(room);

	if (!text)
		abort();
	text[0] = '\0';
	if (size && data[0] % 4 == 0) {
		memcpy(text, data + 1, size - 1);
		text[size - 1] = '\0';
		return text;
	}
	if (size && data[0] % 4 == 1)
		length = (size_t)sprintf(text, "struct s { int a; char b[4]; int c : 3; }; struct s *p; BEGIN { ");
	for (i = 1; i < size; i++)
		length += (size_t)sprintf(text + length, "%s", words[data[i] % DT_ARRAY_SIZE(words)]);
	if (size && data[0] % 4 == 1)
		sprintf(text + length, " }");
	return text;
}

static void fresh_handle(void)
{
	int error;

	if (handle && uses++ % 16)
		return;
	dtrace_close(handle);
	handle = dtrace_open(DTRACE_VERSION, DTRACE_O_HOST, &error);
	if (!handle)
		abort();
}

int fuzz_one(const uint8_t *data, size_t size)
{
	char *text = make_text(data, size), name[] = "fuzz", argument[] = "7";
	char *const argv[] = { name, argument };
	dtrace_proginfo_t info;
	dtrace_prog_t *prog;

	fresh_handle();
	prog = dtrace_program_strcompile(handle, text, DTRACE_PROBESPEC_NAME, DTRACE_C_ZDEFS | DTRACE_C_ARGREF, 2,
					 argv);
	if (prog && dtrace_program_exec(handle, prog, &info) == -1 && dtrace_errno(handle) == EDT_BADDOF) {
		fprintf(stderr, "%s\n%s\n", text, dtrace_errmsg(handle, dtrace_errno(handle)));
		abort();
	}
	if (!prog && dtrace_errno(handle) == EDT_COMPILER && !*dtrace_errmsg(handle, EDT_COMPILER))
		abort();
	free(text);
	return prog != NULL;
}
