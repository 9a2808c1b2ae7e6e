/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strjoin() with the wrong number of arguments. */
BEGIN
{
	x = strjoin("a");
	exit(0);
}
