/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Without -w a program with a destructive action is not started.
 * @@errsed: /matched/d
 */
BEGIN
{
	system("echo hello");
	exit(0);
}
