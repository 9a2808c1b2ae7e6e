/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* It is not NULL either. */
BEGIN
/curpsinfo != NULL/
{
	exit(0);
}
