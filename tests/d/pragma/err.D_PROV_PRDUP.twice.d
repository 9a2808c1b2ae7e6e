/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A probe twice in a provider. */
provider p { probe a(int); probe a(int); };
BEGIN
{
	trace(1);
	exit(0);
}
