/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A translation is no condition. */
BEGIN
/curpsinfo/
{
	exit(0);
}
