/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* #error ends the compilation. */
#error this must not be compiled
BEGIN
{
	trace(1);
	exit(0);
}
