/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An operator without operand. */
BEGIN
{
	trace(1 +);
	exit(0);
}
