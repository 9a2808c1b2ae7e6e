/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* long and short. */
long short int x;
BEGIN
{
	trace(1);
	exit(0);
}
