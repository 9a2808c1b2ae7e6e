/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A status is a number. */
BEGIN
{
	exit("one");
}
