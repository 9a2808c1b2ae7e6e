/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* trace() of an expression without a value. */
BEGIN
{
	trace((void)5);
	exit(0);
}
