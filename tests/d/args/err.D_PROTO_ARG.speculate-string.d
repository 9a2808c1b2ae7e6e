/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A speculation is a number. */
BEGIN
{
	speculate("one");
}
