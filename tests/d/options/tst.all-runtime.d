/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Every run-time option is accepted with a good value.
 * @@options: -x bufsize=1m -x bufpolicy=switch -x dynvarsize=512k -x aggsize=1m -x specsize=64k -x nspec=2 -x strsize=128 -x cleanrate=50hz -x bufresize=auto -x stackframes=10 -x ustackframes=10 -x aggrate=10hz -x switchrate=10hz -x statusrate=1hz -x stackindent=4 -x jstackframes=10 -x jstackstrsize=256
 */
#pragma D option quiet

BEGIN
{
	printf("%d\n", sizeof (string));
	exit(0);
}
