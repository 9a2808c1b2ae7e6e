/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* strjoin() without arguments. */
BEGIN
{
	x = strjoin();
}
