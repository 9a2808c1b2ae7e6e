/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A declaration has no scope. */
int a`b;
BEGIN
{
	trace(1);
	exit(0);
}
