/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A string does not go into a number. */
int i;
BEGIN
{
	i = "five";
}
