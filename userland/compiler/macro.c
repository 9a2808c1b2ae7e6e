/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* compiler/macro.c - macro variables: $pid and its like, and script arguments $0 $1 ... */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compiler/compilation.h"
#include "compiler/lexer.h"
#include "compiler/near.h"
#include "tracee/tracee.h"

static bool process_id(const char *name, int64_t *ret)
{
	if (!strcmp(name, "pid"))
		*ret = getpid();
	else if (!strcmp(name, "ppid"))
		*ret = getppid();
	else if (!strcmp(name, "pgid"))
		*ret = getpgid(0);
	else if (!strcmp(name, "sid"))
		*ret = getsid(0);
	else if (!strcmp(name, "uid"))
		*ret = getuid();
	else if (!strcmp(name, "euid"))
		*ret = geteuid();
	else if (!strcmp(name, "gid"))
		*ret = getgid();
	else if (!strcmp(name, "egid"))
		*ret = getegid();
	else
		return false;
	return true;
}

static void argument_value(struct ldt_comp *c, const struct ldt_pos *pos, const char *name, bool as_string,
			   struct ldt_macro *ret)
{
	long index = strtol(name, NULL, 10);

	if (strlen(name) < 9 && index < c->source->argc) {
		c->source->arg_used[index] = true;
		ret->text = c->source->argv[index];
		return;
	}
	if (!(c->flags & DTRACE_C_DEFARG) && !c->dtp->copts.defaultargs)
		ldt_error(c, D_MACRO_UNDEF, pos, "macro argument $%s is not defined: %d argument%s given", name,
			  c->source->argc > 0 ? c->source->argc - 1 : 0, c->source->argc == 2 ? "" : "s");
	ret->is_number = !as_string;
	ret->text = "";
}

static int64_t target_process(struct ldt_comp *c, const struct ldt_pos *pos)
{
	uint32_t pid = ldt_target_pid(c->dtp);

	if (pid == 0)
		ldt_warn(c, pos, "$target is 0: it is the process of -c COMMAND or -p PID, and none was given");
	return pid;
}

void ldt_macro_value(struct ldt_comp *c, const struct ldt_pos *pos, const char *name, bool as_string,
		     struct ldt_macro *ret)
{
	memset(ret, 0, sizeof(*ret));
	if (isdigit((unsigned char)*name)) {
		argument_value(c, pos, name, as_string, ret);
		return;
	}
	if (!strcmp(name, "target"))
		ret->number = target_process(c, pos);
	else if (!process_id(name, &ret->number))
		ldt_error(c, D_MACRO_UNDEF, pos, "macro variable $%s is not defined%s", name, ldt_near_macro(c, name));
	ret->is_number = true;
	ret->text = ldt_arena_printf(c->arena, "%lld", (long long)ret->number);
}

void ldt_macro_check_unused(struct ldt_comp *c)
{
	int i;

	if ((c->flags & DTRACE_C_ARGREF) || c->dtp->copts.argref)
		return;
	for (i = 1; i < c->source->argc; i++) {
		if (!c->source->arg_used[i])
			ldt_error(c, D_MACRO_UNUSED, NULL, "extraneous argument '%s' ($%d is not referenced)",
				  c->source->argv[i], i);
	}
}
