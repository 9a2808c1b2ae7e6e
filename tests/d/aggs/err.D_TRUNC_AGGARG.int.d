/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* trunc() of an integer. */
BEGIN
{
	trunc(5);
	exit(0);
}
