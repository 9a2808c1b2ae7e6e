/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* sym() with the wrong number of arguments. */
BEGIN
{
	sym();
	exit(0);
}
