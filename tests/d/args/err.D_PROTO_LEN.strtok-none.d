/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strtok() without arguments. */
BEGIN
{
	x = strtok();
}
