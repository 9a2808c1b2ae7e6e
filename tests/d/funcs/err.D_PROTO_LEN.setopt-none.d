/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* setopt() with the wrong number of arguments. */
BEGIN
{
	setopt();
	exit(0);
}
