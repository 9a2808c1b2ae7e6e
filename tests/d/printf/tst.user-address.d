/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* %A takes an address of the current process; where nothing is mapped, it is shown as it is, in the width asked for. */
#pragma D option quiet

BEGIN
{
	printf("%A|%8A|%-6A|%d\n", 16, 17, 18, 19);
	printf("%d %A\n", 1, (void *)20);
	exit(0);
}
