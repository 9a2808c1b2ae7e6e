/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The index of args[] is a constant. */
BEGIN
{
	trace(args[pid]);
	exit(0);
}
