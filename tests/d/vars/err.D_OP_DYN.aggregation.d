/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An aggregation is no value. */
BEGIN
{
	@a = count(); x = @a + 1;
	exit(0);
}
