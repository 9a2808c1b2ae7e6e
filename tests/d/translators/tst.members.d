/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A translator of several members, used through -> and through a dot. */
#pragma D option quiet

struct in { int a; char name[8]; struct in *next; };
struct out { int twice; string label; int last; };
translator struct out < struct in *I > {
	twice = I->a * 2;
	label = stringof(I->name);
	last = I->next == NULL;
};
BEGIN
{
	this->i = (struct in *)alloca(sizeof (struct in));
	this->i->a = 21;
	this->i->name[0] = 'n';
	this->i->name[1] = '\0';
	this->i->next = NULL;
	printf("%d %s %d\n", xlate <struct out> (this->i).twice, xlate <struct out *> (this->i)->label, xlate <struct out *> (this->i)->last);
	exit(0);
}
