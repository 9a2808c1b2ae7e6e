/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* panic() with the wrong number of arguments. */
BEGIN
{
	panic(1);
	exit(0);
}
