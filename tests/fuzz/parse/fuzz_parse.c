/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * fuzz_parse.c - the compiler on random programs: bytes as they are, bytes as words of D, or a
 * program that would compile (of the target run) with some places cut, doubled or replaced by
 * words. What compiles must be accepted by the core: a DOF of ours that the core refuses is a
 * finding, and so is anything that the sanitizers find.
 */
#include <stdlib.h>
#include <string.h>

#include "handle/handle.h"
#include "fuzz.h"
#include "program.h"

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

/* A program from the second half of @data, changed as the first half says: three bytes for each change. */
static char *damaged_program(const uint8_t *data, size_t size)
{
	size_t changes = data[0] / 4 % 4, used = 1 + changes * 3 < size ? 1 + changes * 3 : size, length;
	char *text = NULL, *changed;
	FILE *out = open_memstream(&text, &length);

	if (!out)
		abort();
	program_write(out, data + used, size - used);
	fclose(out);
	for (size_t i = 1; i + 2 < used; i += 3) {
		size_t at = (size_t)(data[i] << 8 | data[i + 1]) % length, span = data[i + 2] % 16;
		const char *word = data[i + 2] & 16 ? words[data[i + 2] / 2 % DT_ARRAY_SIZE(words)] : "";

		span = span < length - at ? span : length - at;
		if (asprintf(&changed, "%.*s%s%s", (int)at, text, word,
			     text + (data[i + 2] & 32 && at > span ? at - span : at + span)) < 0)
			abort();
		free(text);
		text = changed;
		length = strlen(text);
	}
	return text;
}

static char *make_text(const uint8_t *data, size_t size)
{
	size_t room = size * 48 + 64, length = 0, i;
	char *text;

	if (size && data[0] % 4 == 2)
		return damaged_program(data, size);
	text = malloc(room);

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

/* A handle remembers declarations: a whole program gets one of its own. */
static void fresh_handle(bool alone)
{
	int error;

	if (handle && !alone && uses++ % 16)
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

	fresh_handle(size && data[0] % 4 == 2);
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
