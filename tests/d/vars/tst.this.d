/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Clause-local variables last through the clauses of a firing. */
#pragma D option quiet

BEGIN
{
	this->x = 5;
	this->s = "abc";
}

BEGIN
{
	printf("%d %s\n", this->x, this->s);
	exit(0);
}
