/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An action has no value. */
BEGIN
{
	trace(strlen(exit(0)));
	exit(0);
}
