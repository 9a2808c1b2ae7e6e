/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A signed and an unsigned operand of one size. Comparisons, / and % convert the signed one, as C does; the others
 * need not, for the bits of the result's type are the same: above them is what 64 bits give.
 */
#pragma D option quiet

int i;
uint32_t u;
uint64_t wide;

BEGIN
{
	i = -1;
	u = 1;
	printf("%d %d %d\n", i == 4294967295u, i < u, i > u);
	wide = i / u;
	printf("%x ", wide);
	wide = i % 10u;
	printf("%x\n", wide);

	printf("%u %u %u %u %u %u\n", i + u, i - u, i * u, i & u, i | u, i ^ u);
	wide = i + u;
	printf("%x ", wide);
	wide = i - u;
	printf("%x ", wide);
	wide = i * u;
	printf("%x ", wide);
	wide = i & 4294967295u;
	printf("%x ", wide);
	wide = i | u;
	printf("%x ", wide);
	wide = i ^ u;
	printf("%x\n", wide);
	printf("%d %d\n", (i ^ u) == 4294967294u, (uint32_t)(i ^ u) == 4294967294u);
	exit(0);
}
