#!/usr/sbin/anytrace --tool
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * failtrace - through which functions of the kernel does a system call that fails go?
 *
 *	failtrace [-p pid | -c command] [-d seconds] [-j] call [program]
 *
 * As in `failtrace openat cat`: each call is traced through the kernel on trial, and only where it fails is that shown:
 * entry and return of each function with its result, by depth, so that the function in which the error begins is found.
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
/self->trial/
{
	speculate(self->trial);
	printf("  %*s<- %s = %d\n", self->depth * 2, "", probefunc, (int)arg1);
}

syscall::$1:return
/self->trial && errno/
{
	speculate(self->trial);
	printf("%s[%d]: %s() failed: error %d\n\n", execname, pid, probefunc, errno);
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
