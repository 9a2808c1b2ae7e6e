/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A variable is no function. */
BEGIN
{
	trace(pid(1));
	exit(0);
}
