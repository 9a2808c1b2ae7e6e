#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * failtrace - through which functions of the kernel does a system call that fails go?
 *
 *	failtrace [-p pid | -c command] [-d seconds] [-j] call [program]
 *
 * As in `failtrace openat cat`: each call is traced through the kernel on trial, and only where it fails is that shown:
 * entry and return of each function with its result, by depth, so that the function in which the error begins is found.
 * Errors have their names, other results are hexadecimal, also where a function has none and leaves what was in the
 * register. A function that ends in a jump to another one (a tail call) has the result of that one.
 *
 * How: every function of the kernel is armed; what is recorded between entry and return of the call is kept or thrown away
 * (speculation). Cost: some 300 instructions for each call of a function, of whatever program: not for a machine in hurry.
 * Limits: calls that are deeper than the room for one (-x specsize) are cut, and that is said.
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option specsize=1m
#pragma D option nspec=8
#pragma D option bufsize=8m

/* Whether a result is an error: -1 to -4095, in the register's lower half where the function returns an int. */
inline int is_error[int64_t result] = (int)result < 0 && (int)result >= -4095 &&
    (result >> 32 == 0 || result >> 32 == -1);

BEGIN
/tool_text/
{
	printf("Waiting for %s() to fail; Ctrl-C ends.\n", $$1);
}

syscall::$1:entry
/(!tool_pid || pid == tool_pid) && ($$2 == "" || execname == $$2) && pid != $pid/
{
	self->trial = speculation();
	self->depth = 0;
}

fbt:::entry
/self->trial/
{
	speculate(self->trial);
	printf("  %*s-> %s\n", self->depth * 2, "", probefunc);
}

fbt:::entry
/self->trial/
{
	self->depth++;
}

fbt:::return
/self->trial && self->depth > 0/
{
	self->depth--;
}

fbt:::return
/self->trial && arg2/
{
	speculate(self->trial);
	printf("  %*s<- %s (tail call)\n", self->depth * 2, "", probefunc);
}

fbt:::return
/self->trial && !arg2 && is_error[arg1]/
{
	speculate(self->trial);
	printf("  %*s<- %s = -%s\n", self->depth * 2, "", probefunc, errname((int)arg1));
}

fbt:::return
/self->trial && !arg2 && !is_error[arg1]/
{
	speculate(self->trial);
	printf("  %*s<- %s = %#lx\n", self->depth * 2, "", probefunc, (uintptr_t)arg1);
}

syscall::$1:return
/self->trial && errno/
{
	speculate(self->trial);
	printf("%s[%d]: %s() failed: %s\n\n", execname, pid, probefunc, errname(errno));
}

syscall::$1:return
/self->trial && errno/
{
	commit(self->trial);
	self->trial = 0;
}

syscall::$1:return
/self->trial/
{
	discard(self->trial);
	self->trial = 0;
}
