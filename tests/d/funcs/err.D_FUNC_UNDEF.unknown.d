/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* No such function. */
BEGIN
{
	trace(nosuch(1));
	exit(0);
}
