/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* No comma at the end of a tuple. */
BEGIN
{
	a[1, ] = 1;
}
