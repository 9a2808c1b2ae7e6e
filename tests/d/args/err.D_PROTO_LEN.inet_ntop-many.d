/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* inet_ntop() with an argument too many. */
BEGIN
{
	x = inet_ntop(1, (void *)8, 1);
}
