/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Two types. */
int char x;
BEGIN
{
	trace(1);
	exit(0);
}
