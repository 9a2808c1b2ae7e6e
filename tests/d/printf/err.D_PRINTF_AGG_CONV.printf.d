/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* %@ outside printa(). */
BEGIN
{
	printf("%@d\n", 1);
	exit(0);
}
