/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* No conversion prints a translation. */
BEGIN
{
	printf("%p\n", curpsinfo);
	exit(0);
}
