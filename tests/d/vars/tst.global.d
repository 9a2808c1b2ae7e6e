/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Global variables keep their value between clauses. */
#pragma D option quiet

BEGIN
{
	x = 3;
}

BEGIN
{
	x++;
}

BEGIN
{
	printf("%d\n", x);
	exit(0);
}
