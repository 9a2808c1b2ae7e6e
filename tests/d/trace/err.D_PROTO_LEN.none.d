/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* trace() of nothing. */
BEGIN
{
	trace();
	exit(0);
}
