/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The logical operators give 0 or 1, and ^^ is exclusive. */
#pragma D option quiet

BEGIN
{
	t = 17;
	f = 0;
	printf("%d%d%d%d ", t && t, t && f, f && t, f && f);
	printf("%d%d%d%d ", t || t, t || f, f || t, f || f);
	printf("%d%d%d%d ", t ^^ t, t ^^ f, f ^^ t, f ^^ f);
	printf("%d%d%d\n", !t, !f, !!t);
	exit(0);
}
