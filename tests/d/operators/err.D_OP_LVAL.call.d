/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A call is not assigned to. */
BEGIN
{
	strlen("a") = 1;
}
