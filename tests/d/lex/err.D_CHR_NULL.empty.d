/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A character constant has a character. */
BEGIN
{
	trace('');
	exit(0);
}
