/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* D has no floating-point constants. */
BEGIN
{
	trace(1.5);
	exit(0);
}
