/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* raise() with an argument of the wrong type. */
BEGIN
{
	raise("a");
	exit(0);
}
