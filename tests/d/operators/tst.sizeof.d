/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * sizeof of types and of expressions.
 * @@isa: x86_64 aarch64 riscv64
 */
#pragma D option quiet

int arr[7];
struct three { char a; int b; char c; };
BEGIN
{
	printf("%d %d %d %d %d\n", sizeof (char), sizeof (short), sizeof (int), sizeof (long), sizeof (long long));
	printf("%d %d %d\n", sizeof (void *), sizeof (struct three), sizeof arr);
	printf("%d %d\n", sizeof (arr[0]), sizeof (struct three [3]));
	printf("%d %d\n", sizeof ((char)1), sizeof ("abc"));
	printf("%d\n", sizeof (uint64_t) + 1);
	exit(0);
}
