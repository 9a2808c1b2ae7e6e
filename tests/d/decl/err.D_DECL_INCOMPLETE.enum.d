/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An enumeration without definition. */
enum never x;
BEGIN
{
	trace(1);
	exit(0);
}
