/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The prefix of base 8 is the zero that zero has already; that of base 16 is not. */
#pragma D option quiet
BEGIN
{
	printf("%s %s %s %s\n", lltostr(0, 8), lltostr(8, 8), lltostr(0, 16), lltostr(-1, 8));
	exit(0);
}
