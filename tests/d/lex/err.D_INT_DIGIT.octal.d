/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* 8 is no octal digit. */
BEGIN
{
	trace(018);
	exit(0);
}
