/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * commit() and discard(): 0 and an id of no speculation that is there do nothing; an id that none can have is a fault.
 * @@errsed: s/ in action.*$/ in an action/
 */
#pragma D option quiet

BEGIN { commit(0); }
BEGIN { discard(0); }
BEGIN { commit(1); }
BEGIN { discard(1); }
BEGIN { commit(100); }
BEGIN { discard(100); }
BEGIN { commit(-1); }
ERROR { n++; fault = arg4; }
BEGIN { printf("%d faults, the last is %d\n", n, fault); exit(0); }
