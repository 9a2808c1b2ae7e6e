/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* inet_ntop() without arguments. */
BEGIN
{
	x = inet_ntop();
}
