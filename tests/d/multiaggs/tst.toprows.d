/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* -x toprows: of several aggregations the first rows in their order are printed, whole; one alone and the print at the end have all. */
#pragma D option quiet
#pragma D option aggsortrev
#pragma D option toprows=2

BEGIN
{
	@a["one"] = sum(1);
	@a["two"] = sum(2);
	@a["three"] = sum(3);
	@b["one"] = sum(10);
	@b["two"] = sum(20);
	@b["three"] = sum(30);
	@c["only here"] = sum(5);
	printa("%s %@d %@d\n", @a, @b);
	printa("%s %@d\n", @a);
	printa("%s %@d %@d\n", @b, @c);
	exit(0);
}
