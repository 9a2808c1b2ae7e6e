/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Two probes on the same CPU keep their indentation.
 * @@testing
 * @@options: -F
 */
BEGIN
{
	exit(0);
}

END
{
	printf("end");
}
