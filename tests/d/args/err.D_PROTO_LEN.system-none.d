/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* system() without arguments. */
BEGIN
{
	system();
}
