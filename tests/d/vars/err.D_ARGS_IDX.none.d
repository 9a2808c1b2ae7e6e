/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A probe without arguments. */
tick-1s
{
	trace(args[5]);
}
