/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* More registers than there are. */
BEGIN
{
	trace((pid + (pid + (pid + (pid + (pid + (pid + (pid + (pid + (pid + 1))))))))));
	exit(0);
}
