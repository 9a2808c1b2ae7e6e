/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The attributes of an inline count where it is used.
 * @@options: -x amin=Stable/Stable/Common
 */
inline int lower = 3;
#pragma D attributes Unstable/Unstable/Common lower
BEGIN
{
	trace(lower);
	exit(0);
}
