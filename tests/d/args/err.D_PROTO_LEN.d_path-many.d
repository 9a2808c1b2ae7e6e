/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* d_path() with an argument too many. */
BEGIN
{
	x = d_path((struct path *)8, 1);
}
