/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compat=oracle: // begins a comment.
 * @@options: -x compat=oracle
 */
#pragma D option quiet
// one line
BEGIN // a description, and "text"
{
	x = 6 / 2; // a statement
	printf("%d // %s\n", x, "//");
	exit(0);
} // the end
