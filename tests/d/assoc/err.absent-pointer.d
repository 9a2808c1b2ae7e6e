/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * What an unset pointer points to is read all the same, and faults.
 * @@options: -q
 */
struct s { uint64_t a; int b; struct s *n; };
struct s each[int];
BEGIN
{
	trace(each[1].n->b);
}
ERROR
{
	exit(1);
}
