/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * setopt("quiet") holds at once: the line that is begun gets no newline.
 * @@testing
 */
BEGIN
{
	setopt("quiet");
}

END
{
	trace("quiet");
}

BEGIN
{
	exit(0);
}
