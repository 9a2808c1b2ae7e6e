/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Attributes without a name. */
#pragma D attributes Stable/Stable/Common
BEGIN
{
	trace(1);
	exit(0);
}
