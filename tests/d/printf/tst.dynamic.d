/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Width and precision from arguments; a negative width pads right. */
#pragma D option quiet

BEGIN
{
	printf("<%*d> <%*d>\n", 6, 42, -6, 42);
	printf("<%.*s> <%*.*s>\n", 3, "abcdef", 6, 2, "abcdef");
	exit(0);
}
