/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Attributes of an unknown name. */
#pragma D attributes Stable/Stable/Common nosuch
BEGIN
{
	trace(1);
	exit(0);
}
