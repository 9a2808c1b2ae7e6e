/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A key with the wrong conversion. */
BEGIN
{
	@["x"] = count();
	printa("%d %@d\n", @);
	exit(0);
}
