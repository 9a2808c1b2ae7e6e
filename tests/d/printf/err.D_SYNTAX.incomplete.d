/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A format that ends in a conversion. */
BEGIN
{
	printf("%");
	exit(0);
}
