/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Only names are called. */
BEGIN
{
	trace((1 + 2)(3));
	exit(0);
}
