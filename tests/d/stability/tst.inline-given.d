/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The attributes that an inline was given stand for those of its body.
 * @@options: -q -x amin=Stable/Stable/Common
 */
inline int lower = 3;
inline int higher = lower + 1;
#pragma D attributes Unstable/Unstable/Common lower
#pragma D attributes Stable/Stable/Common higher
BEGIN
{
	printf("%d\n", higher);
	exit(0);
}
