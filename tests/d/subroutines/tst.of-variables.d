/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Functions on elements, members and clause-locals. */
#pragma D option quiet

struct s { char name[16]; } v;
BEGIN
{
	v.name[0] = 'x';
	v.name[1] = 'y';
	v.name[2] = 0;
	a["k"] = "element";
	this->t = "local";
	self->u = "thread";
	printf("%d %d %d %d\n", strlen(v.name), strlen(a["k"]), strlen(this->t), strlen(self->u));
	printf("%s\n", strjoin(a["k"], strjoin(this->t, self->u)));
	exit(0);
}
