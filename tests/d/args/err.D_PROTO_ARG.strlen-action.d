/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An action as an argument: its type is wrong before it is asked for its value. */
BEGIN
{
	trace(strlen(trace(1)));
	exit(0);
}
