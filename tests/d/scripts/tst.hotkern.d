#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A script as users write them, where the kernel is: it compiles, also where its probes are not there.
 * @@options: -Z -e -w
 */
#pragma D option quiet
profile:::profile-997hz
/arg0/
{
	@pc[arg0] = count();
	@fn[func(arg0)] = count();
	@md[mod(arg0)] = count();
	@st[stack(5)] = count();
}
profile:::profile-997hz /arg1/ { @us[execname, ustack(3)] = count(); @uf[usym(arg1)] = count(); @um[umod(arg1)] = count(); }
END { printa("%a %@u\n", @pc); printa("%-60a %@10d\n", @pc); printa(@fn); printa(@md); printa("%k%@d\n", @st); trunc(@us, 5); }
