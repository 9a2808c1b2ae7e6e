/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* - is for numbers. */
BEGIN
{
	trace(-"a");
	exit(0);
}
