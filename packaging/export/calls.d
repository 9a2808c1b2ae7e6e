/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * calls.d - system calls for dtrace-export: how many, which fail and how, how long reads take.
 *
 * @export calls(call): System calls.
 * @export errors(call, error): System calls that failed.
 * @export read_ns: Nanoseconds that a read() takes.
 */

syscall:::entry
{
	@calls[probefunc] = count();
}

syscall:::return
/errno != 0/
{
	@errors[probefunc, errname(errno)] = count();
}

syscall::read:entry
{
	self->start = timestamp;
}

syscall::read:return
/self->start/
{
	@read_ns = quantize(timestamp - self->start);
	self->start = 0;
}
