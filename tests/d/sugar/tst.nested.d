/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* if inside of if, and else belongs to the nearest. */
#pragma D option quiet

BEGIN
{
	a = 1;
	b = 0;
	if (a)
		if (b)
			printf("both ");
		else
			printf("a only ");
	if (a) {
		if (b)
			printf("both ");
	} else
		printf("not a ");
	printf("done\n");
	exit(0);
}
