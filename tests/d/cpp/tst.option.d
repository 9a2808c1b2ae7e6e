/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* -D and -U.
 * @@options: -C -D FOO=7 -D BAR -U BAR
 */
#pragma D option quiet

BEGIN
{
	printf("%d %s\n", FOO,
#ifdef BAR
	"bar"
#else
	"none"
#endif
	);
	exit(0);
}
