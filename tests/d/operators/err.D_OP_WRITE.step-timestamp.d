/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A built-in variable is not stepped. */
BEGIN
{
	timestamp++;
}
