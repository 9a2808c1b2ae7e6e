/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Type names of the program.
 * @@isa: x86_64 aarch64 riscv64
 */
#pragma D option quiet

typedef struct node { int value; struct node *next; } node_t;
typedef int numbers[4];
node_t *n;
numbers v;
BEGIN
{
	v[3] = 9;
	printf("%d %d %d\n", sizeof (node_t), sizeof (numbers), v[3]);
	exit(0);
}
