/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A provider that does not exist. */
#pragma D depends_on provider nosuch
BEGIN
{
	trace(1);
	exit(0);
}
