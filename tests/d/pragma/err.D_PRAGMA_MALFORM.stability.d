/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Attributes that do not exist. */
#pragma D attributes Solid/Stable/Common program
BEGIN
{
	trace(1);
	exit(0);
}
