/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Bit-fields without a name take room, but do not align the structure; one of width 0 ends the unit of its type. */
#pragma D option quiet


struct a { long : 3; unsigned char b[3]; int c; unsigned char d; unsigned int e : 10; };
struct b { unsigned char b; long : 0; int c; unsigned int d : 7; short e; };
struct c { int a : 3; int : 0; int b : 3; };
struct d { char a : 3; char : 0; char b : 3; };
struct e { char a; int : 5; char b; };

BEGIN
{
	printf("%d %d %d\n", sizeof(struct a), offsetof(struct a, c), offsetof(struct a, d));
	printf("%d %d %d\n", sizeof(struct b) - sizeof(long), offsetof(struct b, c) - sizeof(long),
	    offsetof(struct b, e) - sizeof(long));
	printf("%d %d %d %d\n", sizeof(struct c), sizeof(struct d), sizeof(struct e), offsetof(struct e, b));
	exit(0);
}
