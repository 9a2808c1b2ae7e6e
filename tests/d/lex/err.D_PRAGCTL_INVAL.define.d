/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* #define needs the preprocessor. */
#define X 1
BEGIN
{
	trace(1);
	exit(0);
}
