/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* commit() with an argument of the wrong type. */
BEGIN
{
	commit("a");
	exit(0);
}
