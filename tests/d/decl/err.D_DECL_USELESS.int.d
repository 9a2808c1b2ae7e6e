/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A declaration without a name. */
int;
BEGIN
{
	trace(1);
	exit(0);
}
