/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* commit() with the wrong number of arguments. */
BEGIN
{
	commit();
	exit(0);
}
