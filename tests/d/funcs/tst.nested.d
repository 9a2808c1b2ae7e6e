/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Calls inside calls. */
#pragma D option quiet

BEGIN
{
	printf("%s %d\n", strjoin(strjoin("a", strjoin("b", "c")), strjoin("d", lltostr(strlen("xyz")))), strlen(strjoin("ab", "cd")));
	exit(0);
}
