/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A width of * in printa() is a key: there is one more than keys. */
BEGIN
{
	@[1] = count();
	printa("%d %*@d\n", @);
	exit(0);
}
