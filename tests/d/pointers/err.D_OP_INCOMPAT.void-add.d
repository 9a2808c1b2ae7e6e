/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A void pointer does not count. */
BEGIN
{
	trace((void *)8 + 1);
}
