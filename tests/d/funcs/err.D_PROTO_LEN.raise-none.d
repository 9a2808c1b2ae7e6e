/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* raise() with the wrong number of arguments. */
BEGIN
{
	raise();
	exit(0);
}
