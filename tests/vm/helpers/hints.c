/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * hints.c - hints [DTRACE]: runs both command lines of each row of spec/hints.def that can be run here: the wrong one must say the hint,
 * the right one nothing of the kind and end with status 0. Also on the host, as a test of its own. Status 1: a row failed.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum where { ANY, KERNEL, NOMODULE };

static const struct {
	enum kind { HINT, SAID, WARNED } kind; /* a line of its own; part of the message; of a warning */
	const char *text;
	enum where where;
	const char *wrong, *right;
} rows[] = {
#define DT_HINT(tag, message, place, hint, where, wrong, right) { HINT, hint, where, wrong, right },
#define DT_SAID(text, where, wrong, right)                      { SAID, text, where, wrong, right },
#define DT_WARNED(text, where, wrong, right)                    { WARNED, text, where, wrong, right },
#include "../../../spec/hints.def"
};

#define ROWS (sizeof(rows) / sizeof(rows[0]))

static char said[65536]; /* by the last command */

/* Run `dtrace -e ARGUMENTS`; what it said is in said[]. Returns the exit status. */
static int run(const char *dtrace, const char *arguments)
{
	char command[4096];
	FILE *pipe;
	size_t length;
	int status;

	snprintf(command, sizeof(command), "%s -e %s 2>&1 </dev/null", dtrace, arguments);
	pipe = popen(command, "r");
	if (!pipe)
		exit(2);
	length = fread(said, 1, sizeof(said) - 1, pipe);
	said[length] = '\0';
	status = pclose(pipe);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool fail(size_t row, const char *arguments, const char *what)
{
	printf("row %zu: dtrace -e %s\n  %s: %s\n  said: %s\n", row + 1, arguments, what, rows[row].text, said);
	return false;
}

static bool check(const char *dtrace, size_t row)
{
	char hint[1024];

	snprintf(hint, sizeof(hint), rows[row].kind == HINT ? "\nhint: %s\n" : "%s", rows[row].text);
	if (run(dtrace, rows[row].wrong) != (rows[row].kind == WARNED ? 0 : 1))
		return fail(row, rows[row].wrong, "ended with a wrong status, for");
	if (!strstr(said, hint))
		return fail(row, rows[row].wrong, "should have said");
	if (run(dtrace, rows[row].right) != 0)
		return fail(row, rows[row].right, "is the right one of");
	if (strstr(said, "hint: ") || strstr(said, hint))
		return fail(row, rows[row].right, "should not have said");
	return true;
}

int main(int argc, char **argv)
{
	bool kernel = access("/dev/dtrace/dtrace", F_OK) == 0;
	size_t checked = 0, failed = 0;

	for (size_t row = 0; row < ROWS; row++) {
		if (rows[row].where != ANY && (rows[row].where == KERNEL) != kernel)
			continue;
		checked++;
		failed += !check(argc > 1 ? argv[1] : "dtrace", row);
	}
	printf("%zu of %zu rows checked, %zu failed\n", checked, ROWS, failed);
	return failed || checked < 40 ? 1 : 0;
}
