/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An aggregation fits no conversion of printf. */
BEGIN
{
	@a = count();
	printf("%d\n", @a);
	exit(0);
}
