/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* String keys differ also where one is the start of the other. */
#pragma D option quiet

BEGIN
{
	a["ab"] = 1;
	a["a"] = 2;
	a[""] = 3;
	a["abc"] = 4;
	printf("%d %d %d %d\n", a["ab"], a["a"], a[""], a["abc"]);
	printf("%d\n", a[strjoin("a", "b")]);
	exit(0);
}
