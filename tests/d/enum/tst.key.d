/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An enumerator as key and as switch of an expression. */
#pragma D option quiet

enum kind { READ = 1, WRITE = 2 };
BEGIN
{
	n[READ] = "read";
	n[WRITE] = "write";
	printf("%s %s\n", n[WRITE], n[1]);
	exit(0);
}
