/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* short char. */
short char c;
BEGIN
{
	trace(1);
	exit(0);
}
