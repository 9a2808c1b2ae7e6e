/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The conversion with @ is refused before its argument. */
BEGIN
{
	@a = count();
	printf("%@d\n", @a);
	exit(0);
}
