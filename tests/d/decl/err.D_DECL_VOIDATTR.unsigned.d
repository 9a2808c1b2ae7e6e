/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* unsigned void. */
unsigned void *v;
BEGIN
{
	trace(1);
	exit(0);
}
