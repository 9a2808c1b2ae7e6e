/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* trace() with the wrong number of arguments. */
BEGIN
{
	trace(1, 2);
	exit(0);
}
