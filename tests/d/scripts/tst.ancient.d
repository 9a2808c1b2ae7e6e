#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, the looks of old scripts: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 */
#pragma ident	"@(#)ancient.d	1.1	07/01/01 XX"
/*
 * $Id: ancient.d 3 2007-08-01 10:50:08Z user $
 */
#pragma D option quiet
#pragma D option bufsize=512k
#pragma D attributes Evolving/Evolving/Common program
self int depth;
BEGIN{printf("Tracing... Hit Ctrl-C to end\n");}
syscall::fork*:return/arg1!=0&&execname!="dtrace"/{@forks[pid,execname]=count();}
syscall::exit*:entry{self->depth=0;@exits[pid]=sum(1)}
END{printa(@forks);printa("%d %@d\n",@exits)}
