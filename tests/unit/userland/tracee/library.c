/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* library.c - loaded by calls.c while it runs. */
int in_library(int n);

__attribute__((noinline)) int in_library(int n)
{
	return n * 7;
}
