/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Parameter and member of the same name. */
#pragma D option quiet

struct in { int value; };
struct out { int value; };
translator struct out < struct in *value > {
	value = value->value + 1;
};
BEGIN
{
	this->i = (struct in *)alloca(4);
	this->i->value = 1;
	printf("%d\n", xlate <struct out *> (this->i)->value);
	exit(0);
}
