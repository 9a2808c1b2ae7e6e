/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* func() with an argument too many. */
BEGIN
{
	func(8, 1);
}
