/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* setopt() with an argument of the wrong type. */
BEGIN
{
	setopt(5);
	exit(0);
}
