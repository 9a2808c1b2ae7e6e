/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* There is no such macro variable. */
BEGIN
{
	trace($nosuchmacro);
	exit(0);
}
