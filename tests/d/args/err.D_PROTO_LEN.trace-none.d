/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* trace() without arguments. */
BEGIN
{
	trace();
}
