/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A width of * in printa() is a key: it must be a number. */
BEGIN
{
	@["text", 1] = count();
	printa("%*d\n", @);
	exit(0);
}
