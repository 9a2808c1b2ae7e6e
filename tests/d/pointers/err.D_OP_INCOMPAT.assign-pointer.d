/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Pointers to different things are not assigned. */
int *i;
char *c;
BEGIN
{
	i = (char *)8;
}
