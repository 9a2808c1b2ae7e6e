/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* discard() with an argument of the wrong type. */
BEGIN
{
	discard("a");
	exit(0);
}
