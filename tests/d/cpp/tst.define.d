/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The preprocessor and what it defines for us.
 * @@options: -C
 */
#pragma D option quiet

#define ANSWER 42
#ifdef __linux
#define SYSTEM "linux"
#endif
BEGIN
{
	printf("%d %s %d %d\n", ANSWER, SYSTEM, __SUNW_D, __LINE__); // a comment
	/* lines */
	exit(0);
}
