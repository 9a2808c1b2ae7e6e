/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A string is no integer. */
BEGIN
{
	trace((int)"a");
	exit(0);
}
