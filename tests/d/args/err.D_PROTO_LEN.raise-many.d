/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* raise() with an argument too many. */
BEGIN
{
	raise(1, 1);
}
