/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* %@ in printf(). */
BEGIN
{
	@ = count();
	printf("%@d\n", 1);
	exit(0);
}
