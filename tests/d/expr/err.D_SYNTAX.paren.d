/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A parenthesis that stays open. */
BEGIN
{
	trace((1 + 2);
	exit(0);
}
