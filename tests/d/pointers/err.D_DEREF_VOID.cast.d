/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A void pointer is not dereferenced. */
BEGIN
{
	trace(*(void *)5);
}
