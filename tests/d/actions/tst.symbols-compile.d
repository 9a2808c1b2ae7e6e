/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Every function of addresses, as action, as key and in printf(). */
#pragma D option quiet

tick-10s
{
	sym(8); func(8); mod(8); usym(8); ufunc(8); umod(8); uaddr(8);
	printf("%a %A %a", 8, uaddr(8), sym(8));
	@[sym(8), usym(8), umod(8), mod(8), uaddr(8), func(8), ufunc(8)] = count();
	@s[stack(), ustack()] = count();
	printf("%k %k", stack(2), ustack(2));
}
BEGIN { printf("ok\n"); exit(0); }
