/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A void pointer does not step. */
void *v;
BEGIN
{
	v++;
}
