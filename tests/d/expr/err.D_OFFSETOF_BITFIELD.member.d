/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A bit-field has no offset. */
struct a { int x : 3; };
BEGIN
{
	trace(offsetof (struct a, x));
	exit(0);
}
