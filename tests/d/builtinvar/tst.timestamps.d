/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The clocks: one value in a clause, growing between clauses; walltimestamp is the time of day. */
#pragma D option quiet

BEGIN
{
	this->a = timestamp;
	this->b = timestamp;
	first = timestamp;
	printf("%d %d\n", this->a == this->b, this->a > 0);
	printf("%d\n", walltimestamp > 1600000000 * 1000000000);
	printf("%d\n", vtimestamp >= 0);
}
tick-10ms
{
	printf("%d\n", timestamp > first && timestamp - first < 60000000000);
	exit(0);
}
