/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Flags: sign, blank, zero, left. */
#pragma D option quiet

BEGIN
{
	printf("<%+d> <%+d> <% d>\n", 5, -5, 5);
	printf("<%05d> <%-5d> <%5d>\n", -42, -42, -42);
	printf("<%08x> <%#10x>\n", 255, 255);
	exit(0);
}
