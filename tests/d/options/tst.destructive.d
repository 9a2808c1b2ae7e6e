/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * With -w destructive actions are allowed.
 * @@options: -w
 */
#pragma D option quiet

BEGIN
{
	system("echo %s", "hello");
	exit(0);
}
