/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* inet_ntop() with an argument too few. */
BEGIN
{
	x = inet_ntop(1);
}
