/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A function is no variable. */
BEGIN
{
	trace(strlen);
	exit(0);
}
