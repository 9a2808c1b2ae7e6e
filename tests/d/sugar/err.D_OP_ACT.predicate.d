/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A predicate that is wrong, of a clause whose if was right: one error, and nothing is left behind. */
BEGIN
/stack() && 1/
{
	if (pid == 1)
		trace(1);
	exit(0);
}
