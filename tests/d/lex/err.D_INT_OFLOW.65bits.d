/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A constant of more than 64 bits. */
BEGIN
{
	trace(0x1ffffffffffffffff);
	exit(0);
}
