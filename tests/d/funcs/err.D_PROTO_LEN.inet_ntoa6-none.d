/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* inet_ntoa6() with the wrong number of arguments. */
BEGIN
{
	x = inet_ntoa6();
	exit(0);
}
