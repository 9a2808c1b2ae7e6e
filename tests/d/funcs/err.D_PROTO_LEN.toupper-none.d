/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* toupper() with the wrong number of arguments. */
BEGIN
{
	x = toupper();
	exit(0);
}
