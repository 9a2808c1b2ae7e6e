/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A ?: whose condition is a constant stands for the branch that it chooses, an action or an aggregation too; the other branch is not
 * looked at. So scripts with options of their own print columns.
 */
#pragma D option quiet

inline int OPT_start = 0;
inline int OPT_size = 1;
inline int OPT_level = 2;
inline string NAME = "x";

BEGIN
{
	OPT_start ? printf("%-8s ", "START") : 1;
	OPT_size ? printf("%6s ", "SIZE") : 1;
	!OPT_start ? printf("%4s ", "PID") : printf("%4s ", "UID");
	OPT_level == 1 ? printf("ONE\n") : OPT_level == 2 ? printf("TWO\n") : printf("MANY\n");
	OPT_start ? 1 : printf("%s\n", OPT_size ? NAME : 5);
	OPT_size ? @bytes["all"] = sum(7) : 1;
	OPT_start ? @never = count() : 1;
	OPT_start ? trace(nothing_of_this_name) : 1;
	n = 3;
	OPT_size && OPT_level ? n++ : n--;
	OPT_size ? (n += 10) : 0;
	printf("%d %d %s\n", n, sizeof (OPT_size ? (char)1 : 2), OPT_start ? 5 : "text");
	exit(0);
}

END
{
	printa("%s %@d\n", @bytes);
}
