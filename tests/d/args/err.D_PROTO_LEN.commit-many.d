/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* commit() with an argument too many. */
BEGIN
{
	commit(1, 1);
}
