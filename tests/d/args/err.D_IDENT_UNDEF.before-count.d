/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Arguments are resolved before they are counted. */
BEGIN
{
	trace(strlen(nosuch, 1));
	exit(0);
}
