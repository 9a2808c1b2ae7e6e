/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Options that only name places are accepted.
 * @@options: -x ctypes=/dev/null -x dtypes=/dev/null -x modpath=m -x procfspath=/proc -x ctfpath=c -x dofstashpath=d -x syslibdir=l -x debugassert=1 -x preallocate=1 -x useruid=1000 -x sysslice=s -x linknommap -x disasm=1 -x tree=0 -x cpu=0
 */
#pragma D option quiet

BEGIN { printf("ok\n"); exit(0); }
