/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* flow_tail.c - functions that end in a jump to another one, for flow_target.c. */
int landing(int x);
int leaper(int x);
int jumper(int x);

__attribute__((noinline)) int leaper(int x)
{
	return x == 0 ? 7 : landing(x + 1);
}

__attribute__((noinline)) int jumper(int x)
{
	return landing(x + 1);
}
