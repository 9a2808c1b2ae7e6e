/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A provider name ends with no digit. */
provider p1 { probe a(int); };
BEGIN
{
	trace(1);
	exit(0);
}
