/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Variables of other scopes have names of their own. */
#pragma D option quiet
typedef short number;
self int number;
this number n;
BEGIN { self->number = 70000; this->n = 70000; printf("%d %d\n", self->number, this->n); exit(0); }
