/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* printa() of an integer. */
BEGIN
{
	printa(5);
	exit(0);
}
