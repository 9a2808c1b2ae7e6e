/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A string is no integer. */
BEGIN
{
	trace((char)"a");
	exit(0);
}
