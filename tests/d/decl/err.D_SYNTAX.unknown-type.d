/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An unknown type. */
self nosuch_t x;
BEGIN
{
	trace(1);
	exit(0);
}
