/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* sym() with an argument of the wrong type. */
BEGIN
{
	sym("a");
	exit(0);
}
