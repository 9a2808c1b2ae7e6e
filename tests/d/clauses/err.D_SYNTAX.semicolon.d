/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Statements are separated. */
BEGIN
{
	trace(1) trace(2);
	exit(0);
}
