/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A width of an argument that no line needs is an error of the clause, before anything is written; the next ones are printed.
 * @@sed: s/<  *5>/<wide 5>/
 * @@errsed: s/ID [0-9]\{1,\}/ID N/g
 */
#pragma D option quiet

BEGIN
{
	printf("%*d\n", 2000000000, 1);
	printf("%.*d\n", -70000, 2);
	printf("%*d\n", 4294967301, 3);
	@[70000] = count();
	printa("%*@d\n", @);
	printf("<%*d>\n", 65536, 5);
	exit(0);
}
