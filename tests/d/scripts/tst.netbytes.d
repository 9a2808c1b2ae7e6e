#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, addresses that programs connect to: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 */
#pragma D option quiet
struct sin { uint16_t family; uint16_t port; uint32_t addr; };
syscall::connect:entry
{
	self->s = (struct sin *)copyin(arg1, sizeof (struct sin));
	self->a = (ipaddr_t *)alloca(4);
	*(self->a) = self->s->addr;
	printf("%s -> %s:%d\n", execname, self->s->family == AF_INET ? inet_ntoa(self->a) : "?", ntohs(self->s->port));
}
