/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* inet_ntoa() without arguments. */
BEGIN
{
	x = inet_ntoa();
}
