/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A built-in variable is declared. */
int pid;
BEGIN
{
	trace(1);
	exit(0);
}
