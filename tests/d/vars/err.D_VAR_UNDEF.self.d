/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A thread-local variable that nobody assigned. */
BEGIN
{
	trace(self->nosuch);
	exit(0);
}
