/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ~ wants an integer. */
BEGIN
{
	trace(~"a");
}
